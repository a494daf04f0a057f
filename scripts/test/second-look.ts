import { writeFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import type { Reporter, SerializedError, TestCase, TestModule } from 'vitest/node';

/** Tests of a run that may pass only at the second try. docs/decisions/0049-a-test-is-run-twice.md */
const accepted = 3;

/** Lines of a message, and of the stack, that are repeated; the runner has shown all of both. */
const longest = { message: 15, stack: 3 };

/**
 * Writes what failed and what passed only at the second try to the file that `SECOND_LOOK_FILE` names, for the end of the whole run: the browser tests'
 * hundreds of lines come after the runner's own list. Fails a run in which too many tests passed only at the second try.
 */
export default class SecondLook implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const { text, flaky } = lookAgain(modules, unhandled);
    const file = process.env.SECOND_LOOK_FILE;
    if (file) writeFileSync(file, text);
    if (flaky > accepted) process.exitCode = 1;
  }
}

/**
 * A paragraph for each failure of a run: where it happened and the beginning of its message. Errors that belong to no test fail a run too, and are among
 * them.
 *
 * @returns the paragraphs, empty when every test passed at once, and the number of tests that passed only at the second try
 */
export function lookAgain(
  modules: readonly TestModule[],
  unhandled: readonly SerializedError[],
): { text: string; flaky: number } {
  const tests = modules.flatMap((module) => [...module.children.allTests()]);
  const failed = [
    ...modules.flatMap((module) => describe(place(module), module.errors())),
    ...modules
      .flatMap((module) => [...module.children.allSuites()])
      .flatMap((suite) => describe(`${place(suite.module)} > ${suite.fullName}`, suite.errors())),
    ...tests.filter((test) => test.result().state === 'failed').flatMap(describeTest),
    ...describe('belongs to no test', unhandled),
  ];
  const flaky = tests.filter((test) => test.diagnostic()?.flaky);
  const parts = [
    list('Failed:', failed),
    list(`Passed only at the second try (at most ${accepted} may):`, flaky.flatMap(describeTest)),
  ];
  return { text: parts.filter(Boolean).join('\n'), flaky: flaky.length };
}

const list = (title: string, paragraphs: readonly string[]): string =>
  paragraphs.length > 0 ? [title, ...paragraphs].join('\n') : '';

const place = ({ project, relativeModuleId }: TestModule): string => `${project.name}: ${relativeModuleId}`;

const describeTest = (test: TestCase): string[] =>
  describe(`${place(test.module)} > ${test.fullName}`, test.result().errors ?? []);

function describe(
  place: string,
  errors: readonly {
    readonly message: string;
    readonly stack?: string | undefined;
    readonly diff?: string | undefined;
  }[],
): string[] {
  return errors.map(({ message, stack = '', diff = '' }) => {
    const said = `${message}\n${diff}`.trimEnd().split('\n').slice(0, longest.message);
    const calls = stack
      .split('\n')
      .filter((line) => /^\s+at /.test(line) && !/node_modules|node:internal|<anonymous>/.test(line));
    return [place, ...[...said, ...calls.slice(0, longest.stack)].map((line) => `  ${line}`)]
      .map((line) => `  ${stripVTControlCharacters(line)}`)
      .join('\n');
  });
}
