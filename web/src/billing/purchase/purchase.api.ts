import type { ChangeTime, PurchaseSelection, ShippingDetails, UpcomingInvoice } from '@portico/contract';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { type Answer, api } from '../../lib/api.ts';
import { useLocale } from '../../lib/locale.ts';
import { can } from '../../lib/permissions.ts';
import { ApiError } from '../../lib/problem.ts';
import { useDebounced } from '../../lib/use-debounced.ts';
import { hasSelection } from './model/selection.ts';

export type PurchaseTotals = Answer<'POST /api/Products/{id}/CalculatePurchaseTotals'>;

const fetchTotals = (productId: string, body: PurchaseSelection, signal: AbortSignal) =>
  api('POST /api/Products/{id}/CalculatePurchaseTotals', { params: { id: productId }, body, signal });

/** Calculates totals for an account, or for a visitor who signs up. */
export type TotalsCall = (selection: PurchaseSelection, signal: AbortSignal) => Promise<PurchaseTotals>;

const totalsQuery = (totals: TotalsCall, productId: string, selection: PurchaseSelection, locale: string) =>
  queryOptions({
    queryKey: ['purchase', 'totals', productId, selection, locale],
    queryFn: ({ signal }) => totals(selection, signal),
  });

/**
 * Totals of a selection from the catalog, before tax. A newer selection cancels the request; the previous totals stay
 * until the new ones arrive.
 * @param isWanted false if there is an estimate
 */
function useTotals(
  { totals }: { totals: TotalsCall },
  productId: string,
  selection: PurchaseSelection,
  isWanted: boolean,
) {
  const query = totalsQuery(totals, productId, selection, useLocale());
  return useQuery({ ...query, enabled: isWanted, placeholderData: keepPreviousData });
}

export type EstimateAnswer = Answer<'POST /api/Products/{id}/EstimatePurchase'>;

/** The price of a selection, now and later. */
export type Estimate = Omit<EstimateAnswer, 'includesTax'>;

export interface EstimateRequest extends PurchaseSelection {
  shippingDetails?: ShippingDetails;
  /** When a change takes effect; immediately if omitted. */
  when?: ChangeTime;
}

/** Milliseconds without a further change before a request. */
export const pause = 350;

const fetchEstimate = (productId: string, body: EstimateRequest, signal: AbortSignal) =>
  api('POST /api/Products/{id}/EstimatePurchase', { params: { id: productId }, body, signal });

/** Estimates a selection for an account. */
export type EstimateCall = (request: EstimateRequest, signal: AbortSignal) => Promise<EstimateAnswer>;

const createEstimateQuery = (estimate: EstimateCall, productId: string, body: EstimateRequest, locale: string) =>
  queryOptions({
    queryKey: ['purchase', 'estimate', productId, body, locale],
    queryFn: ({ signal }) => estimate(body, signal),
    staleTime: 60_000,
  });

/** An account's estimate. */
export const estimateQuery = (productId: string, body: EstimateRequest, locale: string) =>
  createEstimateQuery((request, signal) => fetchEstimate(productId, request, signal), productId, body, locale);

/** A placeholder for callers without estimates. It is never called. */
const noEstimate: EstimateCall = () => Promise.reject(new Error('there are no estimates here'));

/**
 * Whether an error explains what is wrong with the selection. Any other error only means that no estimate is
 * available.
 */
const isRefusal = (error: unknown): error is ApiError =>
  error instanceof ApiError &&
  (error.code === 'ValidationError' ||
    error.code === 'InvalidCoupon' ||
    error.code === 'Conflict' ||
    error.code === 'NotForSale');

/**
 * The price of the selection, updated with each choice: the previous figures stay until the new ones arrive
 * (`isOutdated`). If no estimate is available, the catalog's totals before tax replace it.
 * @param isPossible false if the selection cannot be bought
 */
