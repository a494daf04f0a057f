import { oneOfSearch } from '../../ui/data-table/search.ts';

/** The status of orders in an address. */
export const readOrderStatus = oneOfSearch([0, 1, 2]);
