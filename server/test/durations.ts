export interface Comparison {
  /** The absolute difference in milliseconds. */
  readonly gap: number;
  /** The first duration as a fraction of the second. */
  readonly share: number;
}

type Work = () => Promise<unknown>;

export interface ComparisonOptions {
  readonly rounds: number;
  /** Whether two durations count as equal. */
  readonly isAlike: (comparison: Comparison) => boolean;
  /** Runs before each pair and is not measured. */
  readonly before?: (round: number) => Promise<unknown>;
}

/** A busy machine may distort a measurement, but a real difference appears in each. */
const measurements = 8;

/**
 * Compares the durations of two functions: medians over pairs, in alternating order, so that a machine that slows down
 * affects both.
 * @returns the first of eight measurements in which they count as equal, or the last.
 */
export async function compareDurations(first: Work, second: Work, options: ComparisonOptions): Promise<Comparison> {
  let comparison = await measure(first, second, options);
  for (let again = 1; again < measurements && !options.isAlike(comparison); again += 1) {
    comparison = await measure(first, second, options);
  }
  return comparison;
}

async function measure(first: Work, second: Work, { rounds, before }: ComparisonOptions): Promise<Comparison> {
  const pairs: Comparison[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await before?.(round);
    const isSwapped = round % 2 === 1;
    const earlier = await measureOnce(isSwapped ? second : first);
    const later = await measureOnce(isSwapped ? first : second);
    const [ofFirst, ofSecond] = isSwapped ? [later, earlier] : [earlier, later];
    pairs.push({ gap: ofFirst - ofSecond, share: ofFirst / ofSecond });
  }
  return { gap: Math.abs(median(pairs.map(({ gap }) => gap))), share: median(pairs.map(({ share }) => share)) };
}

async function measureOnce(work: Work): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] as number;
}
