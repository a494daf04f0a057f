/** The day of a time in the user's time zone, for a date input; empty without a time. */
export function toLocalDay(moment: string | null): string {
  if (moment === null) return '';
  const date = new Date(moment);
  const two = (part: number) => String(part).padStart(2, '0');
  return `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** The end of a day in the user's time zone, in UTC; null without a day. */
export function endOfDay(day: string): string | null {
  return day === '' ? null : new Date(`${day}T23:59:59.999`).toISOString();
}

/** The end of access after saving a form: unchanged if the day is unchanged. */
export function accessEnd(day: string, before: string | null): string | null {
  return day === toLocalDay(before) ? before : endOfDay(day);
}

/** Whether access has expired. */
export const hasEnded = (expDate: string | null, now = Date.now()): boolean =>
  expDate !== null && new Date(expDate).getTime() <= now;
