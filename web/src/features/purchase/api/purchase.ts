import type { PurchaseResult } from '@portico/contract';
import { api } from '../../../lib/api.ts';
import { ApiError } from '../../../lib/problem.ts';
import type { QuoteRequest } from './preview-purchase.ts';

export interface PurchaseRequest extends QuoteRequest {
  taxTransactionId: string;
}

/**
 * Buys what a quote said. Sent twice, it buys once. Where another purchase of the product is still live, that one is followed instead.
 * @throws ApiError: CardError, PriceChanged, NotForSale, InvalidCoupon
 */
export async function buy(productId: string, body: PurchaseRequest, signal: AbortSignal): Promise<PurchaseResult> {
  try {
    return await api('POST /api/Products/{id}/Purchase', { params: { id: productId }, body, signal });
  } catch (error) {
    const operationId =
      error instanceof ApiError && error.code === 'PurchaseUnderWay' && error.problem.additionalData?.operationId;
    if (typeof operationId !== 'string') throw error;
    return getPurchase(productId, operationId, signal);
  }
}

/** How a purchase stands. @throws ApiError: CardError */
export function getPurchase(productId: string, operationId: string, signal: AbortSignal): Promise<PurchaseResult> {
  return api('GET /api/Products/{id}/Purchase/{operationId}', { params: { id: productId, operationId }, signal });
}
