import type { ListSearch } from '../../ui/data-table/search.ts';
import { pageSizes } from '../../ui/data-table/search.ts';

/** What the address says of the page's two lists; left out where it is the default. */
export interface MirrorSearch {
  repairs?: number | undefined;
  repairsSize?: number | undefined;
  events?: number | undefined;
  eventsSize?: number | undefined;
}

/** Reads the address; what it does not know is left out. */
export function readMirrorSearch(search: Record<string, unknown>): MirrorSearch {
  const page = (name: string) => {
    const number = Number(search[name]);
    return Number.isSafeInteger(number) && number > 1 ? number : undefined;
  };
  const size = (name: string) => pageSizes.find((one) => one === Number(search[name]) && one !== pageSizes[0]);
  const found: MirrorSearch = {
    repairs: page('repairs'),
    repairsSize: size('repairsSize'),
    events: page('events'),
    eventsSize: size('eventsSize'),
  };
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined));
}

/** A list that has one order, as the table wants it. */
export function unsorted(page: number | undefined, pageSize: number | undefined): ListSearch {
  return { page: page ?? 1, pageSize: pageSize ?? pageSizes[0], order: 'desc', sortField: '' };
}
