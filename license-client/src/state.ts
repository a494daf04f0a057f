import { isObject, isText } from './license.ts';
import { readSignedText, type SignedText } from './signed-answer.ts';
import type { Store } from './store.ts';

/** Counts of the product's actions by name, and the number of its checks. */
export interface Counts {
  readonly counters: Readonly<Record<string, number>>;
  readonly checks: number;
}

/** Counts being sent. Their id stays the same until the portal accepted them, so that it can detect a repetition. */
export interface Batch extends Counts {
  readonly reportId: string;
}

/** An offline device's request that waits for its activation file. */
export interface PendingRequest {
  readonly text: string;
  readonly nonce: string;
  readonly shortCode: string;
  /** The hardware ID in the short code. */
  readonly shortHardwareId: string;
}

/** The client's state between two starts. Values that users must not forge are stored in signed form. */
export interface State {
  /** The portal's list of keys, as fetched. */
  keys?: Readonly<Record<string, string>>;
  /** The portal's last answer about this device. */
  word?: SignedText;
  /** The last answer that opened or renewed the session of a floating license. */
  lease?: SignedText;
  /** The serial number of the license that was activated or checked out here. */
  serialNumber?: string;
  /** The key of the checkout. The product creates it, so that repeating the checkout returns the same session. */
  requestKey?: string;
  /** The text of an activation file. */
  file?: string;
  request?: PendingRequest;
  /** The request that proves that the activation file was deleted. */
  deactivation?: string;
  /** Keys of activation files that were given up. */
  givenUp?: readonly string[];
  /** The newest time that was seen, in milliseconds since 1970. */
  newestTime?: number;
  /** Milliseconds that the portal's clock is ahead of the device's. */
  clockOffset?: number;
  counts?: Counts;
  batch?: Batch;
}

/** The client's state, loaded once and written in the order of its changes. */
export class KeptState {
  readonly #store: Store;
  #loading: Promise<State> | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(store: Store) {
    this.#store = store;
  }

  /** The state itself; change it and call `save`. An unreadable text counts as none. */
  load(): Promise<State> {
    this.#loading ??= this.#store.read().then(readState);
    return this.#loading;
  }

  async save(): Promise<void> {
    const text = JSON.stringify({ version: 1, ...(await this.load()) });
    const written = this.#writing.then(() => this.#store.write(text));
    this.#writing = written.catch(() => undefined);
    return written;
  }
}

function readState(text: string | undefined): State {
  let value: unknown;
  try {
    value = JSON.parse(text ?? '');
  } catch {
    return {};
  }
  if (!isObject(value) || value.version !== 1) return {};
  const state: State = {};
  const [word, lease] = [readSignedText(value.word), readSignedText(value.lease)];
  if (word) state.word = word;
  if (lease) state.lease = lease;
  if (isTexts(value.keys)) state.keys = value.keys;
  for (const name of ['serialNumber', 'requestKey', 'file', 'deactivation'] as const) {
    const kept = value[name];
    if (typeof kept === 'string') state[name] = kept;
  }
  for (const name of ['newestTime', 'clockOffset'] as const) {
    const kept = value[name];
    if (Number.isFinite(kept)) state[name] = kept as number;
  }
  if (Array.isArray(value.givenUp)) state.givenUp = value.givenUp.filter((each) => typeof each === 'string');
  const { request, counts, batch } = value;
  if (isTexts(request)) state.request = request as unknown as PendingRequest;
  if (isCounts(counts)) state.counts = counts;
  if (isCounts(batch)) {
    // Earlier versions sent the batch's id as the nonce of its call.
    const { reportId, nonce } = batch as Partial<Record<'reportId' | 'nonce', unknown>>;
    const id = reportId ?? nonce;
    if (isText(id)) state.batch = { counters: batch.counters, checks: batch.checks, reportId: id };
  }
  return state;
}

function isTexts(value: unknown): value is Readonly<Record<string, string>> {
  return isObject(value) && Object.values(value).every((each) => typeof each === 'string');
}

function isCounts(value: unknown): value is Counts {
  return isObject(value) && Number.isSafeInteger(value.checks) && isNumbers(value.counters);
}

function isNumbers(value: unknown): boolean {
  return isObject(value) && Object.values(value).every((each) => Number.isSafeInteger(each) && (each as number) >= 0);
}
