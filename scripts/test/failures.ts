import { writeFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import type { Reporter, SerializedError, TestModule } from 'vitest/node';

/** Lines of a message, and of the stack, that are repeated; the runner has shown all of both. */
const longest = { message: 15, stack: 3 };

/**
 * Writes what failed to the file that `FAILURES_FILE` names, for the end of the whole run: the browser tests' hundreds of lines come after the runner's
 * own list.
 */
export default class Failures implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const file = process.env.FAILURES_FILE;
    if (file) writeFileSync(file, describeFailures(modules, unhandled));
  }
}

/**
 * A paragraph for each failure of a run: where it happened and the beginning of its message. Errors that belong to no test fail a run too, and are among
 * them. Empty when nothing failed.
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
