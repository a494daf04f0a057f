import type { PublicKeys } from './ed25519.ts';
import type { Fetch } from './http.ts';
import { memoryStore, type Store } from './store.ts';

/** A part of a device by which it is recognized after another part changed, such as `{ name: 'board', value: 'A1B2' }`. */
export interface Fingerprint {
  readonly name: string;
  readonly value: string;
}

export interface ClientOptions {
  /** The portal's address, such as `https://portal.example.com`: https, or http on this machine. */
  readonly portal: string;
  /** The product's token, or what finds it. The client never stores it. */
  readonly token: string | (() => string | Promise<string>);
  /** What names this device: 1 to 128 printable characters of ASCII without spaces. Case matters. */
  readonly hardwareId: string;
  /** At most 20. The portal knows a device again by those that are still the same. */
  readonly fingerprints?: readonly Fingerprint[];
  /** What people call this device, such as its host name. */
  readonly name?: string;
  /** The license. Without one the portal takes the only usable license of the token's account and product. */
  readonly serialNumber?: string;
  /** The catalog's id of the product. Only requests of devices without a network need it. */
  readonly product?: string;
  /** The product's version: at most 50 characters. */
  readonly version?: string;
  /** The language of the portal's messages. English by default. */
  readonly locale?: 'en' | 'fr';
  /**
   * The portal's public keys. Build them into the product where its users must not be able to stand in for the portal. Without them, the client fetches
   * the list over https, and keeps what it had once.
   */
  readonly publicKeys?: PublicKeys;
  /** Ids of keys that became known to others: nothing that they signed is believed. */
  readonly distrustedKeyIds?: readonly string[];
  /** Where the state is kept between two starts. In memory by default, which forgets the license with the process. */
  readonly store?: Store;
  /** Seconds for one answer; 10 by default. */
  readonly timeoutSeconds?: number;
  /** How often a call without an answer is sent again; 3 by default. */
  readonly retries?: number;
  /** Milliseconds before the first of these; 500 by default. Each next one waits twice as long, up to 30 seconds. */
  readonly retryMilliseconds?: number;
  /** The device's clock. For tests. */
  readonly now?: () => Date;
  readonly fetch?: Fetch;
}

export type Options = Required<
  Pick<
    ClientOptions,
    | 'portal'
    | 'hardwareId'
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
  Pick<ClientOptions, 'token' | 'name' | 'serialNumber' | 'product' | 'version' | 'locale' | 'publicKeys'>;

/** @throws TypeError for an address without https or a hardware ID of another form */
export function resolveOptions(given: ClientOptions): Options {
  const { hardwareId } = given;
  if (!/^[!-~]{1,128}$/.test(hardwareId))
    throw new TypeError('hardwareId is not 1 to 128 printable characters without spaces');
  if ((given.fingerprints?.length ?? 0) > 20) throw new TypeError('there are more than 20 fingerprints');
  return {
    ...given,
    portal: addressOf(given.portal),
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

/** Without a slash at its end. A token sent by plain http could be read on its way. */
function addressOf(portal: string): string {
  const { protocol, hostname, origin, pathname } = new URL(portal);
  const isLocal = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
  if (protocol !== 'https:' && !(protocol === 'http:' && isLocal)) {
    throw new TypeError('the portal’s address does not begin with https://');
  }
  return origin + pathname.replace(/\/+$/, '');
}
