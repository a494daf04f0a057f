import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

export interface Tally {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** What failed: the test with its file, and the first lines of why. The run's last lines repeat it, where all can find it. */
  readonly failures: readonly Failure[];
}

export interface Failure {
  readonly test: string;
  readonly reason: string;
}

/** Lines of a failure's reason: the message and where it was thrown, without the rest of the stack. */
const reasonLines = 12;

function failure(test: string, reason: string): Failure {
  return { test, reason: stripVTControlCharacters(reason).trim().split('\n').slice(0, reasonLines).join('\n') };
}

interface VitestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

interface PlaywrightSuite {
  readonly specs: readonly {
    readonly title: string;
    readonly file: string;
    readonly line: number;
    readonly tests: readonly {
      readonly status: string;
      readonly results: readonly { readonly errors: readonly { readonly message?: string }[] }[];
    }[];
  }[];
  readonly suites?: readonly PlaywrightSuite[];
}

interface PlaywrightReport {
  readonly stats: {
    readonly expected: number;
    readonly unexpected: number;
    readonly flaky: number;
    readonly skipped: number;
  };
  readonly suites: readonly PlaywrightSuite[];
  readonly errors: readonly { readonly message?: string }[];
}

const noReport = (file: string): Tally => ({
  passed: 0,
  failed: 1,
  skipped: 0,
  failures: [failure(file, 'There is no report: the run ended before it could write one.')],
});

/** What a run that wrote no usable report, or failed outside of its tests, comes to: at least one failure. */
function atLeastOneFailure(tally: Tally, code: number): Tally {
  if (code === 0 || tally.failed > 0) return tally;
  const why = `It ended with ${code}, for something that no report names: its own words, above, say what.`;
  return { ...tally, failed: 1, failures: [...tally.failures, failure('outside of the tests', why)] };
}

/** Reads Vitest's JSON report. */
export function tallyVitest(file: string, code: number): Tally {
  const report = read(file) as VitestReport | undefined;
  if (!report) return noReport(file);
  const failures = report.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const path = relative(process.cwd(), name);
    const failed = assertionResults.filter((result) => result.status === 'failed');
    if (status === 'failed' && failed.length === 0) return [failure(path, message)];
    return failed.map((result) => failure(`${path} › ${result.fullName}`, result.failureMessages.join('\n')));
  });
  return atLeastOneFailure(
    {
      passed: report.numPassedTests,
      failed: report.numFailedTests,
      skipped: report.numPendingTests + report.numTodoTests,
      failures,
    },
    code,
  );
}

/** Reads Playwright's JSON report. A test that passes only when tried again has failed. */
export function tallyPlaywright(file: string, code: number): Tally {
  const report = read(file) as PlaywrightReport | undefined;
  if (!report) return noReport(file);
  const { expected, unexpected, flaky, skipped } = report.stats;
  const failures = [
    ...report.errors.map(({ message = '' }) => failure('outside of the tests', message)),
    ...report.suites.flatMap(failedSpecs),
  ];
  return atLeastOneFailure({ passed: expected, failed: unexpected + flaky, skipped, failures }, code);
}

function failedSpecs(suite: PlaywrightSuite): Failure[] {
  const here = suite.specs
    .filter(({ tests }) => tests.some(({ status }) => status === 'unexpected' || status === 'flaky'))
    .map(({ title, file, line, tests }) => {
      const errors = tests.flatMap(({ results }) => results.flatMap((result) => result.errors));
      return failure(`${file}:${line} › ${title}`, errors.map(({ message = '' }) => message).join('\n'));
    });
  return [...here, ...(suite.suites ?? []).flatMap(failedSpecs)];
}

/** The closing line: `N passed, N failed`, and skipped ones only if there are any. */
export function closingLine(tallies: readonly Tally[]): string {
  const sum = (key: 'passed' | 'failed' | 'skipped') => tallies.reduce((total, tally) => total + tally[key], 0);
  return `${sum('passed')} passed, ${sum('failed')} failed${sum('skipped') > 0 ? `, ${sum('skipped')} skipped` : ''}`;
}

function read(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
