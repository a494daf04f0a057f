import { Plural, Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useFormat } from '../../../lib/format.ts';
import { lazyPart } from '../../../lib/lazy.tsx';
import { useDayText } from '../../../lib/use-day-text.ts';
import { Card } from '../../../ui/card.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { PartBoundary } from '../../../ui/part-boundary.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { type DayOfUsage, summarizeUsage } from '../device-rules.ts';
import { useLicenseUsage } from '../devices.api.ts';

const UsageChart = lazyPart(() => import('./usage-chart.tsx').then((module) => module.UsageChart));

interface UsageCardProps {
  licenseId: number;
  /** -1 is unlimited. */
  seats: number;
}

/** How many devices were seen on each of the last thirty days. */
export function UsageCard({ licenseId, seats }: UsageCardProps) {
  const { data, error, isFetching, refetch } = useLicenseUsage(licenseId);
  const dayText = useDayText();
  const days = data?.hardwareActivity ?? [];
  const [first, last] = [days[0], days.at(-1)];
  return (
    <Card className="px-4 py-5 sm:px-6">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 className="text-lg font-semibold tracking-tight">
          <Trans>Devices seen a day</Trans>
        </h2>
        {first && last && (
          <span className="text-sm text-muted">
            {dayText(first.date, 'monthDay')} – {dayText(last.date, 'monthDay')}
          </span>
        )}
      </div>
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
      ) : (
        <>
          <Figures days={data?.hardwareActivity} seats={seats} />
          <div className="mt-4 h-[224px]">
            {data && (
              <PartBoundary onFailure={() => {}} fallback={<Skeleton className="h-full" />}>
                <UsageChart days={days} seats={seats} />
              </PartBoundary>
            )}
          </div>
        </>
      )}
    </Card>
  );
}

function Figures({ days, seats }: { days: readonly DayOfUsage[] | undefined; seats: number }) {
  const { number } = useFormat();
  const dayText = useDayText();
  const { average, most, mostDate } = summarizeUsage(days ?? []);
  const day = mostDate && dayText(mostDate, 'monthDay');
  return (
    <dl className="mt-4 flex flex-wrap gap-x-6 gap-y-3 sm:gap-x-8">
      <Figure label={<Trans>on average</Trans>}>{days && number(average)}</Figure>
      <Figure label={day ? <Trans>at most, last on {day}</Trans> : <Trans>at most</Trans>}>
        {days && number(most)}
      </Figure>
      {seats >= 0 && <Figure label={<Plural value={seats} one="seat" other="seats" />}>{number(seats)}</Figure>}
    </dl>
  );
}

function Figure({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <div className="flex flex-col-reverse">
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="min-h-6 text-xl font-semibold tabular-nums">{children}</dd>
    </div>
  );
}
