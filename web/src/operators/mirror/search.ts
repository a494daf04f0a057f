import type { ListSearch } from '../../ui/data-table/search.ts';
import { pageSizes } from '../../ui/data-table/search.ts';

/** The state of the page's two lists in the address; default values are omitted. */
export interface MirrorSearch {
  repairs?: number | undefined;
  repairsSize?: number | undefined;
  events?: number | undefined;
  eventsSize?: number | undefined;
}

/** Reads the address and ignores unknown values. */
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

/** The search of a list with a fixed order, for the table. */
export function unsorted(page: number | undefined, pageSize: number | undefined): ListSearch {
  return { page: page ?? 1, pageSize: pageSize ?? pageSizes[0], order: 'desc', sortField: '' };
}
