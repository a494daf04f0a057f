import { Trans } from '@lingui/react/macro';
import type { OrderDetails as Details } from '@portico/contract';
import type { ReactNode } from 'react';
import { Alert } from '../../../ui/alert.tsx';
import { OrderFacts } from './order-facts.tsx';
import { OrderFeatures } from './order-features.tsx';
import { OrderProducts } from './order-products.tsx';

interface OrderDetailsProps {
  order: Details;
  /** The product whose features are shown, if the address has one. */
  productId: string | undefined;
  onProductChange: (productId: string) => void;
  /** A link to the order's license. */
  license: ReactNode;
}

/** One order: content, payment, and features. */
export function OrderDetails({ order, productId, onProductChange, license }: OrderDetailsProps) {
  const [first] = order.products;
  const chosen = order.products.find((its) => its.productId === productId) ?? first;
  return (
    <div className="flex flex-col gap-5">
      {order.status === 0 && (
        <Alert tone="info">
          <Trans>This order is a draft. Its license becomes active together with the order.</Trans>
        </Alert>
      )}
      {order.status === 2 && (
        <Alert tone="warning">
          <Trans>This order was canceled. Its license covers no device any more.</Trans>
        </Alert>
      )}
      <OrderFacts order={order} license={license} />
      <OrderProducts order={order} />
      {chosen && <OrderFeatures order={order} productId={chosen.productId} onProductChange={onProductChange} />}
    </div>
  );
}
