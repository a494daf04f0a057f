/** A calendar day, `YYYY-MM-DD`; undefined for anything else. */
export function readDay(value: unknown): string | undefined {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return undefined;
  return Number.isNaN(localMidnight(value).getTime()) || formatDay(localMidnight(value)) !== value ? undefined : value;
}

/** The start of a day in the user's time zone, as ISO 8601 in UTC. */
export function startOfDay(day: string): string {
  return localMidnight(day).toISOString();
}

/** The end of a day in the user's time zone, exclusive, as ISO 8601 in UTC. A day may have 23 or 25 hours. */
export function startOfNextDay(day: string): string {
  const next = localMidnight(day);
  next.setDate(next.getDate() + 1);
  return next.toISOString();
}

/** The day of a time in the user's time zone. */
export function formatDay(moment: Date): string {
  const two = (part: number) => String(part).padStart(2, '0');
  return `${String(moment.getFullYear()).padStart(4, '0')}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`;
}

const localMidnight = (day: string) => new Date(`${day}T00:00:00`);
