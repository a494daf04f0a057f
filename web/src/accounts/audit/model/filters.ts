import { type AuditGroup, auditGroups } from '@portico/contract/browser';
import type { ListSearch } from '../../../ui/data-table/search.ts';
import { readDay } from './days.ts';

/** What the log's address says, as it stands there. */
export interface AuditAddress extends ListSearch<'at'> {
  userId: string | undefined;
  group: string | undefined;
  kind: string | undefined;
  from: string | undefined;
  to: string | undefined;
}

/** What the log is narrowed to. */
export interface AuditFilters {
  userId: number | undefined;
  group: AuditGroup | undefined;
  kind: string | undefined;
  /** Days of the reader's calendar, `YYYY-MM-DD`; both are included. */
  from: string | undefined;
  to: string | undefined;
}

/** The place in the log, and its filters. */
export type AuditSearch = ListSearch<'at'> & AuditFilters;

/** Nothing is narrowed. */
export const noFilters: AuditFilters = {
  userId: undefined,
  group: undefined,
  kind: undefined,
  from: undefined,
  to: undefined,
};

/** Whether the log is narrowed. */
export function isFiltered(search: AuditFilters): boolean {
  return (Object.keys(noFilters) as (keyof AuditFilters)[]).some((name) => search[name] !== undefined);
}

/** Reads an address. What is no filter narrows nothing. */
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
export function addressOf({ userId, ...search }: AuditSearch): AuditAddress {
  return { ...search, userId: userId === undefined ? undefined : String(userId) };
}
