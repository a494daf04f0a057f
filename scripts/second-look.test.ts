import { describe, expect, it } from 'vitest';
import type { TestModule } from 'vitest/node';
import { lookAgain } from './test/second-look.ts';

type State = 'passed' | 'failed';
const errorOf = (message: string) => ({
  message,
  stack: `Error: ${message}\n    at own.ts:1:1\n    at node_modules/x.js:2:2`,
});

function module({
  tests = [],
  suites = [],
  own = [],
}: {
  tests?: [string, State, string[]][];
  suites?: string[];
  own?: string[];
}) {
  const made = { project: { name: 'server' }, relativeModuleId: 'src/a.test.ts', errors: () => own.map(errorOf) };
  const children = {
    allTests: () =>
      tests.map(([fullName, state, errors]) => ({
        fullName,
        module: made,
        result: () => ({ state, errors: errors.length > 0 ? errors.map(errorOf) : undefined }),
        diagnostic: () => ({ flaky: state === 'passed' && errors.length > 0 }),
      })),
    allSuites: () => suites.map((message) => ({ fullName: 'a suite', module: made, errors: () => [errorOf(message)] })),
  };
  return { ...made, children } as unknown as TestModule;
}

describe('what a run repeats at its end', () => {
  it('is nothing when every test passed at once', () => {
    expect(lookAgain([module({ tests: [['a > b', 'passed', []]] })], [])).toEqual({ text: '', flaky: 0 });
  });

  it('names each test that failed with the message and the project’s own lines', () => {
    const { text } = lookAgain([module({ tests: [['a > b', 'failed', ['expected 1 to be 2']]] })], []);
    expect(text).toBe('Failed:\n  server: src/a.test.ts > a > b\n    expected 1 to be 2\n        at own.ts:1:1');
  });

  it('names files and suites that could not be set up, and errors that belong to no test', () => {
    const { text } = lookAgain(
      [module({ own: ['no such import'], suites: ['no database'] })],
      [errorOf('thrown later') as never],
    );
    expect(text).toMatch(
      /src\/a\.test\.ts\n {4}no such import\n[\s\S]*> a suite\n {4}no database\n[\s\S]*belongs to no test\n {4}thrown later/,
    );
  });

  it('counts and names apart what passed only at the second try', () => {
    const tests: [string, State, string[]][] = [
      ['once', 'passed', ['too slow']],
      ['twice', 'failed', ['wrong']],
    ];
    const { text, flaky } = lookAgain([module({ tests })], []);
    expect(flaky).toBe(1);
    expect(text).toMatch(
      /^Failed:\n[\s\S]*> twice\n[\s\S]*Passed only at the second try \(at most 3 may\):\n[\s\S]*> once\n {4}too slow/,
    );
  });
});
