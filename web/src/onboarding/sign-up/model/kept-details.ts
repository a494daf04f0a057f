import { type DetailField, type Details, emptyDetails } from './details.ts';
import { readEntry, writeEntry } from './entries.ts';
import type { Restored } from './wizard.ts';

/** Milliseconds for which an unfinished sign-up is stored if the visitor wants it: 30 days (SIGN-41). */
const keptFor = 30 * 86_400_000;

const detailsKey = (storageKey: string) => `portico.signUp.${storageKey}`;

/** The stored groups with their fields; none has a password, card or token. */
const groups: Readonly<Record<string, readonly DetailField[]>> = {
  mainInfo: ['organization', 'firstName', 'lastName', 'hasOneName'],
  contactInfo: ['email', 'phone', 'comments'],
  additionalInfo: ['country', 'state', 'province', 'industry', 'otherIndustry', 'orderNumber', 'pointOfSale'],
};

type Loose = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Loose => typeof value === 'object' && value !== null;

/** Stores the details, but nothing secret. */
export function storeDetails(
  storageKey: string,
  companyId: number,
  { details, planId, verifiedEmail = null }: Restored,
  now = Date.now(),
): void {
  const parts = Object.entries(groups).map(([name, fields]) => [
    name,
    Object.fromEntries(fields.map((field) => [field, details[field]])),
  ]);
  writeEntry(
    detailsKey(storageKey),
    JSON.stringify({ savedAt: now, companyId, planId, verifiedEmail, ...Object.fromEntries(parts) }),
  );
}

/** The details stored under a key; null if they are missing, if they belong to another brand, or if they are too old. */
export function restoreDetails(storageKey: string, companyId: number, now = Date.now()): Restored | null {
  const kept = read(storageKey);
  if (!kept || kept.companyId !== companyId || typeof kept.savedAt !== 'number' || now - kept.savedAt > keptFor) {
    return null;
  }
  const found = Object.entries(groups).flatMap(([name, fields]) => {
    const part = kept[name];
    return fields.map((field) => [field, isObject(part) && typeof part[field] === 'string' ? part[field] : '']);
  });
  const details = { ...emptyDetails, ...(Object.fromEntries(found) as Details) };
  const text = (value: unknown) => (typeof value === 'string' ? value : null);
  return { details, planId: text(kept.planId), verifiedEmail: text(kept.verifiedEmail) };
}

function read(storageKey: string): Loose | null {
  try {
    const kept: unknown = JSON.parse(readEntry(detailsKey(storageKey)) ?? 'null');
    return isObject(kept) ? kept : null;
  } catch {
    return null;
  }
}
