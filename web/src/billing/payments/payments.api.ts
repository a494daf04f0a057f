import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api, type QueryOf } from '../../lib/api.ts';
import { type Locale, useLocale } from '../../lib/locale.ts';
import { can } from '../../lib/permissions.ts';

/** The account's payments, with the total paid. */
export function usePayments(query: NonNullable<QueryOf<'GET /api/Billing/PaymentIntents'>>) {
  return useQuery({
    queryKey: ['payments', 'list', query],
    queryFn: ({ signal }) => api('GET /api/Billing/PaymentIntents', { query, signal }),
    placeholderData: keepPreviousData,
    enabled: can('payments.view'),
  });
}

/** Payments on the dashboard (UI-15). */
const latest = { page: 1, pageSize: 5, sortField: 'created', order: 'desc' } as const;

/** The newest payments, with the total paid. */
export const useLatestPayments = () => usePayments(latest);

/** One payment. The reason of a failure is in the user's language. */
export function usePayment(id: string) {
  const locale: Locale = useLocale();
  return useQuery({
    queryKey: ['payments', 'one', id, locale],
    queryFn: ({ signal }) => api('GET /api/Billing/PaymentIntents/{id}', { params: { id }, signal }),
  });
}

/** The maximum number of events per request; a payment has at most a few dozen. */
const eventsAtOnce = 100;

/** The events of a payment, the newest first, in the user's language. */
export function usePaymentEvents(id: string) {
  const locale: Locale = useLocale();
  return useQuery({
    queryKey: ['payments', 'events', id, locale],
    queryFn: ({ signal }) =>
      api('GET /api/Billing/PaymentIntents/{id}/Events', { params: { id }, query: { pageSize: eventsAtOnce }, signal }),
  });
}
