import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { type Locale, useLocale } from '../../lib/locale.ts';
import { can } from '../../lib/permissions.ts';

/** The latest billing events of the account, newest first, with product names in the user's language. */
export function useActivity() {
  const locale = useLocale();
  return useQuery({
    queryKey: ['billing-overviews', 'activity', locale],
    queryFn: ({ signal }) => api('GET /api/Billing/Activity', { signal }),
    enabled: can('billing.view'),
  });
}

/** Milliseconds between two requests for a pending calculation, and the maximum number of requests. */
const reckoningInterval = 2_000;
const mostAnswers = 5;

/** Product names are in the user's language. */
const nextPaymentsQuery = (locale: Locale) =>
  queryOptions({
    queryKey: ['billing-overviews', 'next-payments', locale],
    queryFn: ({ signal }) => api('GET /api/Billing/NextPayments', { signal }),
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      data?.isBeingReckoned && dataUpdateCount < mostAnswers ? reckoningInterval : false,
  });

/** The next charge of each subscription, the nearest first. */
export function useNextPayments() {
  return useQuery({ ...nextPaymentsQuery(useLocale()), enabled: can('billing.view') });
}

/** Payments of the last twelve months by product, with names in the user's language. */
export function useSpending() {
  const locale = useLocale();
  return useQuery({
    queryKey: ['billing-overviews', 'spending', locale],
    queryFn: ({ signal }) => api('GET /api/Billing/Spending', { signal }),
    enabled: can('billing.view'),
  });
}
