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
        { passed: 2, failed: 0, skipped: 0 },
        { passed: 3, failed: 1, skipped: 0 },
      ]),
    ).toBe('5 passed, 1 failed');
    expect(closingLine([{ passed: 2, failed: 0, skipped: 4 }])).toBe('2 passed, 0 failed, 4 skipped');
  });

  test('reads the reports of both test runners', () => {
    const vitest = report({ numPassedTests: 7, numFailedTests: 2, numPendingTests: 1, numTodoTests: 1 });
    expect(tallyVitest(vitest, 1)).toEqual({ passed: 7, failed: 2, skipped: 2 });
    const playwright = report({ stats: { expected: 5, unexpected: 1, flaky: 1, skipped: 0 } });
    expect(tallyPlaywright(playwright, 1)).toEqual({ passed: 5, failed: 2, skipped: 0 });
  });

  test('a run that fails outside of its tests, or leaves no report, counts as a failure', () => {
    const vitest = report({ numPassedTests: 7, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0 });
    expect(tallyVitest(vitest, 1)).toEqual({ passed: 7, failed: 1, skipped: 0 });
    expect(tallyPlaywright(join(folder, 'none.json'), 0)).toEqual({ passed: 0, failed: 1, skipped: 0 });
  });
});
