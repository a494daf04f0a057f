import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { type Locale, useLocale } from '../../../lib/locale.ts';
import { can } from '../../../lib/permissions.ts';

/** Upcoming invoices that come at once. Each is reckoned by the payment provider. */
const atOnce = 10;

/** Lines and products come in the reader's language. */
const upcomingInvoicesQuery = (page: number, locale: Locale) =>
  queryOptions({
    queryKey: ['invoices', 'upcoming', 'of-account', page, locale],
    queryFn: ({ signal }) =>
      api('GET /api/Subscription/invoices/upcoming', { query: { page, pageSize: atOnce }, signal }),
  });

/** What the account's subscriptions will be charged next, the nearest first; not asked for those who may not see invoices. */
export function useUpcomingInvoices(page = 1) {
  return useQuery({
    ...upcomingInvoicesQuery(page, useLocale()),
    enabled: can('invoices.view'),
    placeholderData: keepPreviousData,
  });
}
