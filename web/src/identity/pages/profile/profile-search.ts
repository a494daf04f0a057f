import { extendSearch, listSearch } from '../../../ui/data-table/search.ts';

const tabs = ['profileInfo', 'providers', 'mfa', 'sessions', 'activity'] as const;
export type ProfileTab = (typeof tabs)[number];

/** The tab that is open, and the place in the list of activity. What is no tab is the first one (PRF-1). */
export const profileSearch = extendSearch(
  listSearch(['at'], { sortField: 'at', order: 'desc', pageSize: 20 }),
  (search) => ({ tab: tabs.find((tab) => tab === search.tab) ?? ('profileInfo' as const) }),
);
