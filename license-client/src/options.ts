import type { PublicKeys } from './ed25519.ts';
import type { Fetch } from './http.ts';
import { memoryStore, type Store } from './store.ts';

/**
 * A named part of a device, by which it is recognized after another part changed, such as `{ name: 'board', value:
 * 'A1B2' }`.
 */
export interface Fingerprint {
  readonly name: string;
  readonly value: string;
}

export interface ClientOptions {
  /** The portal's address, such as `https://portal.example.com`: HTTPS, or HTTP on this machine. */
  readonly portal: string;
  /** The product's token, or a function that returns it. The client never stores it. */
  readonly token: string | (() => string | Promise<string>);
  /** Identifies this device: 1 to 128 printable ASCII characters without spaces, case-sensitive. */
  readonly hardwareId: string;
  /** Maximum 20 parts. The portal recognizes a device by the parts that have not changed. */
  readonly fingerprints?: readonly Fingerprint[];
  /** A name of this device for people, such as its host name. */
  readonly name?: string;
  /** The license. If left out, the portal uses the only usable license of the token's account and product. */
  readonly serialNumber?: string;
  /** The catalog's id of the product. A license of any other product is not accepted. */
  readonly product: string;
  /** The product's version, at most 50 characters. */
  readonly version?: string;
  /** The language of the portal's messages. English by default. */
  readonly locale?: 'en' | 'fr';
  /**
   * The portal's public keys. Build them into the product if its users must not be able to impersonate the portal.
   * Otherwise the client fetches the list over HTTPS and pins the keys.
   */
  readonly publicKeys?: PublicKeys;
  /** Ids of leaked keys. Nothing that they signed is trusted. */
  readonly distrustedKeyIds?: readonly string[];
  /** Where the state is stored between two starts. The default is memory, which loses the license with the process. */
  readonly store?: Store;
  /** Seconds for an answer; 10 by default. */
  readonly timeoutSeconds?: number;
  /** How often a call without an answer is repeated; 3 by default. */
  readonly retries?: number;
  /**
   * Milliseconds before the first repetition; 500 by default. Each further one waits twice as long, up to 30 seconds.
   */
  readonly retryMilliseconds?: number;
  /** The device's clock, for tests. */
  readonly now?: () => Date;
  readonly fetch?: Fetch;
}

export type Options = Required<
  Pick<
    ClientOptions,
    | 'portal'
    | 'hardwareId'
    | 'product'
    | 'fingerprints'
    | 'distrustedKeyIds'
    | 'store'
    | 'timeoutSeconds'
    | 'retries'
    | 'retryMilliseconds'
    | 'now'
    | 'fetch'
  >
> &
  Pick<ClientOptions, 'token' | 'name' | 'serialNumber' | 'version' | 'locale' | 'publicKeys'>;

/** @throws TypeError for an address without HTTPS, an invalid hardware ID or a missing product */
export function resolveOptions(given: ClientOptions): Options {
  const { hardwareId } = given;
  if (!/^[!-~]{1,128}$/.test(hardwareId))
    throw new TypeError('hardwareId must be 1 to 128 printable characters without spaces');
  if (!given.product) throw new TypeError('product must be the catalog’s id of the product');
  if ((given.fingerprints?.length ?? 0) > 20) throw new TypeError('there may be at most 20 fingerprints');
  return {
    ...given,
    portal: normalizePortalUrl(given.portal),
    fingerprints: given.fingerprints ?? [],
    distrustedKeyIds: given.distrustedKeyIds ?? [],
    store: given.store ?? memoryStore(),
    timeoutSeconds: given.timeoutSeconds ?? 10,
    retries: given.retries ?? 3,
    retryMilliseconds: given.retryMilliseconds ?? 500,
    now: given.now ?? (() => new Date()),
    fetch: given.fetch ?? ((...args) => globalThis.fetch(...args)),
  };
}

/** Without a trailing slash. HTTP is refused, because others could read the token. */
function normalizePortalUrl(portal: string): string {
  const { protocol, hostname, origin, pathname } = new URL(portal);
  const isLocal = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
  if (protocol !== 'https:' && !(protocol === 'http:' && isLocal)) {
    throw new TypeError('the portal’s address must begin with https://');
  }
  return origin + pathname.replace(/\/+$/, '');
}
