import { useFormat } from './format.ts';

/** Milliseconds within which a day without its year is understood. */
const halfYear = 183 * 86_400_000;

/** A day in a sentence: 'Dec 1' where it is near, 'Dec 1, 2028' where the year has to be said. */
export function useShortDate(now = Date.now()): (moment: string | Date) => string {
  const { date } = useFormat();
  return (moment) => date(moment, Math.abs(new Date(moment).getTime() - now) < halfYear ? 'monthDay' : 'date');
}
