/** The change from one amount to another in percent, with one decimal; null if there is nothing to compare with. */
export function changeInPercent(now: number, before: number): number | null {
  return before === 0 ? null : Math.round(((now - before) / before) * 1_000) / 10;
}
