import { parseArgs } from 'node:util';
import { buildOutput, isStale, server, web } from './build/output.ts';

/** `npm run build`: builds the web and the server; with `--if-stale` only what is outdated. Names choose one of them. */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { 'if-stale': { type: 'boolean', default: false } },
});
const outputs = { web, server };
const names = Object.keys(outputs).filter((name) => positionals.length === 0 || positionals.includes(name));
for (const name of names as (keyof typeof outputs)[]) {
  if (values['if-stale'] && !(await isStale(outputs[name]))) {
    console.log(`${name}: dist is up to date`);
    continue;
  }
  const start = performance.now();
  await buildOutput(outputs[name]);
  console.log(`${name}: built in ${((performance.now() - start) / 1_000).toFixed(1)} s`);
}
