export interface Comparison {
  /** By how many milliseconds one takes longer, whichever. */
  readonly gap: number;
  /** What the first takes as a share of what the second takes. */
  readonly share: number;
}

type Work = () => Promise<unknown>;

export interface ComparisonOptions {
  readonly rounds: number;
  /** What the two should be to each other. */
  readonly isAlike: (comparison: Comparison) => boolean;
  /** Done before each pair, and not measured. */
  readonly before?: (round: number) => Promise<unknown>;
}

/** A busy machine may spoil a measurement; a difference in the work shows in each. */
const measurements = 8;

/**
 * Compares how long two works take: medians over pairs that are taken side by side, each of the two first in turn, so that a machine that slows
 * down meanwhile slows both.
 * @returns the first of eight measurements in which they are alike, else the last.
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
    const earlier = await millisecondsOf(isSwapped ? second : first);
    const later = await millisecondsOf(isSwapped ? first : second);
    const [ofFirst, ofSecond] = isSwapped ? [later, earlier] : [earlier, later];
    pairs.push({ gap: ofFirst - ofSecond, share: ofFirst / ofSecond });
  }
  return { gap: Math.abs(median(pairs.map(({ gap }) => gap))), share: median(pairs.map(({ share }) => share)) };
}

async function millisecondsOf(work: Work): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] as number;
}
