/**
 * How much of a random suite runs: a sample in `npm test`, all of it with `PORTICO_SOAK=1`. `PORTICO_SEED` repeats a run; the seed is printed
 * either way.
 */
export function sampled(name: string, sizes: { sample: number; whole: number }): { seed: number; size: number } {
  const seed = Number(process.env.PORTICO_SEED ?? Math.floor(Math.random() * 2 ** 31));
  const size = process.env.PORTICO_SOAK === '1' ? sizes.whole : sizes.sample;
  console.info(`${name}: ${size}, PORTICO_SEED=${seed}`);
  return { seed, size };
}

/** Numbers from 0 to 2^32 - 1 that look random and are the same for the same seed (mulberry32). */
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
 * In an order that looks random and is the same for the same seed, but with those in front that show a trait for the first time: a sample has
 * something of everything.
 */
export function shuffled<Item>(
  items: readonly Item[],
  seed: number,
  traits: (item: Item) => readonly unknown[],
): Item[] {
  const random = randomNumbers(seed);
  const order = items.map((item) => ({ item, at: random() })).sort((one, other) => one.at - other.at);
  const seen = new Set<unknown>();
  const isNew = ({ item }: { item: Item }) => {
    const own = traits(item);
    const shows = own.some((trait) => !seen.has(trait));
    for (const trait of own) seen.add(trait);
    return shows;
  };
  const { first = [], rest = [] } = Object.groupBy(order, (entry) => (isNew(entry) ? 'first' : 'rest'));
  return [...first, ...rest].map(({ item }) => item);
}
