import { useMemo } from 'react';
import { createStore } from '../../lib/store.ts';
import { useStore } from '../../lib/use-store.ts';
import { type Place, parsePlace } from './model/addresses.ts';

const here = () => (typeof location === 'undefined' ? '/SignUp' : `${location.pathname}${location.search}`);
const address = createStore(here());
const follow = () => address.set(here());
if (typeof window !== 'undefined') addEventListener('popstate', follow);

/** The previous step, stored in the history so that Back returns there. */
interface Entry {
  from?: string;
}

/** Shows another address of the sign-up without loading a document. */
export function showAddress(next: string, { replace, from }: { replace: boolean; from?: string | undefined }): void {
  if (next === here()) return;
  const entry: Entry = from === undefined ? {} : { from };
  if (replace) history.replaceState(entry, '', next);
  else history.pushState(entry, '', next);
  follow();
}

/** The previous step; undefined if this one was opened by its address. */
export function stepBefore(): string | undefined {
  const entry: unknown = history.state;
  return typeof entry === 'object' && entry !== null ? (entry as Entry).from : undefined;
}

/** The current place in the sign-up, from the address. */
export function usePlace(): Place {
  const now = useStore(address);
  return useMemo(() => {
    const [path = '', search = ''] = now.split('?');
    return parsePlace(path, search);
  }, [now]);
}
