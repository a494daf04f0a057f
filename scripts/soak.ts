import { randomInt } from 'node:crypto';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { provideChromium } from '../e2e/harness/chromium.ts';
import { type Suite, suites } from './soak/suites.ts';
import { clearAway, findLeftOver } from './test/left-over.ts';
import { endRunning, run } from './test/run.ts';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { help: { type: 'boolean', default: false } },
});
const unknown = positionals.filter((name) => !Object.hasOwn(suites, name));
if (options.help || unknown.length > 0) {
  console.log(`npm run soak [-- ${Object.keys(suites).join(' | ')} …]\n\nPORTICO_SEED=… repeats a run.`);
  process.exit(unknown.length > 0 ? 1 : 0);
}

// Everything that a run writes or starts has this folder in its environment, so that it can be found and removed.
const folder = mkdtempSync(join(tmpdir(), 'portico-soak-'));
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    endRunning('SIGKILL');
    clearAway(folder, findLeftOver(folder));
    process.exit(130);
  });
}

interface Counts {
  readonly passed: number;
  readonly failed: number;
}

const failed: string[] = [];
const seed = process.env.PORTICO_SEED ?? String(randomInt(2 ** 31));
const common = { PORTICO_SOAK: '1', PORTICO_SEED: seed, TMPDIR: folder };
for (const [name, suite] of Object.entries(suites)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue;
  console.log(`\n${name}, PORTICO_SEED=${seed}`);
  const report = join(folder, `${name}.json`);
  const { command, env } = suite.workspace === 'e2e' ? inBrowser(suite, report) : inNode(suite, report);
  const { code, seconds } = await run(command, { show: true, env: { ...env, ...common } });
  const counts = readReport(report);
  console.log(`${name}: ${counts.passed} passed, ${counts.failed} failed in ${Math.round(seconds)} s`);
  // A suite in which nothing ran has not passed.
  if (code !== 0 || counts.passed === 0) failed.push(name);
}
clearAway(folder, findLeftOver(folder));
if (failed.length > 0) {
  console.error(`\nFailed: ${failed.join(', ')}`);
  process.exitCode = 1;
}

interface Runner {
  readonly command: [string, ...string[]];
  readonly env: Record<string, string>;
}

function inNode({ workspace, files }: Suite, report: string): Runner {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  return {
    command: [process.execPath, 'node_modules/vitest/vitest.mjs', 'run', '--root', workspace, ...reporters, ...files],
    env: {},
  };
}

function inBrowser({ files }: Suite, report: string): Runner {
  return {
    command: [
      process.execPath,
      'node_modules/.bin/playwright',
      'test',
      '-c',
      'e2e',
      '--retries=0',
      '--reporter=list,json',
      ...files,
    ],
    env: {
      // Playwright's own loader sometimes evaluates a file outside of its suite.
      PW_DISABLE_TS_ESM: '1',
      PLAYWRIGHT_JSON_OUTPUT_FILE: report,
      CHROME_PATH: provideChromium('shell'),
    },
  };
}

/** The counts in a runner's report. */
interface Report {
  readonly numPassedTests?: number;
  readonly numFailedTests?: number;
  readonly stats?: { readonly expected: number; readonly unexpected: number };
}

function readReport(file: string): Counts {
  try {
    const { numPassedTests, numFailedTests, stats } = JSON.parse(readFileSync(file, 'utf8')) as Report;
    return { passed: numPassedTests ?? stats?.expected ?? 0, failed: numFailedTests ?? stats?.unexpected ?? 0 };
  } catch {
    return { passed: 0, failed: 0 };
  }
}
