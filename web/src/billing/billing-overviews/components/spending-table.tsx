import { Trans, useLingui } from '@lingui/react/macro';
import { useFormat } from '../../../lib/format.ts';
import { amountKinds, type MonthColumn } from '../spending-rules.ts';
import { partKey, useMonthText, usePartsText } from './spending-text.ts';

interface SpendingTableProps {
  /** The oldest first. */
  columns: readonly MonthColumn[];
  currency: string;
  /** Whether the table replaces the chart; otherwise it is for screen readers only. */
  isShown?: boolean;
}

/** Each month's paid, unpaid and due amounts by product. */
export function SpendingTable({ columns, currency, isShown = false }: SpendingTableProps) {
  const { t } = useLingui();
  const { money } = useFormat();
  const monthText = useMonthText();
  const { partName } = usePartsText(currency);
  // In the legend's order.
  const all = columns.flatMap(({ parts }) => parts);
  const heads = amountKinds.flatMap((kind) => [
    ...new Map(all.filter((part) => part.kind === kind).map((part) => [partKey(part), part])).values(),
  ]);
  const table = (
    <table className="w-full border-collapse text-sm whitespace-nowrap">
      <caption className="sr-only">{t`Spent by product`}</caption>
      <thead>
        <tr className="border-b border-line text-left text-muted">
          <th scope="col" className="py-1.5 pr-4 font-medium">
            <Trans>Month</Trans>
          </th>
          {heads.map((part) => (
            <th key={partKey(part)} scope="col" className="px-2 py-1.5 text-right font-medium">
              {partName(part)}
            </th>
          ))}
          <th scope="col" className="py-1.5 pl-2 text-right font-medium">
            <Trans>Total</Trans>
          </th>
        </tr>
      </thead>
      <tbody>
        {columns.map(({ month, parts, total }) => (
          <tr key={month} className="border-b border-line last:border-b-0">
            <th scope="row" className="py-1.5 pr-4 text-left font-normal">
              {monthText(month)}
            </th>
            {heads.map((head) => (
              <td key={partKey(head)} className="px-2 py-1.5 text-right tabular-nums">
                {money(parts.find((part) => partKey(part) === partKey(head))?.amount ?? 0, currency)}
              </td>
            ))}
            <td className="py-1.5 pl-2 text-right font-medium tabular-nums">{money(total, currency)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
  if (!isShown) return <div className="sr-only">{table}</div>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
    <section tabIndex={0} aria-label={t`Spent by product`} className="scroll-edges h-full overflow-y-auto">
      {table}
    </section>
  );
}
