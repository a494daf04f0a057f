import { readStored, tabStorage, writeStored } from '../../../lib/storage.ts';

/** The prefix of all stored entries of a sign-up. */
const prefix = 'portico.signUp.';
/** Present if the visitor wants this device to keep the entries (SIGN-41). */
const keptKey = `${prefix}kept`;

/** Whether the visitor wants this device to keep the entries. */
export const areEntriesKept = () => Boolean(readStored(keptKey));

/** An entry of this tab, or one that the device keeps. */
export const readEntry = (name: string) => tabStorage.read(name) ?? readStored(name);

/** Stores an entry until the tab is closed, and on the device if the visitor wants it. */
export function writeEntry(name: string, value: string): void {
  tabStorage.write(name, value);
  if (areEntriesKept()) writeStored(name, value);
}

/** Keeps the entries of this tab on the device, or deletes there what was kept, except the point of sale (SIGN-43). */
export function keepEntries(areKept: boolean): void {
  const namesIn = (storage: Storage) =>
    Object.keys(storage).filter((name) => name.startsWith(prefix) && !name.endsWith('.pointOfSale'));
  try {
    if (areKept) {
      localStorage.setItem(keptKey, 'yes');
      for (const name of namesIn(sessionStorage)) localStorage.setItem(name, sessionStorage.getItem(name) ?? '');
    } else {
      for (const name of namesIn(localStorage)) localStorage.removeItem(name);
    }
  } catch {
    // A browser that stores nothing keeps nothing.
  }
}
