import { existsSync, mkdtempSync, readFileSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { provideChromium } from '../e2e/harness/chromium.ts';
import { isProductChanged } from './test/changes.ts';
import { Lane } from './test/lane.ts';
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

/** Checks that one command decides and that need no other, the longest first. */
const staticChecks: readonly { name: string; command: [string, ...string[]] }[] = [
  { name: 'types', command: [process.execPath, tool('tsc'), '-p', '.'] },
  { name: 'types of the web', command: [process.execPath, tool('tsc'), '-p', 'web'] },
  { name: 'dead code', command: [process.execPath, tool('knip')] },
  {
    name: 'lint and format',
    command: [process.execPath, tool('biome'), 'check', '--error-on-warnings', '--max-diagnostics=60', '.'],
  },
  { name: 'walls', command: [process.execPath, 'scripts/walls.ts'] },
];

// Everything that the run writes and starts carries this folder, so that both can be found and removed.
const folder = mkdtempSync(join(fastestFolder(), 'portico-run-'));
const env: Record<string, string> = {
  TMPDIR: folder,
  // One cache for the run, its hundreds of processes and the next run.
  NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compiled'),
  FORCE_COLOR: process.stdout.isTTY ? '1' : '0',
  NO_UPDATE_NOTIFIER: '1',
};
const begin = performance.now();
const failed: string[] = [];
const failuresFile = join(folder, 'failures.txt');
const wanted = (part: string) => !options.only || options.only.includes(part);
const since = base === undefined ? [] : [base];
const [first, second] = [new Lane(), new Lane({ isHeld: true })];

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    endRunning('SIGKILL');
    clearAway(folder, findLeftOver(folder));
    process.exit(130);
  });
}

if (wanted('unit') || wanted('browser')) provideBrowser();
// The web is built beside the static checks. Units and stories at once would be seven workers on two cores.
const building = wanted('browser') ? buildWeb(second) : undefined;
if (wanted('static')) await checkStatically(first);
const isBuilt = await building;
if (wanted('unit')) await testUnits(first);
second.release();
if (isBuilt) await testInBrowser(second);
const failures = existsSync(failuresFile) ? readFileSync(failuresFile, 'utf8') : '';
lookForLeftOver();

if (failures) console.log(`\nFailed unit and integration tests\n${failures}`);
console.log(`\n${Math.round((performance.now() - begin) / 1000)} s`);
console.log(failed.length > 0 ? `Failed: ${failed.join(', ')}` : 'Everything passed.');
process.exitCode = failed.length > 0 ? 1 : 0;

/** Memory if there is plenty of it: most of what tests write are databases. */
function fastestFolder(): string {
  const memory = '/dev/shm';
  const needed = 6 * 1024 ** 3;
  if (!existsSync(memory) || freemem() < 2 * needed) return tmpdir();
  const { bavail, bsize } = statfsSync(memory);
  return bavail * bsize < needed ? tmpdir() : memory;
}

/** For the browser tests, and for those of the sandbox's pages. */
function provideBrowser(): void {
  try {
    env.CHROME_PATH = provideChromium('shell');
  } catch (error) {
    report('Chromium', { code: 1, output: (error as Error).message, seconds: 0 });
  }
}

async function checkStatically(lane: Lane): Promise<void> {
  for (const { name, command } of staticChecks) report(name, await run(command, { env }), lane);
}

async function testUnits(lane: Lane): Promise<void> {
  lane.write('\nUnit and integration tests\n');
  const changed = options.changed ? ['--changed', ...since, '--passWithNoTests'] : [];
  const command = [process.execPath, tool('vitest'), 'run', ...changed] as const;
  const settings = { ...env, FAILURES_FILE: failuresFile };
  report(
    'unit and integration tests',
    await run(command, { onOutput: (text) => lane.write(text), env: settings }),
    lane,
  );
}

/** @returns whether stories can be told */
async function buildWeb(lane: Lane): Promise<boolean> {
  lane.write('\nBrowser tests\n');
  const built = await run([process.execPath, 'web/build.ts', '--if-stale'], { env });
  report('build of the web', built, lane);
  if (built.code === 0) report('weight of the screens', await run([process.execPath, 'web/weigh.ts'], { env }), lane);
  // Without a browser the run has failed already; each story would say so again.
  return built.code === 0 && env.CHROME_PATH !== undefined;
}

async function testInBrowser(lane: Lane): Promise<void> {
  const affected =
    options.changed && !isProductChanged(base) ? [`--only-changed=${base ?? 'HEAD'}`, '--pass-with-no-tests'] : [];
  const command = [process.execPath, tool('playwright'), 'test', '-c', 'e2e', ...affected] as const;
  // Node runs the stories' TypeScript by itself; Playwright's own loader now and then evaluates a file outside of its suite.
  const settings = { ...env, PW_DISABLE_TS_ESM: '1' };
  report('browser tests', await run(command, { onOutput: (text) => lane.write(text), env: settings }), lane);
}

/** Checks that the run has ended what it started. */
function lookForLeftOver(): void {
  const left = findLeftOver(folder);
  report('nothing left running', {
    code: left.length === 0 ? 0 : 1,
    output: left.map(({ pid, command }) => `${pid} ${command.slice(0, 200)}`).join('\n'),
    seconds: 0,
  });
  clearAway(folder, left);
}

/** Says how a check went. The runners have said by then what passed and what failed. */
function report(name: string, { code, output, seconds }: Outcome, lane = first): void {
  lane.write(`${code === 0 ? '✓' : '✗'} ${name} (${seconds.toFixed(1)} s)\n`);
  if (code === 0) return;
  if (output) lane.write(`${output.trimEnd().replace(/^/gm, '    ')}\n`);
  failed.push(name);
}
