import type { FullResult, Reporter, TestCase } from '@playwright/test/reporter';

/** More stories than these that pass only when they are told again are no chance any more. */
const accepted = 3;

/** Fails a run in which more than a few stories passed only at the second try. docs/decisions/0049-a-story-is-told-twice.md */
export default class FlakyLimit implements Reporter {
  readonly #tests = new Set<TestCase>();

  onTestEnd(test: TestCase): void {
    this.#tests.add(test);
  }

  async onEnd(): Promise<{ status?: FullResult['status'] }> {
    const flaky = [...this.#tests].filter((test) => test.outcome() === 'flaky').length;
    if (flaky <= accepted) return {};
    console.log(`${flaky} stories passed only at the second try; at most ${accepted} may.`);
    return { status: 'failed' };
  }

  printsToStdio(): boolean {
    return false;
  }
}
