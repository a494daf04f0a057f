import { describe, expect, it } from 'vitest';
import type { TestModule } from 'vitest/node';
import { describeFailures } from './test/failures.ts';

const errorOf = (message: string) => ({
  message,
  stack: `Error: ${message}\n    at own.ts:1:1\n    at node_modules/x.js:2:2`,
});

/** A test file in which each of the named tests failed with a message. */
function module({ failed = {}, suite, own }: { failed?: Record<string, string>; suite?: string; own?: string }) {
  const errorsOf = (message: string | undefined) => (message ? [errorOf(message)] : []);
  const children = {
    allTests: (state: string) =>
      Object.entries(failed).map(([fullName, message]) => ({
        fullName,
        result: () => ({ state, errors: state === 'failed' ? [errorOf(message)] : undefined }),
      })),
    allSuites: () => [{ fullName: 'a suite', errors: () => errorsOf(suite) }],
  };
  const file = { project: { name: 'server' }, relativeModuleId: 'src/a.test.ts', errors: () => errorsOf(own) };
  return { ...file, children } as unknown as TestModule;
}

describe('the summary of failures at the end of a run', () => {
  it('is empty if nothing failed', () => {
    expect(describeFailures([module({})], [])).toBe('');
  });

  it('names each failed test with its message and the project’s own lines of the stack', () => {
    const failed = { 'a > b': 'expected 1 to be 2', 'a > c': '\u001b[31mred\u001b[39m' };
    expect(describeFailures([module({ failed })], []).split('\n')).toEqual([
      '  server: src/a.test.ts > a > b',
      '    expected 1 to be 2',
      '        at own.ts:1:1',
      '  server: src/a.test.ts > a > c',
      '    red',
      '        at own.ts:1:1',
    ]);
  });

  it('names files and suites that could not be set up, and errors that belong to no test', () => {
    const modules = [module({ own: 'no such import', suite: 'no database' })];
    const lines = describeFailures(modules, [errorOf('thrown later') as never]).split('\n');
    expect(lines.filter((line) => !line.includes(' at '))).toEqual([
      '  server: src/a.test.ts',
      '    no such import',
      '  server: src/a.test.ts > a suite',
      '    no database',
      '  belongs to no test',
      '    thrown later',
    ]);
  });

  it('repeats only the beginning of a long message', () => {
    const failed = { a: Array.from({ length: 40 }, (_, line) => `line ${line + 1}`).join('\n') };
    const text = describeFailures([module({ failed })], []);
    expect(text).toContain('line 15\n');
    expect(text).not.toContain('line 16');
  });
});
