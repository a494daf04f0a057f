import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { type Locale, useLocale } from '../../../lib/locale.ts';
import { can } from '../../../lib/permissions.ts';

/** Lines and products come in the reader's language. */
const upcomingInvoicesQuery = (locale: Locale) =>
  queryOptions({
    queryKey: ['invoices', 'upcoming', locale],
    queryFn: ({ signal }) => api('GET /api/Subscription/invoices/upcoming', { signal }),
  });

/** What the account's subscriptions will be charged next, the nearest first; not asked for those who may not see invoices. */
export function useUpcomingInvoices() {
  return useQuery({ ...upcomingInvoicesQuery(useLocale()), enabled: can('invoices.view') });
}
