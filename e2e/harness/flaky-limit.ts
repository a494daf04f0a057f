import type { FullResult, Reporter, TestCase } from '@playwright/test/reporter';

/** Stories of a run that may pass only at the second try. */
const accepted = 3;

/** Fails a run in which more stories than that passed only at the second try. docs/decisions/0049-a-story-is-told-twice.md */
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
