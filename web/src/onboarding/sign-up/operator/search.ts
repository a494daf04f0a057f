/** Days in UTC, ISO dates, both inclusive. */
export interface Days {
  from: string;
  to: string;
}

/** The longest range, in milliseconds. */
const longest = 730 * 24 * 60 * 60 * 1000;

const isDay = (given: unknown): given is string =>
  typeof given === 'string' && Date.parse(given) > 0 && new Date(given).toISOString().slice(0, 10) === given;

/** Reads days from an address; undefined if they are invalid, in the wrong order, or too many. */
export function readDays(from: unknown, to: unknown): Days | undefined {
  if (!isDay(from) || !isDay(to)) return undefined;
  const length = Date.parse(to) - Date.parse(from);
  return length >= 0 && length <= longest ? { from, to } : undefined;
}
