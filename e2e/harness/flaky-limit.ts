import type { FullResult, Reporter, TestCase } from '@playwright/test/reporter';

/** Maximum number of stories in a run that may pass only at the second try. */
const maxFlaky = 3;

/** Fails a run in which more stories passed only at the second try (docs/decisions/0049-a-story-is-told-twice.md). */
export default class FlakyLimit implements Reporter {
  readonly #tests = new Set<TestCase>();

  onTestEnd(test: TestCase): void {
    this.#tests.add(test);
  }

  async onEnd(): Promise<{ status?: FullResult['status'] }> {
    const flaky = [...this.#tests].filter((test) => test.outcome() === 'flaky').length;
    if (flaky <= maxFlaky) return {};
    console.log(`${flaky} stories passed only at the second try; at most ${maxFlaky} may.`);
    return { status: 'failed' };
  }

  printsToStdio(): boolean {
    return false;
  }
}
