import type { ChangeTime, PurchaseSelection, ShippingDetails } from '@portico/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { type Answer, api } from '../../../lib/api.ts';

/** What is charged now and what recurs, with tax; `taxTransactionId` names it in the purchase, for half an hour. */
export type Quote = Answer<'POST /api/Products/{id}/PreviewPurchase'>;

export interface QuoteRequest extends PurchaseSelection {
  shippingDetails?: ShippingDetails;
  paymentMethodId?: string;
  /** When a change takes effect; at once without it. */
  when?: ChangeTime;
}

export const fetchQuote = (productId: string, body: QuoteRequest, signal?: AbortSignal) =>
  api('POST /api/Products/{id}/PreviewPurchase', { params: { id: productId }, body, ...(signal && { signal }) });

/** Makes a quote: for an account, or for a visitor who signs up. */
export type QuoteCall = (request: QuoteRequest, signal?: AbortSignal) => Promise<Quote>;

/** @param attempt counts quotes: each time the confirmation is entered, and when the price has changed, a new one is made */
const quoteQuery = (quote: QuoteCall, productId: string, body: QuoteRequest, attempt: number) =>
  queryOptions({
    queryKey: ['purchase', 'quote', productId, body, attempt],
    queryFn: ({ signal }) => quote(body, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

/** @param isWanted the confirmation is in sight */
export const useQuote = (
  { quote }: { quote: QuoteCall },
  productId: string,
  body: QuoteRequest,
  attempt: number,
  isWanted: boolean,
) => useQuery({ ...quoteQuery(quote, productId, body, attempt), enabled: isWanted });
