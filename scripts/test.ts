import { existsSync, mkdtempSync, readFileSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { provideChromium } from '../e2e/harness/chromium.ts';
import { isProductChanged } from './test/changes.ts';
import { clearAway, findLeftOver } from './test/left-over.ts';
import { endRunning, type Outcome, root, run } from './test/run.ts';

const parts = ['static', 'unit', 'browser'];
const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: 'string', multiple: true },
    changed: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
const usage = `npm test [-- --only ${parts.join('|')} …] [--changed [BASE]]

  --only PART      runs one part; may be repeated
  --changed        runs the tests that uncommitted changes can affect, and all static checks
  --changed BASE   the same for everything that changed since the commit BASE`;
const [base, ...rest] = positionals;
const unknown = (options.only ?? []).filter((part) => !parts.includes(part));
if (options.help || unknown.length > 0 || rest.length > 0 || (base !== undefined && !options.changed)) {
  console.log(usage);
  process.exit(options.help ? 0 : 1);
}

const tool = (name: string) => join(root, 'node_modules/.bin', name);

/** Checks that consist of one command and depend on no other, the longest first. */
const staticChecks: readonly { name: string; command: [string, ...string[]] }[] = [
  { name: 'types', command: [process.execPath, tool('tsc'), '-p', '.'] },
  { name: 'types of the web', command: [process.execPath, tool('tsc'), '-p', 'web'] },
  { name: 'dead code', command: [process.execPath, tool('knip')] },
  {
    name: 'lint and format',
    command: [process.execPath, tool('biome'), 'check', '--error-on-warnings', '--max-diagnostics=60', '.'],
  },
  {
    // A message that is missing from its catalog would appear in English to readers of French.
    name: 'message catalogs',
    command: [process.execPath, tool('lingui'), 'check', 'sync', '--clean', '--config', 'web/lingui.config.ts'],
  },
  { name: 'walls', command: [process.execPath, 'scripts/walls.ts'] },
];

// Everything that the run writes or starts has this folder in its environment, so that it can be found and removed.
const folder = mkdtempSync(join(fastestFolder(), 'portico-run-'));
const env: Record<string, string> = {
  TMPDIR: folder,
  // One cache for the run, for its hundreds of processes, and for the next run.
  NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compiled'),
  FORCE_COLOR: process.stdout.isTTY ? '1' : '0',
  NO_UPDATE_NOTIFIER: '1',
};
const begin = performance.now();
const failed: string[] = [];
const failuresFile = join(folder, 'failures.txt');
const wanted = (part: string) => !options.only || options.only.includes(part);
const since = base === undefined ? [] : [base];

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    endRunning('SIGKILL');
    clearAway(folder, findLeftOver(folder));
    process.exit(130);
  });
}

if (wanted('unit') || wanted('browser')) provideBrowser();
// The web app and the server are built while the static checks run. Unit tests and stories at once would be seven workers on two cores.
const building = wanted('unit') || wanted('browser') ? build() : undefined;
if (wanted('static')) await checkStatically();
const built = await building;
if (wanted('unit')) await testUnits();
if (built && wanted('browser')) await testInBrowser(built);
const failures = existsSync(failuresFile) ? readFileSync(failuresFile, 'utf8') : '';
lookForLeftOver();

if (failures) console.log(`\nFailed unit and integration tests\n${failures}`);
console.log(`\n${Math.round((performance.now() - begin) / 1000)} s`);
console.log(failed.length > 0 ? `Failed: ${failed.join(', ')}` : 'Everything passed.');
process.exitCode = failed.length > 0 ? 1 : 0;

/** Returns a folder in memory if there is plenty of it, because most of what tests write is databases. */
function fastestFolder(): string {
  const memory = '/dev/shm';
  const needed = 6 * 1024 ** 3;
  if (!existsSync(memory) || freemem() < 2 * needed) return tmpdir();
  const { bavail, bsize } = statfsSync(memory);
  return bavail * bsize < needed ? tmpdir() : memory;
}

/** The browser tests and those of the sandbox's pages need Chromium. */
function provideBrowser(): void {
  try {
    env.CHROME_PATH = provideChromium('shell');
  } catch (error) {
    report('Chromium', { code: 1, output: (error as Error).message, seconds: 0 });
  }
}

async function checkStatically(): Promise<void> {
  for (const { name, command } of staticChecks) report(name, await run(command, { env }));
}

async function testUnits(): Promise<void> {
  console.log('\nUnit and integration tests');
  const changed = options.changed ? ['--changed', ...since, '--passWithNoTests'] : [];
  const command = [process.execPath, tool('vitest'), 'run', ...changed] as const;
  const outcome = await run(command, { show: true, env: { ...env, FAILURES_FILE: failuresFile } });
  report('unit and integration tests', outcome);
}

function build(): Promise<Outcome> {
  return run([process.execPath, 'scripts/build.ts', '--if-stale'], { env });
}

async function testInBrowser(built: Outcome): Promise<void> {
  console.log('\nBrowser tests');
  report('build', built);
  if (built.code === 0) report('weight of the screens', await run([process.execPath, 'web/weigh.ts'], { env }));
  // Without a browser the run has already failed, and each story would report that again.
  if (built.code !== 0 || !env.CHROME_PATH) return;
  const affected =
    options.changed && !isProductChanged(base) ? [`--only-changed=${base ?? 'HEAD'}`, '--pass-with-no-tests'] : [];
  // Node runs the stories' TypeScript itself, because Playwright's own loader sometimes evaluates a file outside of its
  // suite.
  const settings = { ...env, PW_DISABLE_TS_ESM: '1' };
  const command = [process.execPath, tool('playwright'), 'test', '-c', 'e2e', ...affected] as const;
  report('browser tests', await run(command, { show: true, env: settings }));
}

/** Checks that the run has stopped everything that it started. */
function lookForLeftOver(): void {
  const left = findLeftOver(folder);
  report('nothing left running', {
    code: left.length === 0 ? 0 : 1,
    output: left.map(({ pid, command }) => `${pid} ${command.slice(0, 200)}`).join('\n'),
    seconds: 0,
  });
  clearAway(folder, left);
}

/** Prints the result of a check. The runners have printed their own results before. */
function report(name: string, { code, output, seconds }: Outcome): void {
  console.log(`${code === 0 ? '✓' : '✗'} ${name} (${seconds.toFixed(1)} s)`);
  if (code === 0) return;
  if (output) console.log(output.trimEnd().replace(/^/gm, '    '));
  failed.push(name);
}
