import { readStored, writeStored } from '../../lib/storage.ts';

/** Where the key of the latest sign-up in this browser is kept, so that it can be gone on with. */
const latestKey = 'portico.signUp.latest';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** A random id in the form of a UUID; `crypto.randomUUID` is not there on pages without encryption. */
function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** A key that others made, such as the page that led here: it names something in the browser's storage alone. */
const harmless = /^[\w-]{1,64}$/;

interface Visit {
  /** Names what is kept of this sign-up. */
  storageKey: string;
  /** Counts its steps: a UUID, the same one as long as something is kept. */
  id: string;
}

let visit: Visit | undefined;

const nameOfId = (storageKey: string) => `portico.signUp.${storageKey}.visit`;

/** The visit of a key. What is no UUID cannot count, so that it has one of its own. */
function visitOf(storageKey: string): Visit {
  if (uuid.test(storageKey)) return { storageKey: storageKey.toLowerCase(), id: storageKey.toLowerCase() };
  const known = readStored(nameOfId(storageKey)) ?? '';
  return { storageKey, id: uuid.test(known) ? known : randomId() };
}

/** This sign-up: by the address's `storageKey`, else a new one. */
export function currentVisit(): Visit {
  if (!visit) {
    const named = new URLSearchParams(location.search).get('storageKey');
    visit = named && harmless.test(named) ? visitOf(named) : visitOf(randomId());
  }
  return visit;
}

/** The key of an earlier sign-up in this browser; null where there is none, or this is the one. */
export function earlierVisit(): string | null {
  const latest = latestVisit();
  return latest !== currentVisit().storageKey ? latest : null;
}

/** The key of the latest sign-up in this browser; null where there is none. */
export function latestVisit(): string | null {
  const latest = readStored(latestKey);
  return latest && harmless.test(latest) ? latest : null;
}

/** From now on this is the sign-up to go on with. */
export function rememberVisit(): void {
  const { storageKey, id } = currentVisit();
  writeStored(latestKey, storageKey);
  if (id !== storageKey) writeStored(nameOfId(storageKey), id);
}

export function forgetVisit(): void {
  writeStored(latestKey, '');
}

/** Goes on with an earlier sign-up: its key is in the address from then on. */
export function resumeVisit(storageKey: string): void {
  const query = new URLSearchParams(location.search);
  query.set('storageKey', storageKey);
  location.assign(`${location.pathname}?${query}`);
}
