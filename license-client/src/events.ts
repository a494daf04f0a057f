import type { LicensingError } from './errors.ts';
import type { Standing } from './standing.ts';

/** What the client tells by itself, each with what a listener gets. */
export interface ClientEvents {
  /** The code of the standing has changed. */
  readonly standing: Standing;
  /** A heartbeat in the background was sent, or failed; what counts now. */
  readonly reported: Standing;
  /** The device was released in the portal, or by another device. */
  readonly released: Standing;
  readonly blocked: Standing;
  /** The license has expired, or was canceled. */
  readonly ended: Standing;
  /** The session of a floating license ended against the product's will. */
  readonly lost: Standing;
  /** The portal did not answer, and an earlier answer counts. Told once, until it is back. */
  readonly away: Standing;
  readonly back: Standing;
  /** The device's clock differs from the portal's. Show it: `portalTime` is right. */
  readonly clockDiffers: { readonly portalTime: Date; readonly differenceSeconds: number };
  /** A call was refused for another reason than the license, such as a token that was replaced. */
  readonly failed: LicensingError;
}

export type Listener<Name extends keyof ClientEvents> = (detail: ClientEvents[Name]) => void;

export class Emitter {
  readonly #listeners = new Map<string, Set<(detail: never) => void>>();

  /** @returns what ends it */
  on<Name extends keyof ClientEvents>(name: Name, listener: Listener<Name>): () => void {
    const listeners = this.#listeners.get(name) ?? new Set();
    this.#listeners.set(name, listeners.add(listener));
    return () => void listeners.delete(listener);
  }

  emit<Name extends keyof ClientEvents>(name: Name, detail: ClientEvents[Name]): void {
    for (const listener of this.#listeners.get(name) ?? []) {
      // What a listener throws is its own affair: no call of the client ends by it.
      queueMicrotask(() => listener(detail as never));
    }
  }
}
