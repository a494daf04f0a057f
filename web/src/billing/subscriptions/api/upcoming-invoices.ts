import type { Subscription } from '@portico/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { type Locale, useLocale } from '../../../lib/locale.ts';
import { can } from '../../../lib/permissions.ts';
import { isLive } from '../subscription-rules.ts';

const upcomingOfQuery = (id: number, locale: Locale) =>
  queryOptions({
    queryKey: ['invoices', 'upcoming', id, locale],
    queryFn: async ({ signal }) =>
      (await api('GET /api/Subscription/{id}/invoices/upcoming', { params: { id }, signal })).items[0] ?? null,
  });

/**
 * What a subscription will be charged next; null where it does not renew. Not asked for readers who may not see money, nor for a subscription that
 * has ended or waits for its first payment: giving that purchase up takes it away.
 */
export function useUpcomingInvoice(subscription: Pick<Subscription, 'id' | 'status'>) {
  const locale = useLocale();
  return useQuery({
    ...upcomingOfQuery(subscription.id, locale),
    enabled: can('invoices.view') && isLive(subscription),
  });
}

const upcomingQuery = (locale: Locale) =>
  queryOptions({
    queryKey: ['invoices', 'upcoming', 'nearest', locale],
    queryFn: async ({ signal }) => {
      const { items } = await api('GET /api/Subscription/invoices/upcoming', { query: { pageSize: 20 }, signal });
      // An estimate tells no more than the subscription's own price, which stands there anyway (INV-30).
      const told = items.filter(({ isEstimate }) => !isEstimate);
      return new Map(told.map((invoice) => [invoice.subscriptionId, invoice]));
    },
  });

/** The next charges of the account's subscriptions by their id, the nearest twenty; empty until they are known. */
export function useNextCharges() {
  const locale = useLocale();
  return useQuery({ ...upcomingQuery(locale), enabled: can('invoices.view') }).data;
}
