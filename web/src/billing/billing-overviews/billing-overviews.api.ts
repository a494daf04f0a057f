import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { type Locale, useLocale } from '../../lib/locale.ts';
import { can } from '../../lib/permissions.ts';

/** The latest events of the account's billing, newest first, with product names in the reader's language. */
export function useActivity() {
  const locale = useLocale();
  return useQuery({
    queryKey: ['billing-overviews', 'activity', locale],
    queryFn: ({ signal }) => api('GET /api/Billing/Activity', { signal }),
    enabled: can('billing.view'),
  });
}

/** Milliseconds until what is being reckoned is asked for again, and how often. */
const reckoningInterval = 2_000;
const mostAnswers = 5;

/** Products come in the reader's language. */
const nextPaymentsQuery = (locale: Locale) =>
  queryOptions({
    queryKey: ['billing-overviews', 'next-payments', locale],
    queryFn: ({ signal }) => api('GET /api/Billing/NextPayments', { signal }),
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      data?.isBeingReckoned && dataUpdateCount < mostAnswers ? reckoningInterval : false,
  });

/** What each subscription is charged next, the nearest first. */
export function useNextPayments() {
  return useQuery({ ...nextPaymentsQuery(useLocale()), enabled: can('billing.view') });
}

/** Payments of the last twelve months by product, with names in the reader's language. */
export function useSpending() {
  const locale = useLocale();
  return useQuery({
    queryKey: ['billing-overviews', 'spending', locale],
    queryFn: ({ signal }) => api('GET /api/Billing/Spending', { signal }),
    enabled: can('billing.view'),
  });
}
