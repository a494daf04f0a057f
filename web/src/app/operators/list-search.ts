import { extendSearch, filteredListSearch } from '../../ui/data-table/search.ts';
import { readOrderStatus } from '../list-search.ts';

/** The manual orders of all accounts. */
export const manualOrderSearch = extendSearch(
  filteredListSearch(['date', 'number', 'status', 'paymentStatus'], { sortField: 'date', order: 'desc' }),
  (search) => ({ status: readOrderStatus(search.status) }),
);

/** The licenses of all accounts. */
export const operatorLicenseSearch = filteredListSearch(['created'], { sortField: 'created', order: 'desc' });

/** All accounts. */
export const operatorAccountSearch = filteredListSearch(['name', 'createdAt'], { sortField: 'name', order: 'asc' });

/** The vendor's brands. */
export const companySearch = filteredListSearch(['name'], { sortField: 'name', order: 'asc' });

/** The operators. */
export const operatorListSearch = filteredListSearch(['email', 'lastLoginDate'], { sortField: 'email', order: 'asc' });

/** The users of an account. */
export const accountUserSearch = filteredListSearch(['login', 'lastLoginDate'], { sortField: 'login', order: 'asc' });

const messageStates = ['queued', 'sending', 'sent', 'failed', 'kept'] as const;

/** Mail and text messages, those of all accounts and the outbox's. */
export const messageSearch = extendSearch(
  filteredListSearch(['queued'], { sortField: 'queued', order: 'desc' }),
  (search) => ({ state: messageStates.find((state) => state === search.state) }),
);
