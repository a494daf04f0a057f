import { Trans } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { useFormat } from '../../../lib/format.ts';
import { refreshHoldings } from '../../../lib/other-tabs.ts';
import { ApiError, describeProblem } from '../../../lib/problem.ts';
import { useUnits } from '../../../lib/units.ts';
import { Card } from '../../../ui/card.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Skeleton, SkeletonText } from '../../../ui/skeleton.tsx';
import { storeCoupon } from '../model/coupon-storage.ts';
import type { FlowAction, Step } from '../model/flow.ts';
import { receiptLines } from '../model/receipt.ts';
import { selectedPricePlan } from '../model/selection.ts';
import type { useQuote } from '../purchase.api.ts';
import { AddressText } from './address-text.tsx';
import { ChangeSummary } from './change-summary.tsx';
import { useFlow } from './flow-context.ts';
import { FlowNotice } from './flow-notice.tsx';
import { PriceMoments } from './price-moments.tsx';
import { StepHeading } from './step-heading.tsx';

/** The step at which the cause of a refused quote can be corrected. Null if only a retry can help. */
function refusedQuote(error: unknown): FlowAction | null {
  if (!(error instanceof ApiError)) return null;
  const message = describeProblem(error);
  if (error.code === 'InvalidCoupon') return { type: 'couponRefused', message };
  if (error.code === 'CardError') return { type: 'sentBack', notice: { step: 'checkout', reason: 'card', message } };
  if (error.code !== 'ValidationError') return null;
  const properties = Object.keys(error.problem.propertyErrors ?? {});
  if (properties.some((property) => property.startsWith('shippingDetails'))) {
    return { type: 'sentBack', notice: { step: 'checkout', reason: 'address', message } };
  }
  if (properties.some((property) => property.startsWith('items'))) {
    return { type: 'sentBack', notice: { step: 'customize', reason: 'quantity', message } };
  }
  return null;
}

interface ConfirmationStepProps {
  quote: ReturnType<typeof useQuote>;
}

/** The whole purchase, before the button that makes it. */
export function ConfirmationStep({ quote: { data, error, isFetching, refetch } }: ConfirmationStepProps) {
  const { plan, state, dispatch } = useFlow();
  const queryClient = useQueryClient();

  useEffect(() => {
    // The data shown here may be outdated, which may have caused the refusal.
    if (error instanceof ApiError) void refreshHoldings(queryClient);
    const action = refusedQuote(error);
    if (!action) return;
    if (action.type === 'couponRefused') storeCoupon(null);
    dispatch(action);
  }, [error, dispatch, queryClient]);

  return (
    <>
      <FlowNotice step="confirmation" />
      <Card className="flex flex-col gap-5 p-6 max-sm:p-4">
        <StepHeading title={<Trans>Review and pay</Trans>} />
        {data ? (
          <>
            <PriceMoments quote={data} pricePlan={selectedPricePlan(plan, state)} />
            <ChangeSummary consequences={data.consequences} />
            <Chosen />
          </>
        ) : error && !refusedQuote(error) ? (
          <ErrorState
            error={error}
            title={<Trans>The final price could not be calculated</Trans>}
            onRetry={() => void refetch()}
            isRetrying={isFetching}
          />
        ) : (
          <ConfirmationSkeleton />
        )}
      </Card>
    </>
  );
}

/** The choices of the previous steps, each with a link to its step. */
function Chosen() {
  const { plan, state, product, renderCardName } = useFlow();
  const { number } = useFormat();
  const { count } = useUnits();
  const pricePlan = selectedPricePlan(plan, state);
  const [base, ...others] = receiptLines(plan, state);
  const units = base?.kind === 'base' ? count(product.unit, base.quantity) : null;
  const extras = (base?.kind === 'base' ? others : receiptLines(plan, state)).map(({ name, caption, quantity }) =>
    [[name, caption].filter(Boolean).join(', '), quantity > 1 && `× ${number(quantity)}`].filter(Boolean).join(' '),
  );
  const hasAddons = pricePlan.addons.length > 0;
  return (
    <dl className="grid grid-cols-1 gap-px overflow-hidden rounded-card border border-line bg-line sm:grid-cols-2">
      <Fact label={<Trans>Plan</Trans>} step="customize">
        {[plan.name, pricePlan.nickname, units].filter(Boolean).join(', ')}
      </Fact>
      <Fact label={<Trans>Extras</Trans>} step={hasAddons ? 'addons' : 'customize'}>
        {extras.length > 0 ? (
          extras.map((extra) => (
            <span key={extra} className="block">
              {extra}
            </span>
          ))
        ) : (
          <Trans context="add-ons">None</Trans>
        )}
      </Fact>
      <Fact label={<Trans>Pay with</Trans>} step="checkout">
        {state.paymentMethodId && renderCardName(state.paymentMethodId)}
      </Fact>
      <Fact label={<Trans>Business address</Trans>} step="checkout">
        <AddressText address={state.address} />
      </Fact>
    </dl>
  );
}

function Fact({ label, step, children }: { label: ReactNode; step: Step; children: ReactNode }) {
  const { dispatch, state } = useFlow();
  return (
    <div className="min-w-0 bg-surface p-4">
      <dt className="flex items-baseline justify-between gap-3 text-sm text-muted">
        {label}
        <button
          type="button"
          disabled={state.payment.phase !== 'idle'}
          className="rounded font-medium text-accent-text underline-offset-4 hover:underline disabled:text-muted"
          onClick={() => dispatch({ type: 'stepShown', step })}
        >
          <Trans>Change</Trans>
          <span className="sr-only"> {label}</span>
        </button>
      </dt>
      <dd className="mt-1 wrap-anywhere">{children}</dd>
    </div>
  );
}

function ConfirmationSkeleton() {
  return (
    <div aria-hidden="true" className="flex flex-col gap-5">
      <div className="rounded-card bg-accent-soft p-5">
        <Skeleton className="my-0.5 w-20" />
        <Skeleton className="mt-1.5 h-8 w-32" />
        <Skeleton className="mt-4 h-5 w-4/5" />
      </div>
      <div className="rounded-card border border-line p-5">
        <SkeletonText lines={4} className="gap-4" />
      </div>
    </div>
  );
}
