import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { closingLine, tallyPlaywright, tallyVitest } from './tally.ts';

describe('the closing line', () => {
  const folder = mkdtempSync(join(tmpdir(), 'portico-tally-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const report = (content: object) => {
    const file = join(folder, `${Math.random()}.json`);
    writeFileSync(file, JSON.stringify(content));
    return file;
  };

  test('sums all kinds of checks, and names skipped ones only if there are any', () => {
    expect(
      closingLine([
        { passed: 2, failed: 0, skipped: 0, failures: [] },
        { passed: 3, failed: 1, skipped: 0, failures: [] },
      ]),
    ).toBe('5 passed, 1 failed');
    expect(closingLine([{ passed: 2, failed: 0, skipped: 4, failures: [] }])).toBe('2 passed, 0 failed, 4 skipped');
  });

  const counts = { numPassedTests: 7, numFailedTests: 2, numPendingTests: 1, numTodoTests: 1 };
  const stats = { expected: 5, unexpected: 1, flaky: 1, skipped: 0 };

  test('reads the reports of both test runners', () => {
    const vitest = report({ ...counts, testResults: [] });
    expect(tallyVitest(vitest, 1)).toEqual({ passed: 7, failed: 2, skipped: 2, failures: [] });
    const playwright = report({ stats, suites: [], errors: [] });
    expect(tallyPlaywright(playwright, 1)).toEqual({ passed: 5, failed: 2, skipped: 0, failures: [] });
  });

  test('names the unit tests that failed, and files that did not get as far as a test', () => {
    const vitest = report({
      ...counts,
      testResults: [
        {
          name: join(process.cwd(), 'server/src/a.test.ts'),
          status: 'failed',
          message: '',
          assertionResults: [
            { fullName: 'a sum is right', status: 'passed', failureMessages: [] },
            {
              fullName: 'a sum is whole',
              status: 'failed',
              failureMessages: ['\u001b[31mexpected 1 to be 2\u001b[39m'],
            },
          ],
        },
        {
          name: join(process.cwd(), 'web/b.test.ts'),
          status: 'failed',
          message: 'no such module',
          assertionResults: [],
        },
      ],
    });
    expect(tallyVitest(vitest, 1).failures).toEqual([
      { test: 'server/src/a.test.ts › a sum is whole', reason: 'expected 1 to be 2' },
      { test: 'web/b.test.ts', reason: 'no such module' },
    ]);
  });

  test('names the stories that failed, wherever they are nested, also when they passed at a second try', () => {
    const spec = (title: string, status: string, message: string) => ({
      title,
      file: 'story.spec.ts',
      line: 7,
      tests: [{ status, results: [{ errors: message ? [{ message }] : [] }] }],
    });
    const inner = { specs: [spec('pays', 'unexpected', 'not paid'), spec('leaves', 'flaky', 'not left')] };
    const playwright = report({
      stats,
      suites: [{ specs: [spec('enters', 'expected', '')], suites: [inner] }],
      errors: [{ message: 'no browser' }],
    });
    expect(tallyPlaywright(playwright, 1).failures).toEqual([
      { test: 'outside of the tests', reason: 'no browser' },
      { test: 'story.spec.ts:7 › pays', reason: 'not paid' },
      { test: 'story.spec.ts:7 › leaves', reason: 'not left' },
    ]);
  });

  test('a run that fails outside of its tests, or leaves no report, counts as a failure', () => {
    const vitest = report({ ...counts, numFailedTests: 0, testResults: [] });
    expect(tallyVitest(vitest, 1)).toMatchObject({
      passed: 7,
      failed: 1,
      failures: [{ test: 'outside of the tests' }],
    });
    expect(tallyPlaywright(join(folder, 'none.json'), 0)).toMatchObject({ passed: 0, failed: 1, skipped: 0 });
  });
});
