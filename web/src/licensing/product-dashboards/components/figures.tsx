import { Plural, Trans } from '@lingui/react/macro';
import type { Metric } from '@portico/contract';
import type { ReactNode } from 'react';
import { useFormat } from '../../../lib/format.ts';
import { useDayText } from '../../../lib/use-day-text.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { countDays, numberIn } from '../metrics-rules.ts';
import type { useMetrics } from '../product-dashboards.api.ts';

type Answer = NonNullable<ReturnType<typeof useMetrics>['data']>;

interface FiguresProps {
  /** Undefined while loading. */
  answer: Answer | undefined;
  /** Whether the product's licenses are floating. */
  hasSessions: boolean;
}

/** The figures, in display order. Those that the answer does not have are omitted. */
const names = ['checks', 'refusals', 'activeDevices', 'peakSessions', 'activations', 'lastActivity'] as const;
type Name = (typeof names)[number];

/** The figures in one row, each with an explanation. */
export function Figures({ answer, hasSessions }: FiguresProps) {
  const isShown = (name: Name) =>
    name !== 'peakSessions' || hasSessions || (numberIn(answer?.metrics ?? [], 'peakSessions') ?? 0) > 0;
  const shown = names.filter(isShown).flatMap((name) => {
    const metric = answer?.metrics.find((one) => one.name === name);
    return metric || !answer ? [{ name, metric }] : [];
  });
  return (
    <dl className="-mb-px -ml-px grid grid-cols-2 sm:grid-cols-3 lg:flex">
      {shown.map(({ name, metric }) => (
        <div
          key={name}
          data-metric={name}
          className="flex min-w-0 flex-1 flex-col gap-1 border-b border-l border-line px-4 py-5 sm:px-5"
        >
          <dt className="text-muted">{metric ? metric.title : <Skeleton className="w-20" />}</dt>
          <dd>
            {metric && answer ? <Figure name={name} metric={metric} answer={answer} /> : <Skeleton className="h-13" />}
          </dd>
        </div>
      ))}
    </dl>
  );
}

interface FigureProps {
  name: Name;
  metric: Metric;
  answer: Answer;
}

function Figure({ name, metric, answer }: FigureProps) {
  const { number } = useFormat();
  if (name === 'lastActivity') return <LastActivity value={metric.value} />;
  return (
    <>
      <Amount>
        {number(Number(metric.value))}
        {name === 'peakSessions' && <OfSeats sessions={Number(metric.value)} seats={answer.sessionPlaces} />}
      </Amount>
      <Note>
        <About name={name} answer={answer} />
      </Note>
    </>
  );
}

const Amount = ({ children }: { children: ReactNode }) => (
  <span className="block truncate text-[26px] leading-9 font-semibold tracking-tight tabular-nums">{children}</span>
);
const Note = ({ children }: { children: ReactNode }) => (
  <span className="block min-h-5 text-sm text-muted tabular-nums">{children}</span>
);

/** The current number of seats; omitted if there were more sessions than seats. */
function OfSeats({ sessions, seats }: { sessions: number; seats: number | null }) {
  const { number } = useFormat();
  if (seats === null || seats < sessions) return null;
  const total = number(seats);
  return (
    <span className="ml-1.5 text-lg font-medium text-muted">
      <Trans comment="After a number of sessions: 8 of 8 seats">of {total}</Trans>
    </span>
  );
}

/** The line below a figure. */
function About({ name, answer: { metrics, from, to } }: { name: Name; answer: Answer }) {
  const { number } = useFormat();
  const of = (metric: Metric['name']) => numberIn(metrics, metric) ?? 0;
  switch (name) {
    case 'checks': {
      const average = number(Math.round(of('checks') / countDays(from, to)));
      return <Trans>{average} a day</Trans>;
    }
    case 'refusals': {
      if (of('checks') === 0) return null;
      const share = number(Math.round((of('refusals') / of('checks')) * 10_000) / 100);
      return <Trans>{share} per 100 checks</Trans>;
    }
    case 'activeDevices':
      return <Trans>in this period</Trans>;
    case 'peakSessions':
      return <DaysFull days={of('daysFull')} />;
    case 'activations':
      return <Plural value={of('deactivations')} one="# device released" other="# devices released" />;
    default:
      return null;
  }
}

function DaysFull({ days }: { days: number }) {
  if (days === 0) return <Trans>a seat was always free</Trans>;
  return (
    <span className="text-warning">
      <Plural value={days} one="full on # day" other="full on # days" />
    </span>
  );
}

/** The time in the user's time zone, or the UTC day if only that is known. */
function LastActivity({ value }: { value: Metric['value'] }) {
  const { date } = useFormat();
  const dayText = useDayText();
  if (typeof value !== 'string')
    return (
      <>
        <Amount>–</Amount>
        <Note>
          <Trans>nothing was reported</Trans>
        </Note>
      </>
    );
  const isDay = value.length === 10;
  return (
    <>
      <Amount>{isDay ? dayText(value, 'monthDay') : date(value, 'time')}</Amount>
      <Note>{isDay ? value.slice(0, 4) : date(value)}</Note>
    </>
  );
}
