import { useFormat } from './format.ts';

/** Milliseconds. The year of a day that is nearer than this is omitted. */
const halfYear = 183 * 86_400_000;

/** A day in a sentence: 'Dec 1' if it is near, otherwise 'Dec 1, 2028'. */
export function useShortDate(now = Date.now()): (moment: string | Date) => string {
  const { date } = useFormat();
  return (moment) => date(moment, Math.abs(new Date(moment).getTime() - now) < halfYear ? 'monthDay' : 'date');
}
