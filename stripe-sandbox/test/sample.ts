/** The size and the seed of a random suite, as in server/test/sample.ts, which the sandbox may not import. */
export function sampled(name: string, sizes: { sample: number; whole: number }) {
  const isSoak = process.env.PORTICO_SOAK === '1';
  const own = process.env.PORTICO_SEED;
  const seed = Number(own ?? 1);
  const size = isSoak ? sizes.whole : sizes.sample;
  console.info(`${name}: ${size}, PORTICO_SEED=${seed}`);
  return { seed, size, isComplete: isSoak || own === undefined };
}
