import { useEffect } from 'react';
import { readStored, writeStored } from './storage.ts';

/**
 * How many rows a short list had when this browser last showed it, so that its skeleton has the right size.
 * @param actual null while the list is loading
 * @param most the maximum number of rows
 */
export function useRememberedCount(list: string, actual: number | null, fallback: number, most: number): number {
  const key = `portico_rows_${list}`;
  useEffect(() => {
    if (actual) writeStored(key, String(actual));
  }, [key, actual]);
  const remembered = Number(readStored(key));
  return Math.min(Number.isInteger(remembered) && remembered > 0 ? remembered : fallback, most);
}
