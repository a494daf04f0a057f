import { useEffect } from 'react';
import { readStored, writeStored } from './storage.ts';

/**
 * How many rows a short list had when it was last shown in this browser, for a skeleton of the size that the list will have.
 * @param actual null while the list is loading @param most what the list shows at most
 */
export function useRememberedCount(list: string, actual: number | null, fallback: number, most: number): number {
  const key = `portico_rows_${list}`;
  useEffect(() => {
    if (actual) writeStored(key, String(actual));
  }, [key, actual]);
  const remembered = Number(readStored(key));
  return Math.min(Number.isInteger(remembered) && remembered > 0 ? remembered : fallback, most);
}
