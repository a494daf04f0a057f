import { Trans, useLingui } from '@lingui/react/macro';
import { useFormat } from '../../../lib/format.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Card, CardHeader } from '../../../ui/card.tsx';
import type { SubscriptionDetail } from '../api/get-subscription.ts';
import { useAmountText } from './subscription-text.tsx';

const cell = 'px-4 py-3 max-sm:p-0';
const end = 'text-right tabular-nums whitespace-nowrap';

/** What is paid for: plan, additional prices and add-ons, with their sum. */
export function SubscriptionItems({ subscription }: { subscription: SubscriptionDetail }) {
  const { t } = useLingui();
  const { money, number } = useFormat();
  const total = useAmountText()(subscription);
  const { items, currency } = subscription;
  return (
    <Card>
      <CardHeader className="px-4" title={<Trans>What you pay for</Trans>} />
      <table className="w-full border-collapse">
        <caption className="sr-only">{t`What you pay for`}</caption>
        <thead className="max-sm:sr-only">
          <tr className="border-y border-line bg-canvas text-sm text-muted [&>th]:h-10 [&>th]:px-4 [&>th]:font-medium">
            <th scope="col" className="text-left">
              <Trans>Item</Trans>
            </th>
            <th scope="col" className="text-right">
              <Trans>Quantity</Trans>
            </th>
            <th scope="col" className="text-right">
              <Trans>Unit price</Trans>
            </th>
            <th scope="col" className="text-right">
              <Trans>Amount</Trans>
            </th>
          </tr>
        </thead>
        <tbody>
          {items.map((item) => {
            const unitPrice = money(item.unitAmount, currency);
            const quantity = number(item.quantity);
            return (
              <tr
                key={`${item.kind} ${item.caption}`}
                className="border-b border-line max-sm:grid max-sm:grid-cols-[minmax(0,1fr)_auto] max-sm:gap-x-4 max-sm:px-4 max-sm:py-3 max-sm:first:border-t"
              >
                <td className={cell}>
                  <span className="inline-flex flex-wrap items-center gap-2">
                    {item.caption}
                    {item.kind === 'addon' && (
                      <Badge tone="neutral">
                        <Trans>Add-on</Trans>
                      </Badge>
                    )}
                  </span>
                  <span aria-hidden="true" className="block text-sm text-muted tabular-nums sm:hidden">
                    {quantity} × {unitPrice}
                  </span>
                </td>
                <td className={`${cell} ${end} max-sm:sr-only`}>{quantity}</td>
                <td className={`${cell} ${end} max-sm:sr-only`}>{unitPrice}</td>
                <td className={`${cell} ${end}`}>{money(item.amount, currency)}</td>
              </tr>
            );
          })}
        </tbody>
        <tfoot>
          <tr className="max-sm:grid max-sm:grid-cols-[minmax(0,1fr)_auto] max-sm:gap-x-4 max-sm:px-4 max-sm:py-3">
            <th scope="row" colSpan={3} className={`${cell} text-left font-medium`}>
              <Trans>Total before tax and discounts</Trans>
            </th>
            <td className={`${cell} ${end} font-semibold`}>{total}</td>
          </tr>
        </tfoot>
      </table>
    </Card>
  );
}
