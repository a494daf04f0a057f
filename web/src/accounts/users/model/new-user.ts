import { useEffect, useState } from 'react';
import { secondsUntil } from '../../../lib/block-timer.ts';
import { readStored, writeStored } from '../../../lib/storage.ts';

/** Seconds until products know a new user (USR-15). */
const newUserSeconds = 15;

const storageKey = 'portico_new_user';

/** Records in this browser that a user was just added. */
export function flagNewUser(id: number, now = Date.now()): void {
  writeStored(storageKey, JSON.stringify({ id, until: now + newUserSeconds * 1000 }));
}

/** Until when a user counts as new in this browser; null if they do not. */
export function newUserUntil(id: number): Date | null {
  try {
    const flag = JSON.parse(readStored(storageKey) ?? 'null') as { id?: unknown; until?: unknown } | null;
    return flag?.id === id && typeof flag.until === 'number' ? new Date(flag.until) : null;
  } catch {
    return null;
  }
}

/** Remaining seconds for which a user counts as new, counting down to 0. */
export function useNewUserSeconds(id: number): number {
  const [left, setLeft] = useState(() => secondsUntil(newUserUntil(id)));
  useEffect(() => {
    const until = newUserUntil(id);
    setLeft(secondsUntil(until));
    if (secondsUntil(until) === 0) return;
    const timer = setInterval(() => {
      const seconds = secondsUntil(until);
      setLeft(seconds);
      if (seconds === 0) clearInterval(timer);
    }, 1000);
    return () => clearInterval(timer);
  }, [id]);
  return left;
}
