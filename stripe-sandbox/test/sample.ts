/**
 * How much of a random suite runs: a sample in `npm test`, all of it with `PORTICO_SOAK=1`. `PORTICO_SEED` repeats a run; the
 * seed is printed either way.
 */
export function sampled(name: string, runs: { sample: number; whole: number }) {
  const seed = Number(process.env.PORTICO_SEED ?? Math.floor(Math.random() * 2 ** 31));
  const numRuns = process.env.PORTICO_SOAK === '1' ? runs.whole : runs.sample;
  console.info(`${name}: ${numRuns} runs, PORTICO_SEED=${seed}`);
  return { seed, numRuns };
}
