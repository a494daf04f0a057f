import { writeFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import type { Reporter, SerializedError, TestModule } from 'vitest/node';

/** Maximum lines of a message and of its stack. The runner has shown both in full. */
const longest = { message: 15, stack: 3 };

/**
 * Writes the failures to the file in `FAILURES_FILE`, for the end of the whole run. Otherwise the browser tests' output
 * would hide the runner's list.
 */
export default class Failures implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const file = process.env.FAILURES_FILE;
    if (file) writeFileSync(file, describeFailures(modules, unhandled));
  }
}

/**
 * A paragraph for each failure of a run: where it happened and the beginning of its message. Includes errors outside of
 * tests, which also fail a run. Empty without failures.
 */
export function describeFailures(modules: readonly TestModule[], unhandled: readonly SerializedError[]): string {
  const ofModules = modules.flatMap((module) => {
    const place = `${module.project.name}: ${module.relativeModuleId}`;
    return [
      ...describe(place, module.errors()),
      ...[...module.children.allSuites()].flatMap((suite) => describe(`${place} > ${suite.fullName}`, suite.errors())),
      ...[...module.children.allTests('failed')].flatMap((test) =>
        describe(`${place} > ${test.fullName}`, test.result().errors ?? []),
      ),
    ];
  });
  return [...ofModules, ...describe('belongs to no test', unhandled)].join('\n');
}

interface Failure {
  readonly message: string;
  readonly stack?: string | undefined;
  readonly diff?: string | undefined;
}

function describe(place: string, failures: readonly Failure[]): string[] {
  return failures.map(({ message, stack = '', diff = '' }) => {
    const said = `${message}\n${diff}`.trimEnd().split('\n').slice(0, longest.message);
    const calls = stack
      .split('\n')
      .filter((line) => /^\s+at /.test(line) && !/node_modules|node:internal|<anonymous>/.test(line));
    const lines = [...said, ...calls.slice(0, longest.stack)].map((line) => `    ${stripVTControlCharacters(line)}`);
    return [`  ${place}`, ...lines].join('\n');
  });
}
