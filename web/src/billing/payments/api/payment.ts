import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { type Locale, useLocale } from '../../../lib/locale.ts';

/** One payment. Why it failed comes in the reader's language. */
export function usePayment(id: string) {
  const locale: Locale = useLocale();
  return useQuery({
    queryKey: ['payments', 'one', id, locale],
    queryFn: ({ signal }) => api('GET /api/Billing/PaymentIntents/{id}', { params: { id }, signal }),
  });
}

/** What happened to a payment, the newest first, in the reader's language. */
export function usePaymentEvents(id: string, pageSize: number) {
  const locale: Locale = useLocale();
  return useQuery({
    queryKey: ['payments', 'events', id, pageSize, locale],
    queryFn: ({ signal }) =>
      api('GET /api/Billing/PaymentIntents/{id}/Events', { params: { id }, query: { page: 1, pageSize }, signal }),
    placeholderData: keepPreviousData,
  });
}
