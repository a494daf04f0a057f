import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { clearAway, findLeftOver } from './test/left-over.ts';
import { endRunning, run } from './test/run.ts';

/**
 * The random suites in full: `npm test` runs a sample of each. A suite reads its size from `PORTICO_SOAK=1` and prints its seed; a new one is a
 * line here. Results are written down in docs/reliability.md by hand, with their date.
 */
const suites: Readonly<Record<string, { workspace: string; file: string }>> = {
  webhooks: { workspace: 'server', file: 'src/stripe/mirror-convergence.test.ts' },
  backfill: { workspace: 'server', file: 'src/stripe/backfill.test.ts' },
  faults: { workspace: 'server', file: 'src/operations/operations.faults.test.ts' },
  kills: { workspace: 'server', file: 'src/operations/operations.kills.test.ts' },
  histories: { workspace: 'stripe-sandbox', file: 'src/engine/histories.property.test.ts' },
};

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { help: { type: 'boolean', default: false } },
});
const unknown = positionals.filter((name) => !Object.hasOwn(suites, name));
if (options.help || unknown.length > 0) {
  console.log(`npm run soak [-- ${Object.keys(suites).join(' | ')} …]\n\nPORTICO_SEED=… repeats a run.`);
  process.exit(unknown.length > 0 ? 1 : 0);
}

// Whatever a run writes and starts carries this folder, so that both can be found and removed.
const folder = mkdtempSync(join(tmpdir(), 'portico-soak-'));
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    endRunning('SIGKILL');
    clearAway(folder, findLeftOver(folder));
    process.exit(130);
  });
}

interface Report {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
}

const failed: string[] = [];
for (const [name, { workspace, file }] of Object.entries(suites)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue;
  console.log(`\n${name}: ${workspace}/${file}`);
  const report = join(folder, `${name}.json`);
  const { code, seconds } = await run(
    [
      process.execPath,
      'node_modules/vitest/vitest.mjs',
      'run',
      '--root',
      workspace,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
      file,
    ],
    { show: true, env: { PORTICO_SOAK: '1', TMPDIR: folder } },
  );
  const { numPassedTests, numFailedTests } = readReport(report);
  console.log(`${name}: ${numPassedTests} passed, ${numFailedTests} failed in ${Math.round(seconds)} s`);
  // A suite of which nothing ran has not passed.
  if (code !== 0 || numPassedTests === 0) failed.push(name);
}
clearAway(folder, findLeftOver(folder));
if (failed.length > 0) {
  console.error(`\nFailed: ${failed.join(', ')}`);
  process.exitCode = 1;
}

function readReport(file: string): Report {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Report;
  } catch {
    return { numPassedTests: 0, numFailedTests: 0 };
  }
}
