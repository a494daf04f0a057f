import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';

const preload = join(import.meta.dirname, 'end-with-npm.ts');

/** Starts a program like npm does. It reports its progress in files. */
async function startByNpm(
  prefix: '' | 'exec ',
): Promise<{ folder: string; npm: ChildProcess; parent: number; program: number }> {
  const folder = mkdtempSync(join(tmpdir(), 'portico-npm-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const program = `
    const { writeFileSync } = require('node:fs');
    for (const signal of ['SIGTERM', 'SIGINT']) {
      process.on(signal, () => {
        writeFileSync('ended', signal);
        process.exit(0);
      });
    }
    setInterval(() => {}, 1_000);
    writeFileSync('started', process.ppid + ' ' + process.pid);`;
  writeFileSync(join(folder, 'program.cjs'), program);
  const start = `${prefix}"${process.execPath}" --import "${preload}" program.cjs`;
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ scripts: { start } }));
  const npm = spawn('npm', ['start'], { cwd: folder, stdio: 'ignore' });
  const started = () => (existsSync(join(folder, 'started')) ? readFileSync(join(folder, 'started'), 'utf8') : '');
  await expect.poll(started, { timeout: 30_000 }).not.toBe('');
  const [parent = 0, own = 0] = started().split(' ').map(Number);
  onTestFinished(() => endIfAlive(own));
  return { folder, npm, parent, program: own };
}

function endIfAlive(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // The process has ended, as expected.
  }
}

describe.runIf(process.platform === 'linux')('a program that npm runs', () => {
  test.each([
    ['in place of its shell', 'npm gets SIGTERM', 'exec ', 'parent', 'SIGTERM'],
    ['in place of its shell', 'npm gets SIGINT', 'exec ', 'parent', 'SIGINT'],
    ['in place of its shell', 'npm is killed', 'exec ', 'parent', 'SIGKILL'],
    ['in place of its shell', 'it gets SIGTERM itself', 'exec ', 'program', 'SIGTERM'],
    ['in place of its shell', 'it gets SIGINT itself', 'exec ', 'program', 'SIGINT'],
    ['by a shell', 'the shell gets SIGTERM', '', 'parent', 'SIGTERM'],
    ['by a shell', 'the shell is killed', '', 'parent', 'SIGKILL'],
  ] as const)('%s ends cleanly when %s', async (_how, _what, prefix, whom, signal) => {
    const started = await startByNpm(prefix);
    const end = once(started.npm, 'exit');
    process.kill(started[whom], signal);
    await expect.poll(() => existsSync(join(started.folder, 'ended')), { timeout: 30_000 }).toBe(true);
    await expect.poll(() => existsSync(`/proc/${started.program}`), { timeout: 30_000 }).toBe(false);
    if (prefix === 'exec ' && signal !== 'SIGKILL') expect(await end).toEqual([0, null]);
  });

  test.each([
    ['start', /^exec node .*--import \.\/scripts\/end-with-npm\.ts/],
    ['sandbox', /--import \.\/scripts\/end-with-npm\.ts/],
  ])('is started this way by npm run %s', (name, pattern) => {
    const { scripts } = JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8'));
    expect(scripts[name]).toMatch(pattern);
  });
});
