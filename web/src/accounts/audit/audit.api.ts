import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api, buildUrl } from '../../lib/api.ts';
import { startOfDay, startOfNextDay } from './model/days.ts';
import type { AuditSearch } from './model/filters.ts';

const auditKey = ['audit'] as const;

function toFilters({ userId, group, kind, from, to }: AuditSearch) {
  return { userId, group, kind, from: from && startOfDay(from), to: to && startOfNextDay(to) };
}

/** The events of the account. */
export function useAuditLog(search: AuditSearch) {
  const query = { ...toFilters(search), page: search.page, pageSize: search.pageSize };
  return useQuery({
    queryKey: [...auditKey, 'list', query],
    queryFn: ({ signal }) => api('GET /api/Audit/List', { query, signal }),
    placeholderData: keepPreviousData,
  });
}

/** The kinds of events by group, in the user's language. */
export function useAuditKinds(locale: string) {
  return useQuery({
    queryKey: [...auditKey, 'kinds', locale],
    queryFn: ({ signal }) => api('GET /api/Audit/Kinds', { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** The address of the CSV file with all events that the search finds. */
export function auditReportAddress(search: AuditSearch): string {
  return buildUrl('/Reports/AuditReport', {}, { format: 'csv', ...toFilters(search) });
}
