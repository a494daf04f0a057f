import { AsyncLocalStorage } from 'node:async_hooks';

/** A known account, or the address of a request without one. */
export type Caller = `account ${number}` | `address ${string}`;

/** The caller that the current work is done for. Undefined for the portal's own work, such as jobs. */
export const currentCaller = new AsyncLocalStorage<Caller>();

/** Set when an item is added. */
interface Turn {
  readonly caller?: Caller | undefined;
  readonly round?: number;
}

/** Accounts and the portal's own work are one class of callers, addresses the other. */
type CallerClass = 'account' | 'address';

const callerClass = (caller: Caller | undefined): CallerClass =>
  caller?.startsWith('address ') ? 'address' : 'account';

/**
 * A queue in which callers take turns (LIM-13). While both classes wait, they alternate. In each round of a class,
 * every waiting caller has one item served; each of the portal's own items counts as a caller. It is an array, so
 * that it can replace a connection pool's queue.
 */
export class FairQueue<Item extends object> extends Array<Item & Turn> {
  /** The class of the item served last. */
  #lastClass: CallerClass = 'address';
  /** By class: the round of the item served last, and the callers served in that round. */
  readonly #served = {
    account: { round: 0, callers: new Set<Caller>() },
    address: { round: 0, callers: new Set<Caller>() },
  };

  /** Arrays that are derived from the queue, such as removed items, are plain. */
  static override get [Symbol.species]() {
    return Array;
  }

  /** The number of waiting items that would be served before the caller's next item. */
  countBefore(caller: Caller | undefined): number {
    const ownClass = callerClass(caller);
    const round = this.#nextRoundOf(caller);
    const sameClass = this.filter((item) => callerClass(item.caller) === ownClass);
    const ahead = sameClass.filter((item) => (item.round ?? 0) <= round).length;
    const turnsOfOthers = this.#lastClass === ownClass ? ahead + 1 : ahead;
    return ahead + Math.min(turnsOfOthers, this.length - sameClass.length);
  }

  /** Adds an item of the current caller. @returns the number of waiting items. */
  override push(item: Item): number {
    const caller = currentCaller.getStore();
    const ownClass = callerClass(caller);
    const round = this.#nextRoundOf(caller);
    const before = this.findLastIndex((other) => callerClass(other.caller) === ownClass && (other.round ?? 0) <= round);
    this.splice(before + 1, 0, Object.assign(item, { caller, round }));
    return this.length;
  }

  /** Takes the item that is served next. */
  override shift(): (Item & Turn) | undefined {
    const ofOtherClass = this.findIndex(({ caller }) => callerClass(caller) !== this.#lastClass);
    const [next] = this.splice(Math.max(ofOtherClass, 0), 1);
    if (next === undefined) return undefined;
    this.#lastClass = callerClass(next.caller);
    const served = this.#served[this.#lastClass];
    if (next.round !== undefined && next.round !== served.round) {
      served.round = next.round;
      served.callers.clear();
    }
    if (next.caller !== undefined) served.callers.add(next.caller);
    return next;
  }

  #nextRoundOf(caller: Caller | undefined): number {
    const served = this.#served[callerClass(caller)];
    if (caller === undefined) return served.round;
    const last = this.findLast((item) => item.caller === caller)?.round;
    if (last !== undefined) return last + 1;
    return served.callers.has(caller) ? served.round + 1 : served.round;
  }
}
