import { readEntry, writeEntry } from './model/entries.ts';

/** The storage key of the latest sign-up in this browser, so that it can be continued. */
const latestKey = 'portico.signUp.latest';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** A random UUID; `crypto.randomUUID` does not exist on pages without TLS. */
function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/**
 * Keys from elsewhere, such as a linking page, must match this. They are only used as a name in the browser's
 * storage.
 */
const harmless = /^[\w-]{1,64}$/;

interface Visit {
  /** The key of the stored details. */
  storageKey: string;
  /** Identifies the visit in the funnel: a UUID that stays as long as details are stored. */
  id: string;
}

let visit: Visit | undefined;

const nameOfId = (storageKey: string) => `portico.signUp.${storageKey}.visit`;

/** The visit of a key. A key that is not a UUID gets a separate id. */
function createVisit(storageKey: string): Visit {
  if (uuid.test(storageKey)) return { storageKey: storageKey.toLowerCase(), id: storageKey.toLowerCase() };
  const known = readEntry(nameOfId(storageKey)) ?? '';
  return { storageKey, id: uuid.test(known) ? known : randomId() };
}

/** The current sign-up, by the address's `storageKey`; otherwise a new one. */
export function currentVisit(): Visit {
  if (!visit) {
    const named = new URLSearchParams(location.search).get('storageKey');
    visit = named && harmless.test(named) ? createVisit(named) : createVisit(randomId());
  }
  return visit;
}

/** The key of an earlier sign-up in this browser; null without one, or if it is the current one. */
export function earlierVisit(): string | null {
  const latest = latestVisit();
  return latest !== currentVisit().storageKey ? latest : null;
}

/** The key of the latest sign-up in this browser, or null. */
export function latestVisit(): string | null {
  const latest = readEntry(latestKey);
  return latest && harmless.test(latest) ? latest : null;
}

/** Makes the current sign-up the one to continue later. */
export function rememberVisit(): void {
  const { storageKey, id } = currentVisit();
  writeEntry(latestKey, storageKey);
  if (id !== storageKey) writeEntry(nameOfId(storageKey), id);
}

export function forgetVisit(): void {
  writeEntry(latestKey, '');
}

/** Continues an earlier sign-up; its key is in the address from then on. */
export function resumeVisit(storageKey: string): void {
  const query = new URLSearchParams(location.search);
  query.set('storageKey', storageKey);
  location.assign(`${location.pathname}?${query}`);
}
