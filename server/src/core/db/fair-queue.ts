import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * The caller for whom the current work is done: an account or an address. Undefined for the portal's own work, such as
 * jobs.
 */
export const currentCaller = new AsyncLocalStorage<string>();

/** Set when an item is added. */
interface Turn {
  readonly caller?: string | undefined;
  readonly round?: number;
}

/**
 * A queue in which callers take turns (LIM-13): in each round, every caller with waiting items has one of them served. Each item of the portal's own
 * work counts as a caller. It is an array, so that it can replace the queue of a connection pool.
 */
export class FairQueue<Item extends object> extends Array<Item & Turn> {
  /** The round of the item served last, and the callers served in it. */
  #round = 0;
  readonly #served = new Set<string>();

  /** Arrays that are derived from the queue, such as removed items, are plain. */
  static override get [Symbol.species]() {
    return Array;
  }

  /** The number of waiting items that would be served before the caller's next one. */
  countBefore(caller: string | undefined): number {
    return this.#endOf(this.#nextRoundOf(caller));
  }

  /** Adds an item of the current caller. @returns the number of waiting items. */
  override push(item: Item): number {
    const caller = currentCaller.getStore();
    const round = this.#nextRoundOf(caller);
    this.splice(this.#endOf(round), 0, Object.assign(item, { caller, round }));
    return this.length;
  }

  /** Takes the item that is served next. */
  override shift(): (Item & Turn) | undefined {
    const next = super.shift();
    if (next?.round !== undefined && next.round !== this.#round) {
      this.#round = next.round;
      this.#served.clear();
    }
    if (next?.caller !== undefined) this.#served.add(next.caller);
    return next;
  }

  #nextRoundOf(caller: string | undefined): number {
    if (caller === undefined) return this.#round;
    const last = this.findLast((item) => item.caller === caller)?.round;
    if (last !== undefined) return last + 1;
    return this.#served.has(caller) ? this.#round + 1 : this.#round;
  }

  #endOf(round: number): number {
    return this.findLastIndex((item) => (item.round ?? 0) <= round) + 1;
  }
}
