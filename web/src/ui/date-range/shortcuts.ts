import { millisecondsInDay } from '../../lib/durations.ts';
import { type DateRange, daysBefore, endOfDay, monthsBefore, startOfDay, startOfMinute } from './range.ts';

/** The default shortcuts (RANGE-3). */
const usualShortcuts = [
  'today',
  'last24Hours',
  'yesterday',
  'last7Days',
  'previousWeek',
  'last30Days',
  'previousMonth',
  'previous3Months',
  'last90Days',
  'lastWeekend',
] as const;

/** How many months back from today the monthly shortcuts go (RANGE-3). */
const monthlyShortcuts = [1, 2, 3, 4, 5, 6, 12] as const;

export type Shortcut = (typeof usualShortcuts)[number] | (typeof monthlyShortcuts)[number] | 'lastWeek';

/** The shortcuts of a picker, in two groups; the second may be empty. */
export interface OfferedShortcuts {
  readonly main: readonly Shortcut[];
  readonly monthly: readonly Shortcut[];
}

/** The shortcuts of billing screens. */
export const billingShortcuts: OfferedShortcuts = { main: usualShortcuts, monthly: monthlyShortcuts };
/** The shortcuts of a product's dashboard (RANGE-5). */
export const metricsShortcuts: OfferedShortcuts = {
  main: ['today', 'last24Hours', 'yesterday', 'lastWeek', 1, 3],
  monthly: [],
};

/** Whole days, including the first and the last. */
const days = (first: Date, last: Date): DateRange => ({ start: startOfDay(first), end: endOfDay(last) });

/** The last `count` days, including today. */
const lastDays = (now: Date, count: number) => days(daysBefore(now, count - 1), now);

/** The last `count` calendar months before the current one. */
function previousMonths(now: Date, count: number): DateRange {
  return days(new Date(now.getFullYear(), now.getMonth() - count, 1), new Date(now.getFullYear(), now.getMonth(), 0));
}

/** The range of a shortcut in the user's time zone. Weeks start on Sunday in both languages. */
export function shortcutRange(shortcut: Shortcut, now: Date): DateRange {
  switch (shortcut) {
    case 'today':
      return days(now, now);
    case 'last24Hours': {
      const end = startOfMinute(now);
      return { start: new Date(end.getTime() - millisecondsInDay), end };
    }
    case 'yesterday':
      return days(daysBefore(now, 1), daysBefore(now, 1));
    case 'lastWeek':
      // From the same weekday a week ago until today.
      return days(daysBefore(now, 7), now);
    case 'last7Days':
      return lastDays(now, 7);
    case 'previousWeek': {
      const saturday = daysBefore(now, now.getDay() + 1);
      return days(daysBefore(saturday, 6), saturday);
    }
    case 'last30Days':
      return lastDays(now, 30);
    case 'previousMonth':
      return previousMonths(now, 1);
    case 'previous3Months':
      return previousMonths(now, 3);
    case 'last90Days':
      return lastDays(now, 90);
    case 'lastWeekend': {
      // The last complete week: on a Sunday, the week that ended the day before.
      const sunday = daysBefore(now, now.getDay() || 7);
      return days(daysBefore(sunday, 1), sunday);
    }
    default:
      return days(monthsBefore(now, shortcut), now);
  }
}
