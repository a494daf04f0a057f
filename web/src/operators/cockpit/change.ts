/** How much more or less one amount is than another, in percent with one decimal; null where there is nothing to compare with. */
export function changeInPercent(now: number, before: number): number | null {
  return before === 0 ? null : Math.round(((now - before) / before) * 1_000) / 10;
}
