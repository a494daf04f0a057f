import type { Locale, Metric, metricNames, statisticNames } from '@portico/contract';
import { translate } from '../../core/messages/index.ts';
import type { ActiveDevices, UsageDay } from '../devices/usage.queries.ts';

type MetricName = (typeof metricNames)[number];
type StatisticName = (typeof statisticNames)[number];

/** The type of a figure: a moment or day, or a number. */
const kinds = { date: 0, number: 1 } as const;

/** A figure without its title. */
interface Figure<Name> {
  readonly name: Name;
  readonly type: 0 | 1;
  readonly value: number | string | null;
}

const numberFigure = <Name extends MetricName | StatisticName>(name: Name, value: number): Figure<Name> => ({
  name,
  type: kinds.number,
  value,
});

/** The latest activity: the moment, or only the day if a later report is outside of the span. */
const lastActivityValue = (at: Date | null, day: string | null) => at?.toISOString() ?? day;

/** The figures of a span (DASH-4). Checks are missing if the account does not share them (DASH-7). */
export function createMetrics(
  days: readonly UsageDay[],
  { devices, lastAt, lastDay }: Pick<ActiveDevices, 'devices' | 'lastAt' | 'lastDay'>,
  isShared: boolean,
): Figure<MetricName>[] {
  return [
    ...(isShared ? [numberFigure('checks', sumDays(days, 'checks'))] : []),
    numberFigure('refusals', sumDays(days, 'refusals')),
    numberFigure('activeDevices', devices),
    numberFigure('peakSessions', Math.max(0, ...days.map(({ peakSessions }) => peakSessions))),
    numberFigure('activations', sumDays(days, 'activations')),
    numberFigure('deactivations', sumDays(days, 'deactivations')),
    numberFigure('daysFull', days.filter(({ wasFull }) => wasFull).length),
    { name: 'lastActivity', type: kinds.date, value: lastActivityValue(lastAt, lastDay) },
  ];
}

/** An account's licenses and devices of a product, without counted usage. */
export interface Totals {
  readonly licenses: number;
  /** -1 is unlimited. */
  readonly places: number;
  readonly devices: number;
  readonly devicesWithoutPlace: number;
  readonly openSessions: number;
  readonly firstDay: string | null;
  readonly lastAt: Date | null;
}

export function createStatistics(
  totals: Totals,
  use: Pick<UsageDay, Summed>,
  isShared: boolean,
): Figure<StatisticName>[] {
  return [
    numberFigure('licenses', totals.licenses),
    numberFigure('places', totals.places),
    numberFigure('devices', totals.devices),
    numberFigure('devicesWithoutPlace', totals.devicesWithoutPlace),
    numberFigure('openSessions', totals.openSessions),
    ...(isShared ? [numberFigure('checks', use.checks)] : []),
    numberFigure('refusals', use.refusals),
    numberFigure('activations', use.activations),
    numberFigure('deactivations', use.deactivations),
    { name: 'firstDay', type: kinds.date, value: totals.firstDay },
    { name: 'lastActivity', type: kinds.date, value: lastActivityValue(totals.lastAt, null) },
  ];
}

type Summed = 'checks' | 'refusals' | 'activations' | 'deactivations';

function sumDays(days: readonly UsageDay[], what: Summed): number {
  return days.reduce((sum, day) => sum + day[what], 0);
}

/** Adds titles in the reader's language. */
export function addTitles<Name extends MetricName | StatisticName>(
  figures: readonly Figure<Name>[],
  locale: Locale,
): (Omit<Metric, 'name'> & { name: Name })[] {
  return figures.map(({ name, type, value }) => ({
    name,
    title: translate(locale, `productDashboard.${name}`),
    type,
    value,
  }));
}
