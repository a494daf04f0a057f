import type { LicensingError } from './errors.ts';
import type { Standing } from './standing.ts';

/** The client's events, with the argument of their listeners. */
export interface ClientEvents {
  /** The code of the standing has changed. */
  readonly standing: Standing;
  /** A heartbeat in the background was sent or failed. Contains the current standing. */
  readonly reported: Standing;
  /** The device was released in the portal, or by another device. */
  readonly released: Standing;
  readonly blocked: Standing;
  /** The license has expired, or was canceled. */
  readonly ended: Standing;
  /** The session of a floating license ended unexpectedly. */
  readonly lost: Standing;
  /** The portal did not answer, and an earlier answer is used. Emitted once until the portal answers again. */
  readonly away: Standing;
  readonly back: Standing;
  /** The device's clock differs from the portal's. Show it to the user: `portalTime` is correct. */
  readonly clockDiffers: { readonly portalTime: Date; readonly differenceSeconds: number };
  /** A call was refused for a reason other than the license, such as a replaced token. */
  readonly failed: LicensingError;
}

export type Listener<Name extends keyof ClientEvents> = (detail: ClientEvents[Name]) => void;

export class Emitter {
  readonly #listeners = new Map<string, Set<(detail: never) => void>>();

  /** @returns a function that removes the listener */
  on<Name extends keyof ClientEvents>(name: Name, listener: Listener<Name>): () => void {
    const listeners = this.#listeners.get(name) ?? new Set();
    this.#listeners.set(name, listeners.add(listener));
    return () => void listeners.delete(listener);
  }

  emit<Name extends keyof ClientEvents>(name: Name, detail: ClientEvents[Name]): void {
    for (const listener of this.#listeners.get(name) ?? []) {
      // An error in a listener must not end a call of the client.
      queueMicrotask(() => listener(detail as never));
    }
  }
}
