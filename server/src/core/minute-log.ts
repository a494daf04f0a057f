const interval = 60_000;

/**
 * Limits a line of the log to one a minute. The first call writes at once.
 * @param write gets the number of calls since the previous line
 */
export function createMinuteLog<Details>(write: (count: number, details: Details) => void): (details: Details) => void {
  let count = 0;
  let writtenAt = Number.NEGATIVE_INFINITY;
  return (details) => {
    count += 1;
    if (performance.now() - writtenAt < interval) return;
    writtenAt = performance.now();
    write(count, details);
    count = 0;
  };
}
