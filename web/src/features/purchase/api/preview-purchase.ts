import type { PurchaseSelection, ShippingDetails } from '@portico/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { type Answer, api } from '../../../lib/api.ts';

/** What is charged now and what recurs, with tax; `taxTransactionId` names it in the purchase, for half an hour. */
export type Quote = Answer<'POST /api/Products/{id}/PreviewPurchase'>;

export interface QuoteRequest extends PurchaseSelection {
  shippingDetails?: ShippingDetails;
  paymentMethodId?: string;
}

export const fetchQuote = (productId: string, body: QuoteRequest, signal?: AbortSignal) =>
  api('POST /api/Products/{id}/PreviewPurchase', { params: { id: productId }, body, ...(signal && { signal }) });

/** @param attempt counts quotes: each time the confirmation is entered, and when the price has changed, a new one is made */
const quoteQuery = (productId: string, body: QuoteRequest, attempt: number) =>
  queryOptions({
    queryKey: ['purchase', 'quote', productId, body, attempt],
    queryFn: ({ signal }) => fetchQuote(productId, body, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

/** @param isWanted the confirmation is in sight */
export const useQuote = (productId: string, body: QuoteRequest, attempt: number, isWanted: boolean) =>
  useQuery({ ...quoteQuery(productId, body, attempt), enabled: isWanted });
