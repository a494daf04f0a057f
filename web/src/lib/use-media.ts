import { useCallback, useSyncExternalStore } from 'react';

/** Whether a media query matches, for changes that classes cannot make, such as omitting a table column. */
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

/** A table has a header, but only room for its main columns. */
export const tightTable = '(width >= 600px) and (width < 1000px)';

/** Media query for the phone layout. */
export const phone = '(width < 600px)';
