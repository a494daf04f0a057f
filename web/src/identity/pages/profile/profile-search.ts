import { extendSearch, listSearch } from '../../../ui/data-table/search.ts';

const tabs = ['profileInfo', 'providers', 'mfa', 'sessions', 'activity'] as const;
export type ProfileTab = (typeof tabs)[number];

/** The open tab, and the page of the activity. An unknown tab opens the first one (PRF-1). */
export const profileSearch = extendSearch(
  listSearch(['at'], { sortField: 'at', order: 'desc', pageSize: 20 }),
  (search) => ({ tab: tabs.find((tab) => tab === search.tab) ?? ('profileInfo' as const) }),
);
