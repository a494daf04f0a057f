import type { Locale, Metric, metricNames, statisticNames } from '@portico/contract';
import { translate } from '../../core/messages/index.ts';
import type { ActiveDevices, UsageDay } from '../devices/usage.queries.ts';

type MetricName = (typeof metricNames)[number];
type StatisticName = (typeof statisticNames)[number];

/** What a figure is: a moment, or a day where the moment is not known; or a number. */
const kinds = { date: 0, number: 1 } as const;

/** A figure before it has a title. */
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

/** When a device was heard from last: the moment, or the day where its latest report is not of these days. */
const lastActivityValue = (at: Date | null, day: string | null) => at?.toISOString() ?? day;

/** The figures of some days (DASH-4). Without sharing there are no checks (DASH-7). */
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

/** What an account has of a product, beside what was counted of its use. */
export interface Totals {
  readonly licenses: number;
  /** -1 for any number. */
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

/** Figures with their titles in the reader's language. */
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
