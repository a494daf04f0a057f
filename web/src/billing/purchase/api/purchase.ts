import type { PurchaseResult } from '@portico/contract';
import { api } from '../../../lib/api.ts';
import type { QuoteRequest } from './preview-purchase.ts';

export interface PurchaseRequest extends QuoteRequest {
  taxTransactionId: string;
}

/**
 * Buys what a quote said. Sent twice, it buys once.
 * @throws ApiError: CardError, PriceChanged, NotForSale, InvalidCoupon; PurchaseUnderWay and ChangeUnderWay while something else of the account
 * is being confirmed: then nothing of this was bought
 */
export function buy(productId: string, body: PurchaseRequest, signal: AbortSignal): Promise<PurchaseResult> {
  return api('POST /api/Products/{id}/Purchase', { params: { id: productId }, body, signal });
}

/** How a purchase stands. @throws ApiError: CardError */
export function getPurchase(productId: string, operationId: string, signal: AbortSignal): Promise<PurchaseResult> {
  return api('GET /api/Products/{id}/Purchase/{operationId}', { params: { id: productId, operationId }, signal });
}

/**
 * Abandons a purchase that waits for its cardholder, also where the flow is left meanwhile.
 * @returns how it stands then; `pending`: the provider has still to answer
 */
export function abandonPurchase(productId: string, operationId: string): Promise<PurchaseResult> {
  return api('DELETE /api/Products/{id}/Purchase/{operationId}', { params: { id: productId, operationId } });
}
