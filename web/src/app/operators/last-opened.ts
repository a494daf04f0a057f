import { preloaded } from '../../lib/preloaded.ts';
import { readStored, writeStored } from '../../lib/storage.ts';

/** An account that an operator opened in this browser. */
export interface OpenedAccount {
  id: number;
  name: string;
}

const most = 4;

/** Each operator has a separate list. */
const key = () => `portico.lastOpened.${preloaded().user?.id ?? 0}`;

/** The recently opened accounts, the latest first. */
export function listLastOpened(): OpenedAccount[] {
  try {
    const stored: unknown = JSON.parse(readStored(key()) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isOpened).slice(0, most) : [];
  } catch {
    return [];
  }
}

/** Records that an account was opened. */
export function recordOpened({ id, name }: OpenedAccount): void {
  const others = listLastOpened().filter((other) => other.id !== id);
  writeStored(key(), JSON.stringify([{ id, name }, ...others].slice(0, most)));
}

function isOpened(value: unknown): value is OpenedAccount {
  const given = value as Partial<OpenedAccount> | null;
  return typeof given?.id === 'number' && typeof given.name === 'string';
}
