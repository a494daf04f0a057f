import { useFormat } from './format.ts';

/** Milliseconds within which a day is clear without its year. */
const halfYear = 183 * 86_400_000;

/** A day in a sentence: 'Dec 1' if it is near, otherwise 'Dec 1, 2028'. */
export function useShortDate(now = Date.now()): (moment: string | Date) => string {
  const { date } = useFormat();
  return (moment) => date(moment, Math.abs(new Date(moment).getTime() - now) < halfYear ? 'monthDay' : 'date');
}
