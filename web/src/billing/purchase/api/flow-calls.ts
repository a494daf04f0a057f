import type { PurchaseSelection, ShippingDetails } from '@portico/contract';
import { type Answer, api } from '../../../lib/api.ts';
import { fetchTotals, type TotalsCall } from './calculate-totals.ts';
import { type EstimateCall, fetchEstimate } from './estimate-purchase.ts';
import { fetchQuote, type QuoteCall } from './preview-purchase.ts';

/** What the steps of a purchase ask the server: an account by its own endpoints, a visitor who signs up by others. */
export interface FlowCalls {
  /** Null where there are no estimates: totals take their place. */
  estimate: EstimateCall | null;
  totals: TotalsCall;
  quote: QuoteCall;
  applyCoupon: (coupon: string, selection: Omit<PurchaseSelection, 'coupon'>) => Promise<AppliedCoupon>;
  /** The address that was given last, else one that begins with a country alone. Null where none is known. */
  findBusinessAddress: (signal: AbortSignal) => Promise<ShippingDetails | null>;
}

/** The calls of an account that buys a product. */
export function accountCalls(productId: string): FlowCalls {
  return {
    estimate: (request, signal) => fetchEstimate(productId, request, signal),
    totals: (selection, signal) => fetchTotals(productId, selection, signal),
    quote: (request, signal) => fetchQuote(productId, request, signal),
    applyCoupon: (coupon, selection) => applyCoupon(productId, coupon, selection),
    findBusinessAddress: async (signal) => {
      const { shippingDetails, usual } = await api('GET /api/Billing/BusinessAddress', { signal });
      return shippingDetails ?? { name: '', address: { line1: '', city: '', postalCode: '', ...usual } };
    },
  };
}

/** What a coupon takes off. */
type AppliedCoupon = Answer<'POST /api/Billing/Coupon/Apply'>;

/**
 * Asks whether a selection can be bought with a coupon; changes nothing. What it accepts, the confirmation accepts (CPN-10).
 * @throws ApiError: InvalidCoupon with its reason; TooManyRequests with `blockedTo` after too many wrong ones
 */
function applyCoupon(
  productId: string,
  coupon: string,
  selection: Omit<PurchaseSelection, 'coupon'>,
): Promise<AppliedCoupon> {
  return api('POST /api/Billing/Coupon/Apply', { query: { coupon, productId }, body: { selection } });
}
