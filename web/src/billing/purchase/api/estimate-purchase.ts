import type { ChangeTime, PurchaseSelection, ShippingDetails } from '@portico/contract';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { type Answer, api } from '../../../lib/api.ts';
import { useLocale } from '../../../lib/locale.ts';
import { ApiError } from '../../../lib/problem.ts';
import { useSettled } from '../../../lib/use-settled.ts';
import { hasSelection } from '../model/selection.ts';
import { type TotalsCall, useTotals } from './calculate-totals.ts';

export type EstimateAnswer = Answer<'POST /api/Products/{id}/EstimatePurchase'>;

/** What a selection costs now and later. */
export type Estimate = Omit<EstimateAnswer, 'includesTax'>;

export interface EstimateRequest extends PurchaseSelection {
  shippingDetails?: ShippingDetails;
  /** When a change takes effect; at once without it. */
  when?: ChangeTime;
}

/** Milliseconds without a further change before the server is asked. */
export const pause = 350;

export const fetchEstimate = (productId: string, body: EstimateRequest, signal: AbortSignal) =>
  api('POST /api/Products/{id}/EstimatePurchase', { params: { id: productId }, body, signal });

/** Estimates a selection for an account. */
export type EstimateCall = (request: EstimateRequest, signal: AbortSignal) => Promise<EstimateAnswer>;

const queryOf = (estimate: EstimateCall, productId: string, body: EstimateRequest, locale: string) =>
  queryOptions({
    queryKey: ['purchase', 'estimate', productId, body, locale],
    queryFn: ({ signal }) => estimate(body, signal),
    staleTime: 60_000,
  });

/** An estimate as the server makes it for an account. */
export const estimateQuery = (productId: string, body: EstimateRequest, locale: string) =>
  queryOf((request, signal) => fetchEstimate(productId, request, signal), productId, body, locale);

/** Stands where no estimate can be asked for, and is never called. */
const noEstimate: EstimateCall = () => Promise.reject(new Error('there are no estimates here'));

/** A refusal says what is wrong with the selection; anything else only that there is no estimate now. */
const isRefusal = (error: unknown): error is ApiError =>
  error instanceof ApiError &&
  (error.code === 'ValidationError' ||
    error.code === 'InvalidCoupon' ||
    error.code === 'Conflict' ||
    error.code === 'NotForSale');

/**
 * What the selection costs, live while one chooses: what was known before stays in sight until the new figures are there (`isOutdated`). Where no estimate can be
 * had, the catalog's totals before tax take its place.
 * @param isPossible false where the selection cannot be bought anyway
 */
export function useEstimate(
  calls: { estimate: EstimateCall | null; totals: TotalsCall },
  productId: string,
  request: EstimateRequest,
  isPossible: boolean,
) {
  const key = JSON.stringify(request);
  const settled = useSettled(key, pause);
  const asked = JSON.parse(settled) as EstimateRequest;
  const query = useQuery({
    ...queryOf(calls.estimate ?? noEstimate, productId, asked, useLocale()),
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
