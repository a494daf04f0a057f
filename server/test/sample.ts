/** Whether everything runs (`npm run soak`); `npm test` runs samples. */
export const isSoak = process.env.PORTICO_SOAK === '1';

/** The size of a random suite. */
export interface Sample {
  readonly seed: number;
  readonly size: number;
  /** Whether each kind must occur. A sample with a custom seed may lack some. */
  readonly isComplete: boolean;
}

/**
 * The size and the seed of a random suite. A sample is the same in every run, so that a failure is due to a change; the
 * soak draws a seed. `PORTICO_SEED` repeats a run.
 */
export function sampled(name: string, sizes: { sample: number; whole: number }): Sample {
  const own = process.env.PORTICO_SEED;
  const seed = Number(own ?? 1);
  const size = isSoak ? sizes.whole : sizes.sample;
  console.info(`${name}: ${size}, PORTICO_SEED=${seed}`);
  return { seed, size, isComplete: isSoak || own === undefined };
}

/** Pseudorandom numbers from 0 to 2^32 - 1, the same for the same seed (mulberry32). */
export function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
}

/**
 * A pseudorandom order, the same for the same seed. It begins with the few items that cover each trait, so that a
 * sample has some of everything.
 */
export function shuffled<Item>(
  items: readonly Item[],
  seed: number,
  traits: (item: Item) => readonly unknown[],
): Item[] {
  const random = randomNumbers(seed);
  const left = items
    .map((item) => ({ item, traits: traits(item), at: random() }))
    .sort((one, other) => one.at - other.at);
  const first: typeof left = [];
  const seen = new Set<unknown>();
  for (;;) {
    const news = left.map((entry) => entry.traits.filter((trait) => !seen.has(trait)).length);
    const most = Math.max(0, ...news);
    if (most === 0) return [...first, ...left].map(({ item }) => item);
    for (const entry of left.splice(news.indexOf(most), 1)) {
      first.push(entry);
      for (const trait of entry.traits) seen.add(trait);
    }
  }
}
