import type { CancellationReason } from '@portico/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type Answer, api, buildUrl, type QueryOf } from '../../lib/api.ts';
import { useLocale } from '../../lib/locale.ts';
import type { ListSearch } from '../../ui/data-table/search.ts';

/** The filters of the list; omitted ones do not filter. */
export type ReasonSearch = ListSearch<'decided'> & {
  productId?: string | undefined;
  /** The first day of a month. */
  month?: string | undefined;
  reason?: CancellationReason | undefined;
  withComment?: true | undefined;
};

const key = ['cancellations'] as const;

export type ReasonMonth = Answer<'GET /api/Operator/CancellationReasons/Months'>['items'][number];

type ReasonQuery = NonNullable<QueryOf<'GET /api/Operator/CancellationReasons'>>;

/** The list's filters as query parameters. */
export function toFilters({ productId, month, reason, withComment }: ReasonSearch) {
  return {
    ...(productId && { productId }),
    ...(month && { month }),
    ...(reason && { reason }),
    ...(withComment && { withComment: 'true' }),
  } satisfies ReasonQuery;
}

/** The address of the filtered list as a CSV file. */
export function reportAddress(search: ReasonSearch): string {
  return buildUrl('/Reports/CancellationsReport', {}, { ...toFilters(search), format: 'csv' });
}

/** A page of customers' cancellation reasons, the latest first. */
export function useGivenReasons(query: ReasonQuery) {
  return useQuery({
    queryKey: [...key, 'list', query, useLocale()],
    queryFn: ({ signal }) => api('GET /api/Operator/CancellationReasons', { query, signal }),
    placeholderData: keepPreviousData,
  });
}

/** How often each reason was given in the last twelve months. */
export function useReasonMonths(productId: string | undefined) {
  return useQuery({
    queryKey: [...key, 'months', productId ?? null, useLocale()],
    queryFn: ({ signal }) =>
      api('GET /api/Operator/CancellationReasons/Months', { query: productId ? { productId } : {}, signal }),
    placeholderData: keepPreviousData,
  });
}
