import { useCallback, useSyncExternalStore } from 'react';

/** Whether a media query matches now; for what classes cannot say, such as leaving out a table's column. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = matchMedia(query);
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches);
}

/** A table has its head, but no room for more than its main columns. */
export const tightTable = '(width >= 600px) and (width < 1000px)';
