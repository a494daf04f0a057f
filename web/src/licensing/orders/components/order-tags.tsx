import { Trans } from '@lingui/react/macro';
import type { Order } from '@portico/contract';
import { Badge } from '../../../ui/badge.tsx';
import { OrderStatus, PaymentStatus } from './order-text.tsx';

/** The status and payment of an order, and whether it is a trial. */
export function OrderTags({ order }: { order: Pick<Order, 'status' | 'paymentStatus' | 'trial'> }) {
  return (
    <span className="inline-flex flex-wrap gap-1.5">
      <OrderStatus status={order.status} />
      <PaymentStatus order={order} />
      {order.trial && (
        <Badge tone="accent">
          <Trans>Trial</Trans>
        </Badge>
      )}
    </span>
  );
}
