/**
 * The share of a random suite to run: a sample in `npm test`, all of it with `PORTICO_SOAK=1`. `PORTICO_SEED`
 * repeats a run. The seed is always printed.
 */
export function sampled(name: string, runs: { sample: number; whole: number }) {
  const seed = Number(process.env.PORTICO_SEED ?? Math.floor(Math.random() * 2 ** 31));
  const numRuns = process.env.PORTICO_SOAK === '1' ? runs.whole : runs.sample;
  console.info(`${name}: ${numRuns} runs, PORTICO_SEED=${seed}`);
  return { seed, numRuns };
}
