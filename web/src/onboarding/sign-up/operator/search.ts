/** Days of UTC, ISO dates, both included. */
export interface Days {
  from: string;
  to: string;
}

/** Milliseconds of the longest range that can be chosen. */
const longest = 730 * 24 * 60 * 60 * 1000;

const isDay = (given: unknown): given is string =>
  typeof given === 'string' && Date.parse(given) > 0 && new Date(given).toISOString().slice(0, 10) === given;

/** Reads days from an address; undefined where they are none, end before they begin, or are more than a range may have. */
export function readDays(from: unknown, to: unknown): Days | undefined {
  if (!isDay(from) || !isDay(to)) return undefined;
  const length = Date.parse(to) - Date.parse(from);
  return length >= 0 && length <= longest ? { from, to } : undefined;
}
