import type { InvoicePaymentResult } from '@portico/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { type Locale, useLocale } from '../../../lib/locale.ts';

/** Products and reasons come in the reader's language. */
const paymentQuery = (id: string, locale: Locale) =>
  queryOptions({
    queryKey: ['invoices', 'payment', id, locale],
    queryFn: ({ signal }) => api('GET /api/Subscription/invoices/{id}/Pay', { params: { id }, signal }),
    staleTime: 0,
    gcTime: 0,
  });

/** What somebody who pays an invoice has to know. */
export function useInvoicePayment(id: string) {
  return useQuery(paymentQuery(id, useLocale()));
}

export interface CardPayment {
  readonly paymentMethodId: string;
  /** Whether the next renewals are charged to the card too. */
  readonly keepCard: boolean;
}

/**
 * Pays an invoice with a saved card. Sent again it pays once, and tells how the payment stands.
 * @throws ApiError: CardError; Conflict where it is paid already or cannot be paid any more; ChangeUnderWay
 */
export function payWithCard(id: string, body: CardPayment, signal: AbortSignal): Promise<InvoicePaymentResult> {
  return api('POST /api/Subscription/invoices/{id}/Pay', { params: { id }, body: { ...body }, signal });
}
