import { randomNonce } from './encoding.ts';
import type { Batch, Counts, KeptState } from './state.ts';

/** Names that one report has room for. */
const mostNames = 20;
/** The most that one report has room for. */
const mostCounted = 1_000_000_000_000;
const mostChecks = 1_000_000;
const none: Counts = { counters: {}, checks: 0 };

/**
 * Counts what the product does until the portal took it. What is on its way is a batch with a nonce of its own: it is sent again as it was until the portal
 * answers, so that the portal, which knows the nonce it took last, counts it once.
 */
export class Counter {
  readonly #state: KeptState;
  #counts: { counters: Record<string, number>; checks: number } = { counters: {}, checks: 0 };
  /** What an earlier process left joins once. */
  #joined: Promise<void> | undefined;

  constructor(state: KeptState) {
    this.#state = state;
  }

  /** @throws TypeError for another name than a letter and up to 49 letters, digits, `_`, `.` and `-`, for less than 0, and for a 21st name */
  add(name: string, by: number): void {
    if (!/^[A-Za-z][\w.-]{0,49}$/.test(name)) throw new TypeError(`'${name}' is no name of a counter`);
    if (!Number.isSafeInteger(by) || by < 0) throw new TypeError('a counter grows by whole numbers');
    const { counters } = this.#counts;
    if (!Object.hasOwn(counters, name) && Object.keys(counters).length >= mostNames) {
      throw new TypeError(`there are more than ${mostNames} counters`);
    }
    this.#grow(name, by);
  }

  /** A check that the product made without asking the portal. */
  addCheck(): void {
    this.#counts.checks = Math.min(this.#counts.checks + 1, mostChecks);
  }

  /** What is to be sent now: the batch that was not taken yet, or else what was counted since. It is stored before it is sent. */
  async take(): Promise<Batch> {
    await this.#join();
    const state = await this.#state.load();
    if (state.batch) return state.batch;
    const names = Object.entries(this.#counts.counters);
    const batch = {
      counters: Object.fromEntries(names.slice(0, mostNames)),
      checks: this.#counts.checks,
      nonce: randomNonce(),
    };
    this.#counts = { counters: Object.fromEntries(names.slice(mostNames)), checks: 0 };
    if (isEmpty(batch)) return batch;
    state.batch = batch;
    delete state.counts;
    await this.#state.save();
    return batch;
  }

  /** The portal took a batch, or never will. */
  async taken(batch: Batch): Promise<void> {
    const state = await this.#state.load();
    if (state.batch?.nonce !== batch.nonce) return;
    delete state.batch;
    await this.#state.save();
  }

  /** Stores what was counted since the last batch, for the next process. @returns whether something was not taken yet */
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
    counters[name] = Math.min(before + by, mostCounted);
  }
}

const isEmpty = ({ counters, checks }: Counts) => checks === 0 && Object.keys(counters).length === 0;
