import { Trans, useLingui } from '@lingui/react/macro';
import { DoorOpen } from 'lucide-react';
import { useFormat } from '../../../lib/format.ts';
import { Card, CardHeader } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { useReasonMonths } from '../cancellations.api.ts';
import { groupByMonth, type MonthOfReasons } from '../reason-months.ts';
import { useReasonWords } from '../reason-words.ts';

/** How often each reason was given per month, with its cost and the savings by offers (CXL-11). */
export function MonthsCard({ productId }: { productId: string | undefined }) {
  const query = useReasonMonths(productId);
  return (
    <Card className="overflow-hidden">
      <CardHeader
        className="px-4 sm:px-6"
        title={<Trans>Reasons by month</Trans>}
        description={<Trans>The last twelve months, in UTC; what was paid a month, before tax and discounts</Trans>}
      />
      <QueryView query={query} missing={<Trans>This was not found</Trans>} skeletonClassName="h-60">
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState icon={DoorOpen} title={<Trans>Nobody canceled in the last twelve months</Trans>} />
          ) : (
            <MonthsTable months={groupByMonth(items)} />
          )
        }
      </QueryView>
    </Card>
  );
}

const cell = 'px-4 py-2 sm:px-6';
const figure = `${cell} text-right tabular-nums whitespace-nowrap`;

function MonthsTable({ months }: { months: readonly MonthOfReasons[] }) {
  const { t } = useLingui();
  return (
    // On narrow screens the table scrolls, and keyboard users can reach hidden columns.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reachable by the keyboard
    <section className="scroll-edges border-t border-line" aria-label={t`Reasons by month`} tabIndex={0}>
      <table className="w-full text-left">
        <thead className="text-sm text-muted">
          <tr>
            <th scope="col" className={`${cell} font-normal`}>
              <Trans>Reason</Trans>
            </th>
            <th scope="col" className={`${figure} font-normal`}>
              <Trans>Canceled</Trans>
            </th>
            <th scope="col" className={`${figure} font-normal`}>
              <Trans>Lost a month</Trans>
            </th>
            <th scope="col" className={`${figure} font-normal`}>
              <Trans>Stayed by an offer</Trans>
            </th>
            <th scope="col" className={`${figure} font-normal`}>
              <Trans>Restored</Trans>
            </th>
          </tr>
        </thead>
        {months.map((month) => (
          <Month key={month.month} month={month} />
        ))}
      </table>
    </section>
  );
}

function Month({ month: { month, reasons, canceled, saved, restored, lost } }: { month: MonthOfReasons }) {
  const { money, number, date } = useFormat();
  const words = useReasonWords();
  return (
    <tbody className="border-t border-line">
      <tr className="bg-canvas font-semibold">
        <th scope="rowgroup" className={`${cell} whitespace-nowrap`}>
          {date(`${month}T12:00:00Z`, 'monthYear')}
        </th>
        <td className={figure}>{number(canceled)}</td>
        <td className={figure}>{lost.map(({ amount, currency }) => money(amount, currency)).join(', ')}</td>
        <td className={figure}>{number(saved)}</td>
        <td className={figure}>{number(restored)}</td>
      </tr>
      {reasons.map((row) => (
        <tr key={`${row.reason} ${row.currency}`}>
          <th scope="row" className={`${cell} font-normal ${row.reason === null ? 'text-muted' : ''}`}>
            {words(row.reason)}
          </th>
          <td className={figure}>{number(row.canceled)}</td>
          <td className={figure}>{money(row.lost, row.currency)}</td>
          <td className={figure}>{number(row.saved)}</td>
          <td className={figure}>{number(row.restored)}</td>
        </tr>
      ))}
    </tbody>
  );
}
