import { type AuditGroup, auditGroups } from '@portico/contract/browser';
import type { ListSearch } from '../../../ui/data-table/search.ts';
import { readDay } from './days.ts';

/** The raw search of the log's address. */
export interface AuditAddress extends ListSearch<'at'> {
  userId: string | undefined;
  group: string | undefined;
  kind: string | undefined;
  from: string | undefined;
  to: string | undefined;
}

/** The filters of the log. */
export interface AuditFilters {
  userId: number | undefined;
  group: AuditGroup | undefined;
  kind: string | undefined;
  /** Days in the user's time zone, `YYYY-MM-DD`, both inclusive. */
  from: string | undefined;
  to: string | undefined;
}

/** The page and filters of the log. */
export type AuditSearch = ListSearch<'at'> & AuditFilters;

/** No filters. */
export const noFilters: AuditFilters = {
  userId: undefined,
  group: undefined,
  kind: undefined,
  from: undefined,
  to: undefined,
};

/** Whether the log is filtered. */
export function isFiltered(search: AuditFilters): boolean {
  return (Object.keys(noFilters) as (keyof AuditFilters)[]).some((name) => search[name] !== undefined);
}

/** Reads an address and ignores invalid filters. */
export function readAddress({ userId, group, kind, from, to, ...place }: AuditAddress): AuditSearch {
  const id = Number(userId);
  return {
    ...place,
    userId: Number.isSafeInteger(id) && id > 0 ? id : undefined,
    group: auditGroups.find((known) => known === group),
    kind: kind !== undefined && /^[a-zA-Z]{1,60}$/.test(kind) ? kind : undefined,
    from: readDay(from),
    to: readDay(to),
  };
}

/** The address of a search. */
export function toAddress({ userId, ...search }: AuditSearch): AuditAddress {
  return { ...search, userId: userId === undefined ? undefined : String(userId) };
}
