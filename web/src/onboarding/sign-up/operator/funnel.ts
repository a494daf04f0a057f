import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type Answer, api, buildUrl } from '../../../lib/api.ts';
import { useLocale } from '../../../lib/locale.ts';
import type { ListSearch } from '../../../ui/data-table/search.ts';
import { usualDaysAt } from './days.ts';
import type { Days } from './search.ts';

export type Funnel = Answer<'GET /api/Operator/SignUps'>;
export type FunnelDay = Funnel['items'][number];
export type FunnelSteps = FunnelDay['steps'];
export type FunnelStep = keyof FunnelSteps;

/** The filters of the funnel; by default the last 30 days. */
export type FunnelSearch = ListSearch<'day'> &
  Partial<Days> & {
    companyId?: number | undefined;
    productId?: string | undefined;
  };

/** The selected days. */
export function selectedDays({ from, to }: Pick<FunnelSearch, 'from' | 'to'>, now = new Date()): Days {
  return from === undefined || to === undefined ? usualDaysAt(now) : { from, to };
}

const toFilters = ({ companyId, productId, ...days }: FunnelSearch) => ({
  ...selectedDays(days),
  ...(companyId !== undefined && { companyId }),
  ...(productId !== undefined && { productId }),
});

/** How many visitors reached each step of the sign-up, in total and per day. */
export function useFunnel(search: FunnelSearch) {
  const query = { ...toFilters(search), page: search.page, pageSize: search.pageSize };
  return useQuery({
    queryKey: ['signUp', 'funnel', query, useLocale()],
    queryFn: ({ signal }) => api('GET /api/Operator/SignUps', { query, signal }),
    placeholderData: keepPreviousData,
  });
}

/** The address of the same days as a file. */
export function reportAddress(search: FunnelSearch): string {
  return buildUrl('/Reports/SignUpsReport', {}, { format: 'csv', ...toFilters(search) });
}
