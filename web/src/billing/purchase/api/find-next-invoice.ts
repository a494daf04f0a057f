import type { UpcomingInvoice } from '@portico/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { useLocale } from '../../../lib/locale.ts';
import { can } from '../../../lib/permissions.ts';

const nextInvoiceQuery = (subscriptionId: number, locale: string) =>
  queryOptions({
    queryKey: ['invoices', 'upcoming', 'of-subscription', subscriptionId, locale],
    queryFn: async ({ signal }): Promise<UpcomingInvoice | null> => {
      const { items } = await api('GET /api/Subscription/{id}/invoices/upcoming', {
        params: { id: subscriptionId },
        signal,
      });
      return items[0] ?? null;
    },
  });

/** What a subscription is charged next, by its upcoming invoice; null where nothing is. @param subscriptionId null asks nothing */
export function useNextInvoice(subscriptionId: number | null) {
  return useQuery({
    ...nextInvoiceQuery(subscriptionId ?? 0, useLocale()),
    enabled: subscriptionId !== null && can('invoices.view'),
  });
}

/** The next charges of all subscriptions, the nearest twenty first: who spends of the credit before (INV-10). */
export function useNextCharges() {
  const { data } = useQuery({
    queryKey: ['invoices', 'upcoming', 'charges'],
    queryFn: ({ signal }) => api('GET /api/Subscription/invoices/upcoming', { query: { pageSize: 20 }, signal }),
    enabled: can('invoices.view'),
  });
  return data;
}
