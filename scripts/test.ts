import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { provideChromium } from '../e2e/harness/chromium.ts';
import { clearAway, findLeftOver } from './test/left-over.ts';
import { endRunning, type Outcome, root, run } from './test/run.ts';

const { values: options } = parseArgs({
  options: {
    only: { type: 'string', multiple: true },
    help: { type: 'boolean', default: false },
  },
});
if (options.help) {
  console.log('npm test [-- --only static|unit|browser …]');
  process.exit(0);
}

const unknown = (options.only ?? []).filter((part) => !['static', 'unit', 'browser'].includes(part));
if (unknown.length > 0) {
  console.error(`There is no part '${unknown.join(', ')}': --only takes static, unit or browser.`);
  process.exit(1);
}

const workspaces = [
  'contract',
  'examples',
  'license-client',
  'postgres',
  'stripe-sandbox',
  'server',
  'web',
  'e2e',
  'scripts',
].filter((name) => existsSync(join(root, name, 'tsconfig.json')));
const tool = (name: string) => join(root, 'node_modules/.bin', name);

/** Checks that one command decides, none of which needs another. The longest stand first. */
const staticChecks: readonly { name: string; command: [string, ...string[]] }[] = [
  { name: 'dead code', command: [process.execPath, tool('knip')] },
  ...workspaces.toReversed().map((name) => ({
    name: `types of ${name}`,
    command: [process.execPath, tool('tsc'), '-p', name] as [string, ...string[]],
  })),
  {
    name: 'lint and format',
    command: [process.execPath, tool('biome'), 'check', '--error-on-warnings', '--max-diagnostics=60', '.'],
  },
  { name: 'walls', command: [process.execPath, 'scripts/walls.ts'] },
];

// Whatever the run writes and starts carries this folder, so that both can be found and removed.
const folder = mkdtempSync(join(tmpdir(), 'portico-run-'));
const env: Record<string, string> = {
  TMPDIR: folder,
  FORCE_COLOR: process.stdout.isTTY ? '1' : '0',
  NO_UPDATE_NOTIFIER: '1',
};
const begin = performance.now();
const failed: string[] = [];
const failuresFile = join(folder, 'failures.txt');
const wanted = (part: string) => !options.only || options.only.includes(part);

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    endRunning('SIGKILL');
    clearAway(folder, findLeftOver(folder));
    process.exit(130);
  });
}

if (wanted('static')) await checkStatically();
if (wanted('unit') || wanted('browser')) provideBrowser();
if (wanted('unit')) await testUnits();
if (wanted('browser')) await testInBrowser();
const failures = existsSync(failuresFile) ? readFileSync(failuresFile, 'utf8') : '';
lookForLeftOver();

if (failures) console.log(`\nFailed unit and integration tests\n${failures}`);
console.log(`\n${Math.round((performance.now() - begin) / 1000)} s`);
console.log(failed.length > 0 ? `Failed: ${failed.join(', ')}` : 'Everything passed.');
process.exitCode = failed.length > 0 ? 1 : 0;

async function checkStatically(): Promise<void> {
  const waiting = [...staticChecks];
  const work = async () => {
    for (let check = waiting.shift(); check; check = waiting.shift()) {
      report(check.name, await run(check.command, { env }));
    }
  };
  await Promise.all([work(), work()]);
}

/** For the browser tests, and for those of the sandbox's pages. */
function provideBrowser(): void {
  try {
    env.CHROME_PATH = provideChromium('shell');
  } catch (error) {
    report('Chromium', { code: 1, output: (error as Error).message, seconds: 0 });
  }
}

async function testUnits(): Promise<void> {
  console.log('\nUnit and integration tests');
  const command = [process.execPath, tool('vitest'), 'run'] as const;
  const outcome = await run(command, { show: true, env: { ...env, FAILURES_FILE: failuresFile } });
  report('unit and integration tests', outcome);
}

async function testInBrowser(): Promise<void> {
  console.log('\nBrowser tests');
  const built = await run([process.execPath, 'web/build.ts', '--if-stale'], { env });
  report('build of the web', built);
  if (built.code === 0) report('weight of the screens', await run([process.execPath, 'web/weigh.ts'], { env }));
  // Without a browser the run has failed already; each story would say so again.
  if (built.code !== 0 || !env.CHROME_PATH) return;
  // Node runs the stories' TypeScript by itself; Playwright's own loader now and then evaluates a file outside of its suite.
  const settings = { ...env, PW_DISABLE_TS_ESM: '1' };
  const command = [process.execPath, tool('playwright'), 'test', '-c', 'e2e'] as const;
  report('browser tests', await run(command, { show: true, env: settings }));
}

/** A run ends what it started: checked, not hoped for. */
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
function report(name: string, { code, output, seconds }: Outcome): void {
  console.log(`${code === 0 ? '✓' : '✗'} ${name} (${seconds.toFixed(1)} s)`);
  if (code === 0) return;
  if (output) console.log(output.trimEnd().replace(/^/gm, '    '));
  failed.push(name);
}
