import { findKey, type PublicKeys } from './ed25519.ts';
import { fromBase64Url, parseJson } from './encoding.ts';
import { LicensingError } from './errors.ts';
import { request } from './http.ts';
import { isObject } from './license.ts';
import type { Options } from './options.ts';
import type { KeptState } from './state.ts';

/** Minimum milliseconds between two fetches of the list, which an unknown key triggers. */
const shortestPause = 60_000;

/** The trusted keys: those built into the product, or the portal's pinned list. */
export class KeyRing {
  readonly #options: Options;
  readonly #state: KeptState;
  #fetching: Promise<void> | undefined;
  #fetchedAt = Number.NEGATIVE_INFINITY;

  constructor(options: Options, state: KeptState) {
    this.#options = options;
    this.#state = state;
  }

  /** Starts fetching the list if it will be needed, while the first call is running. */
  async prepare(): Promise<void> {
    if (this.#options.publicKeys || (await this.#state.load()).keys) return;
    await this.#fetch();
  }

  /**
   * The raw key with this id; undefined if it is not trusted. A fetched list is fetched again for an unknown id.
   * @throws LicensingError `PortalAway` without the list, `AnswerNotTrusted` if it has another key for a pinned id
   */
  async find(keyId: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
    const kept = await this.findKept(keyId);
    if (kept || this.#options.publicKeys || this.#options.distrustedKeyIds.includes(keyId)) return kept;
    if (this.#fetching === undefined && Date.now() - this.#fetchedAt < shortestPause) return undefined;
    await this.#fetch();
    return this.findKept(keyId);
  }

  /** Like `find`, without a network. */
  async findKept(keyId: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
    return findKey(await this.all(), keyId);
  }

  /** All trusted keys, without a network. */
  async all(): Promise<PublicKeys> {
    const keys = this.#options.publicKeys ?? (await this.#state.load()).keys ?? {};
    return Object.fromEntries(Object.entries(keys).filter(([id]) => !this.#options.distrustedKeyIds.includes(id)));
  }

  #fetch(): Promise<void> {
    this.#fetching ??= this.#read().finally(() => {
      this.#fetching = undefined;
    });
    return this.#fetching;
  }

  async #read(): Promise<void> {
    const { portal, fetch, timeoutSeconds } = this.#options;
    const url = `${portal}/.well-known/portico-license-keys.json`;
    const { status, text } = await request(url, {}, { fetch, timeoutSeconds, signal: undefined });
    const listed = status === 200 ? readList(text) : undefined;
    if (!listed) throw new LicensingError('PortalAway', 'The portal’s list of keys cannot be read.', { status });
    const state = await this.#state.load();
    for (const [id, key] of Object.entries(state.keys ?? {})) {
      if (Object.hasOwn(listed, id) && listed[id] !== key) {
        const reason = 'keyChanged';
        throw new LicensingError('AnswerNotTrusted', `The portal’s list has a different key ${id}.`, { reason });
      }
    }
    state.keys = { ...state.keys, ...listed };
    this.#fetchedAt = Date.now();
    await this.#state.save();
  }
}

/** The keys in the list that this version supports; undefined if it is not a list. */
function readList(text: string): PublicKeys | undefined {
  const list = parseJson(text);
  if (!isObject(list) || !Array.isArray(list.keys)) return undefined;
  const entries = list.keys.filter(isObject).flatMap(({ keyId, algorithm, publicKey }): [string, string][] => {
    if (typeof keyId !== 'string' || algorithm !== 'Ed25519' || typeof publicKey !== 'string') return [];
    return fromBase64Url(publicKey)?.length === 32 ? [[keyId, publicKey]] : [];
  });
  return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}
