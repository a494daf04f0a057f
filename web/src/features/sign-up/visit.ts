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

interface Visit {
  /** Names what is kept of this sign-up, and counts its steps. */
  storageKey: string;
}

let visit: Visit | undefined;

/** This sign-up: by the address's `storageKey`, else a new one. */
export function currentVisit(): Visit {
  if (!visit) {
    const named = new URLSearchParams(location.search).get('storageKey');
    visit = { storageKey: named && uuid.test(named) ? named.toLowerCase() : randomId() };
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
  return latest && uuid.test(latest) ? latest : null;
}

/** From now on this is the sign-up to go on with. */
export function rememberVisit(): void {
  writeStored(latestKey, currentVisit().storageKey);
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