export function useEstimate(
  calls: { estimate: EstimateCall | null; totals: TotalsCall },
  productId: string,
  request: EstimateRequest,
  isPossible: boolean,
) {
  const key = JSON.stringify(request);
  const settled = useDebounced(key, pause);
  const asked = JSON.parse(settled) as EstimateRequest;
  const query = useQuery({
    ...createEstimateQuery(calls.estimate ?? noEstimate, productId, asked, useLocale()),
    enabled: calls.estimate !== null && isPossible && hasSelection(asked),
    placeholderData: keepPreviousData,
  });
  const { shippingDetails: _address, when: _when, ...selection } = request;
  const isMissing = calls.estimate === null || (query.error !== null && !isRefusal(query.error));
  const totals = useTotals(calls, productId, selection, isPossible && isMissing && hasSelection(selection));
  return {
    data: query.data,
    error: isRefusal(query.error) ? query.error : isMissing && isRefusal(totals.error) ? totals.error : null,
    totals: isMissing ? totals : null,
    isOutdated: (isMissing ? totals : query).isPlaceholderData || settled !== key,
    refetch: query.refetch,
    isFetching: query.isFetching,
  };
}

export type EstimateState = ReturnType<typeof useEstimate>;

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

/** A subscription's next charge, from its upcoming invoice; null if nothing is charged. @param subscriptionId null sends no request */
export function useNextInvoice(subscriptionId: number | null) {
  return useQuery({
    ...nextInvoiceQuery(subscriptionId ?? 0, useLocale()),
    enabled: subscriptionId !== null && can('invoices.view'),
  });
}

/** The next charges of all subscriptions, the nearest twenty first, because they may use the credit first (INV-10). */
export function useNextCharges() {
  const { data } = useQuery({
    queryKey: ['invoices', 'upcoming', 'charges'],
    queryFn: ({ signal }) => api('GET /api/Subscription/invoices/upcoming', { query: { pageSize: 20 }, signal }),
    enabled: can('invoices.view'),
  });
  return data;
}

/** The charge now and the recurring charge, with tax. `taxTransactionId` identifies the quote in the purchase for 30 minutes. */
export type Quote = Answer<'POST /api/Products/{id}/PreviewPurchase'>;

export interface QuoteRequest extends PurchaseSelection {
  shippingDetails?: ShippingDetails;
  paymentMethodId?: string;
  /** When a change takes effect; immediately if omitted. */
  when?: ChangeTime;
}

export const fetchQuote = (productId: string, body: QuoteRequest, signal?: AbortSignal) =>
  api('POST /api/Products/{id}/PreviewPurchase', { params: { id: productId }, body, ...(signal && { signal }) });

/** Makes a quote for an account, or for a visitor who signs up. */
export type QuoteCall = (request: QuoteRequest, signal?: AbortSignal) => Promise<Quote>;

/**
 * @param attempt counts quotes: a new one is made each time the confirmation is entered, and when the price has
 * changed
 */
const quoteQuery = (quote: QuoteCall, productId: string, body: QuoteRequest, attempt: number) =>
  queryOptions({
    queryKey: ['purchase', 'quote', productId, body, attempt],
    queryFn: ({ signal }) => quote(body, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

/** @param isWanted whether the confirmation is visible */
export const useQuote = (
  { quote }: { quote: QuoteCall },
  productId: string,
  body: QuoteRequest,
  attempt: number,
  isWanted: boolean,
) => useQuery({ ...quoteQuery(quote, productId, body, attempt), enabled: isWanted });

/** The calls of the steps of a purchase. Accounts and visitors who sign up use different endpoints. */
export interface FlowCalls {
  /** Null if there are no estimates, only totals. */
  estimate: EstimateCall | null;
  totals: TotalsCall;
  quote: QuoteCall;
  applyCoupon: (coupon: string, selection: Omit<PurchaseSelection, 'coupon'>) => Promise<AppliedCoupon>;
  /** The last address given, otherwise the account's name and place; null if none is known. */
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
      const { name, ...place } = usual;
      return shippingDetails ?? { name, address: { line1: '', city: '', postalCode: '', ...place } };
    },
  };
}

/** A coupon's discount. */
type AppliedCoupon = Answer<'POST /api/Billing/Coupon/Apply'>;

/**
 * Checks whether a selection can be bought with a coupon, without changing anything. If this check accepts a
 * selection, so does the confirmation (CPN-10).
 * @throws ApiError: InvalidCoupon with its reason; TooManyRequests with `blockedTo` after too many wrong coupons
 */
function applyCoupon(
  productId: string,
  coupon: string,
  selection: Omit<PurchaseSelection, 'coupon'>,
): Promise<AppliedCoupon> {
  return api('POST /api/Billing/Coupon/Apply', { query: { coupon, productId }, body: { selection } });
}
