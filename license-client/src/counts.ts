import { randomNonce } from './encoding.ts';
import type { Batch, Counts, KeptState } from './state.ts';

/** Maximum number of names in one report. */
const maxNames = 20;
/** Maximum count in one report. */
const maxCount = 1_000_000_000_000;
const maxChecks = 1_000_000;
const none: Counts = { counters: {}, checks: 0 };

/**
 * Counts actions until the portal has accepted them. A sent batch has its own id and is repeated unchanged until the
 * portal answers. The portal remembers the ids of the last day and counts a batch once.
 */
export class Counter {
  readonly #state: KeptState;
  #counts: { counters: Record<string, number>; checks: number } = { counters: {}, checks: 0 };
  /** Loads the counts of an earlier process once. */
  #joined: Promise<void> | undefined;

  constructor(state: KeptState) {
    this.#state = state;
  }

  /**
   * @throws TypeError unless the name is a letter and up to 49 letters, digits, `_`, `.` and `-`; for a negative
   * number; for a 21st name
   */
  add(name: string, by: number): void {
    if (!/^[A-Za-z][\w.-]{0,49}$/.test(name)) throw new TypeError(`'${name}' is not a valid counter name`);
    if (!Number.isSafeInteger(by) || by < 0) throw new TypeError('a count must be a whole number');
    const { counters } = this.#counts;
    if (!Object.hasOwn(counters, name) && Object.keys(counters).length >= maxNames) {
      throw new TypeError(`there may be at most ${maxNames} counters`);
    }
    this.#grow(name, by);
  }

  /** Counts a check that the product made without asking the portal. */
  addCheck(): void {
    this.#counts.checks = Math.min(this.#counts.checks + 1, maxChecks);
  }

  /**
   * The next batch to send: the pending one, otherwise the counts since the last batch. The batch is stored before it
   * is sent.
   */
  async take(): Promise<Batch> {
    await this.#join();
    const state = await this.#state.load();
    if (state.batch) return state.batch;
    const names = Object.entries(this.#counts.counters);
    const batch = {
      counters: Object.fromEntries(names.slice(0, maxNames)),
      checks: this.#counts.checks,
      reportId: randomNonce(),
    };
    this.#counts = { counters: Object.fromEntries(names.slice(maxNames)), checks: 0 };
    if (isEmpty(batch)) return batch;
    state.batch = batch;
    delete state.counts;
    await this.#state.save();
    return batch;
  }

  /** The portal accepted a batch, or never will. */
  async taken(batch: Batch): Promise<void> {
    const state = await this.#state.load();
    if (state.batch?.reportId !== batch.reportId) return;
    delete state.batch;
    await this.#state.save();
  }

  /** Stores the counts since the last batch, for the next process. @returns whether something is not accepted yet */
  async save(): Promise<boolean> {
    await this.#join();
    const state = await this.#state.load();
    if (isEmpty(this.#counts)) delete state.counts;
    else state.counts = { counters: { ...this.#counts.counters }, checks: this.#counts.checks };
    await this.#state.save();
    return state.batch !== undefined || state.counts !== undefined;
  }

  #join(): Promise<void> {
    this.#joined ??= this.#state.load().then(({ counts = none }) => {
      this.#counts.checks += counts.checks;
      for (const [name, by] of Object.entries(counts.counters)) this.#grow(name, by);
    });
    return this.#joined;
  }

  #grow(name: string, by: number): void {
    const { counters } = this.#counts;
    const before = Object.hasOwn(counters, name) ? (counters[name] ?? 0) : 0;
    counters[name] = Math.min(before + by, maxCount);
  }
}

const isEmpty = ({ counters, checks }: Counts) => checks === 0 && Object.keys(counters).length === 0;
