/** The allowed steps, as leading digits. */
const steps = [1, 2, 3, 5, 10] as const;
/** Maximum number of lines besides zero. */
const maxLines = 4;

/**
 * Round numbers from zero to at least `top`, for the lines of a chart.
 * @param unit the minimum step: 100 for cents, 1 for counts
 */
export function scaleTo(top: number, unit: number): readonly number[] {
  const needed = Math.max(top, maxLines * unit) / maxLines;
  const power = 10 ** Math.floor(Math.log10(needed));
  const step = Math.max(unit, power * (steps.find((one) => one * power >= needed) ?? 10));
  return Array.from({ length: Math.ceil(Math.max(top, step) / step) + 1 }, (_, index) => index * step);
}
