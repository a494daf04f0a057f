import { useLingui } from '@lingui/react/macro';
import { type Dispatch, useEffect } from 'react';
import { ApiError } from '../../lib/problem.ts';
import { missingFields, toShippingDetails } from '../../ui/address-fields-draft.ts';
import { type HeldSubscription, listChanges } from './model/changes.ts';
import { storeCoupon } from './model/coupon-storage.ts';
import type { FlowAction, FlowState } from './model/flow.ts';
import type { FlowView } from './model/flow-view.ts';
import type { SubscriptionPlan } from './model/plan.ts';
import { quantityRule } from './model/quantity.ts';
import type { Price } from './model/receipt.ts';
import { hasSelection, selectedPricePlan, toSelection } from './model/selection.ts';
import type { FlowCalls } from './purchase.api.ts';
import { type EstimateRequest, type QuoteRequest, useEstimate, useQuote } from './purchase.api.ts';

/**
 * The price of the selection, and its quote at the confirmation.
 * @param held the subscription to change; undefined for a purchase
 */
export function usePrices(
  calls: FlowCalls,
  productId: string,
  plan: SubscriptionPlan,
  state: FlowState,
  view: FlowView,
  held: HeldSubscription | undefined,
) {
  const selection = toSelection(plan, state);
  const { isRestricted } = quantityRule(plan, selectedPricePlan(plan, state), state.additional);
  const isUnchanged = held !== undefined && state.coupon === null && listChanges(held, plan, state).length === 0;
  const hasAddress = missingFields(state.address).length === 0;
  const address = hasAddress && { shippingDetails: toShippingDetails(state.address) };
  const asked: EstimateRequest = { ...selection, ...(state.isAddressTouched && address) };
  const isAsked = view.hasTotal && !isRestricted && !isUnchanged && view.isStepShown;
  const estimate = useEstimate(calls, productId, asked, isAsked);
  const request: QuoteRequest = {
    ...selection,
    ...(!view.isDirect && { shippingDetails: toShippingDetails(state.address) }),
    ...(state.paymentMethodId && { paymentMethodId: state.paymentMethodId }),
  };
  const isQuoted = view.isConfirming && view.phase === 'idle' && !view.overtaken;
  const quote = useQuote(calls, productId, request, state.quoteAttempt, isQuoted);
  const refusal = estimate.error?.code === 'Conflict' || estimate.error?.code === 'NotForSale' ? estimate.error : null;
  return {
    selection,
    isRestricted,
    isUnchanged,
    estimate,
    refusal,
    request,
    quote,
    price: isUnchanged && !view.isConfirming ? null : choosePrice(view, estimate, quote.data),
    hasReceipt: view.hasTotal && !isRestricted,
  };
}

export type Prices = ReturnType<typeof usePrices>;

/**
 * The quote at the confirmation, and the estimate before; the catalog's totals if the estimate is unavailable
 * (PUR-32).
 */
function choosePrice(
  { isConfirming }: FlowView,
  { data, totals }: ReturnType<typeof useEstimate>,
  quote: ReturnType<typeof useQuote>['data'],
): Price | null {
  if (isConfirming && quote) return { kind: 'estimate', estimate: quote, includesTax: true, isExact: true };
  if (totals?.data) return { kind: 'totals', totals: totals.data };
  return data ? { kind: 'estimate', estimate: data, includesTax: data.includesTax, isExact: false } : null;
}

/** Whether the step lacks something that the next one needs. */
export function isBlocked(
  { step }: FlowState,
  { isConfirming }: FlowView,
  { selection, isRestricted, estimate, quote, refusal }: Prices,
): boolean {
  const isRefused = estimate.error !== null && estimate.error.code !== 'InvalidCoupon' && !estimate.isOutdated;
  return (
    !hasSelection(selection) ||
    isRestricted ||
    refusal !== null ||
    (isConfirming && !quote.data) ||
    ((step === 'customize' || step === 'addons') && isRefused)
  );
}

/** Deletes a coupon that does not apply to the selection any more, and shows the reason. */
export function useRefusedCoupon(error: unknown, dispatch: Dispatch<FlowAction>): void {
  const { t } = useLingui();
  useEffect(() => {
    if (!(error instanceof ApiError) || error.code !== 'InvalidCoupon') return;
    storeCoupon(null);
    dispatch({ type: 'couponRefused', message: error.message || t`Coupon number is incorrect or outdated` });
  }, [error, t, dispatch]);
}
