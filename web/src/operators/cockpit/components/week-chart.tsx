import { Trans, useLingui } from '@lingui/react/macro';
import type { CockpitMoney } from '@portico/contract';
import { useFormat } from '../../../lib/format.ts';
import { useDayText } from '../../../lib/use-day-text.ts';

interface WeekChartProps {
  days: CockpitMoney['days'];
  currency: string;
}

const week = 7;
/** Minimum height of an amount above zero, in percent of the chart's height. */
const least = 2;

/** Bars of this week's days beside those of the previous week. Screen readers read a table instead. */
export function WeekChart({ days, currency }: WeekChartProps) {
  const { t } = useLingui();
  const { money } = useFormat();
  const dayText = useDayText();
  const most = Math.max(1, ...days.map(({ amount }) => amount));
  const height = (amount: number) => (amount === 0 ? 0 : Math.max(least, (amount / most) * 100));
  const formatDay = (day: string) => dayText(day, 'monthDay');
  const pairs = days.slice(week).map((now, index) => ({ now, before: days[index] ?? now }));
  return (
    <figure className="px-5 pt-6 pb-5">
      <div aria-hidden="true" className="flex h-44 items-end gap-1 border-b border-line sm:gap-3">
        {pairs.map(({ now, before }) => (
          <div key={now.day} className="flex h-full min-w-0 flex-1 items-end justify-center gap-1">
            <span
              title={`${formatDay(now.day)}: ${money(now.amount, currency)}`}
              className="w-2/5 max-w-8 rounded-t-sm bg-accent"
              style={{ height: `${height(now.amount)}%` }}
            />
            <span
              title={`${formatDay(before.day)}: ${money(before.amount, currency)}`}
              className="w-1/4 max-w-5 rounded-t-sm bg-line-strong"
              style={{ height: `${height(before.amount)}%` }}
            />
          </div>
        ))}
      </div>
      <div aria-hidden="true" className="mt-2 flex gap-1 text-center text-xs text-muted sm:gap-3">
        {pairs.map(({ now }) => (
          <span key={now.day} className="min-w-0 flex-1">
            <DayLabel day={formatDay(now.day)} />
          </span>
        ))}
      </div>
      <Legend />
      <table className="sr-only">
        <caption>{t`What came in on each day`}</caption>
        <thead>
          <tr>
            <th scope="col">{t`Day`}</th>
            <th scope="col">{t`This week`}</th>
            <th scope="col">{t`A week before`}</th>
          </tr>
        </thead>
        <tbody>
          {pairs.map(({ now, before }) => (
            <tr key={now.day}>
              <th scope="row">{formatDay(now.day)}</th>
              <td>{money(now.amount, currency)}</td>
              <td>{money(before.amount, currency)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  );
}

function Legend() {
  return (
    <figcaption className="mt-3 flex flex-wrap gap-x-4 gap-y-1 text-sm text-muted">
      <span className="inline-flex items-center gap-1.5">
        <span className="size-2.5 rounded-sm bg-accent" />
        <Trans>This week</Trans>
      </span>
      <span className="inline-flex items-center gap-1.5">
        <span className="size-2.5 rounded-sm bg-line-strong" />
        <Trans>The week before</Trans>
      </span>
      <span>
        <Trans>Days in UTC</Trans>
      </span>
    </figcaption>
  );
}

/** Day and month, one below the other on a phone. */
function DayLabel({ day }: { day: string }) {
  return day.split(/\s/).map((part) => (
    <span key={part} className="block sm:inline">
      {part}{' '}
    </span>
  ));
}
