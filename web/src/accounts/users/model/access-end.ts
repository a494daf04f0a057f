/** The day of a moment in the reader's time zone, as a date field has it; empty for none. */
export function dayOf(moment: string | null): string {
  if (moment === null) return '';
  const date = new Date(moment);
  const two = (part: number) => String(part).padStart(2, '0');
  return `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** The end of a day in the reader's time zone, in UTC; null for none. */
export function endOfDay(day: string): string | null {
  return day === '' ? null : new Date(`${day}T23:59:59.999`).toISOString();
}

/** When access ends after a form was saved: as it was, where the day was not changed. */
export function accessEnd(day: string, before: string | null): string | null {
  return day === dayOf(before) ? before : endOfDay(day);
}

/** Whether access has ended by itself. */
export const hasEnded = (expDate: string | null, now = Date.now()): boolean =>
  expDate !== null && new Date(expDate).getTime() <= now;
