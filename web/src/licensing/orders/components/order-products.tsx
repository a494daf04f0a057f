import { Trans, useLingui } from '@lingui/react/macro';
import type { OrderDetails } from '@portico/contract';
import { Card, CardHeader } from '../../../ui/card.tsx';
import { Price, Quantity } from './order-text.tsx';

const cell = 'px-4 py-3 max-sm:p-0 sm:px-6';
const end = 'text-right tabular-nums whitespace-nowrap';

/** The products of the order. */
export function OrderProducts({ order }: { order: OrderDetails }) {
  const { t } = useLingui();
  const { products, currency } = order;
  return (
    <Card className="overflow-hidden">
      <CardHeader className="px-4 sm:px-6" title={<Trans>Products</Trans>} />
      <table className="w-full border-collapse">
        <caption className="sr-only">{t`Products`}</caption>
        <thead className="max-sm:sr-only">
          <tr className="border-y border-line bg-canvas text-sm text-muted [&>th]:h-10 [&>th]:px-4 [&>th]:font-medium sm:[&>th]:px-6">
            <th scope="col" className="text-left">
              <Trans>Product</Trans>
            </th>
            <th scope="col" className="text-left">
              <Trans>Version</Trans>
            </th>
            <th scope="col" className="text-right">
              <Trans>Quantity</Trans>
            </th>
            {order.price !== null && (
              <th scope="col" className="text-right">
                <Trans>Price</Trans>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {products.map((product) => (
            <tr
              key={product.productId}
              className="border-b border-line last:border-b-0 max-sm:grid max-sm:grid-cols-[minmax(0,1fr)_auto] max-sm:gap-x-4 max-sm:gap-y-1 max-sm:px-4 max-sm:py-3 max-sm:first:border-t"
            >
              <td className={cell}>
                <span className="font-medium">{product.product}</span>
                <span className="block text-sm text-muted">{product.plan}</span>
              </td>
              <td className={`${cell} text-muted max-sm:col-start-1 max-sm:row-start-2 max-sm:text-sm`}>
                <span className="sm:hidden">
                  <Trans>Version</Trans>{' '}
                </span>
                {product.version ?? '–'}
              </td>
              <td className={`${cell} ${end} max-sm:row-start-2`}>
                <span aria-hidden="true" className="sm:hidden">
                  ×{' '}
                </span>
                <Quantity value={product.quantity} />
              </td>
              {order.price !== null && (
                <td className={`${cell} ${end} max-sm:col-start-2 max-sm:row-start-1`}>
                  <Price order={{ price: product.price, currency }} />
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}
