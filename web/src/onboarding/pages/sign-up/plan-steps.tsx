import { CSPProvider } from '@base-ui/react/csp-provider';
import { Plural, Trans } from '@lingui/react/macro';
import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { Suspense, useId, useState } from 'react';
import { PurchaseSkeleton } from '../../../billing/pages/purchase/purchase-skeleton.tsx';
import { PurchaseFlow } from '../../../billing/purchase/components/purchase-flow.tsx';
import { clearDraft } from '../../../billing/purchase/model/draft.ts';
import type { SubscriptionPlan } from '../../../billing/purchase/model/plan.ts';
import { Plans } from '../../../catalog/components/plans.tsx';
import type { BillingInterval } from '../../../catalog/model/plan-prices.ts';
import { lazyPart } from '../../../lib/lazy.tsx';
import { useLocale } from '../../../lib/locale.ts';
import { toastsAreWanted } from '../../../lib/notify.tsx';
import { preloaded } from '../../../lib/preloaded.ts';
import { createQueryClient } from '../../../lib/query-client.ts';
import { useStore } from '../../../lib/use-store.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { listPlans, type VisitorPlans } from '../../sign-up/api/sign-up-calls.ts';
import { BlockedAlert } from '../../sign-up/components/blocked-alert.tsx';
import { BlockedNote } from '../../sign-up/components/blocked-note.tsx';
import { StepBar } from '../../sign-up/components/step-bar.tsx';
import { useSubmissionContext } from '../../sign-up/components/submission-context.ts';
import { useWizardContext } from '../../sign-up/components/wizard-context.ts';
import { type PurchaseStep, purchaseSteps } from '../../sign-up/model/addresses.ts';
import { usePlace } from '../../sign-up/place.ts';
import { currentVisit } from '../../sign-up/visit.ts';
import { PointOfSaleNote } from './point-of-sale-note.tsx';
import { useVisitorAddress, useVisitorParts } from './visitor-parts.tsx';

const Toasts = lazyPart(() => import('../../../app/shell/toasts.tsx').then((module) => module.Toasts));

/** The choice of a plan, and the purchase. */
export function PlanSteps() {
  const [queryClient] = useState(createQueryClient);
  const toasts = useStore(toastsAreWanted);
  return (
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={queryClient}>
        <PlanContent />
        <Suspense>{toasts && <Toasts />}</Suspense>
      </QueryClientProvider>
    </CSPProvider>
  );
}

const noWarmUp = { onPointerEnter: () => {}, onFocus: () => {} };

function PlanContent() {
  const { state, dispatch } = useWizardContext();
  const wanted = preloaded().signUp?.product?.id;
  const locale = useLocale();
  const plans = useQuery({
    queryKey: ['sign-up', 'plans', wanted, locale],
    queryFn: ({ signal }) => listPlans(wanted, signal),
  });
  const [wantedPrice, setWantedPrice] = useState<string>();
  const plan = plans.data?.items.find(({ id }) => id === state.planId);
  if (state.step === 'purchase') {
    if (plans.data && plan) return <Purchase plans={plans.data} plan={plan} wantedPrice={wantedPrice} />;
    if (!plans.data && !plans.error) return <PurchaseSkeleton />;
    if (plans.error) {
      return (
        <Card>
          <ErrorState
            error={plans.error}
            title={<Trans>The plans could not be loaded</Trans>}
            onRetry={() => void plans.refetch()}
            isRetrying={plans.isFetching}
          />
        </Card>
      );
    }
  }
  const choose = (chosen: SubscriptionPlan, { interval, intervalCount }: BillingInterval) => {
    const price = chosen.pricePlans.find((one) => one.interval === interval && one.intervalCount === intervalCount);
    setWantedPrice(price?.id);
    dispatch({ type: 'planChosen', planId: chosen.id });
  };
  return (
    <div className="mx-auto w-full max-w-[1120px]">
      <StepBar step="plans" />
      {state.refusal && (
        <Alert tone="bad" className="mt-6">
          {state.refusal}
        </Alert>
      )}
      <BlockedAlert className="mt-6" />
      <h1 className="mt-8 text-[26px] leading-8 font-semibold tracking-tight">
        <Trans>Choose your plan</Trans>
      </h1>
      <p className="mt-1.5 mb-7 text-muted">
        {plans.data?.product.displayName} <TrialNote plans={plans.data} />
      </p>
      <PointOfSaleNote plans={plans.data} details={state.details} />
      <Plans plans={plans} onChoose={choose} warmUp={noWarmUp} isUnsettled={false} isVisitor />
      <OtherWays />
    </div>
  );
}

/** The buttons that go on without the choice of a plan: back to the details, or to an account without a plan. */
function OtherWays() {
  const { dispatch } = useWizardContext();
  const skipNote = useId();
  return (
    <div className="mt-8 flex flex-wrap items-center justify-between gap-3">
      <Button variant="quiet" onClick={() => dispatch({ type: 'wentBack' })}>
        <ArrowLeft aria-hidden="true" />
        <Trans>Back to your details</Trans>
      </Button>
      <div className="flex flex-wrap items-center justify-end gap-x-3 gap-y-1">
        <span id={skipNote} className="text-sm text-muted">
          <Trans>You can choose a plan after you sign in.</Trans>
        </span>
        <Button variant="quiet" aria-describedby={skipNote} onClick={() => dispatch({ type: 'skipped' })}>
          <Trans>Create account without a plan</Trans>
        </Button>
      </div>
    </div>
  );
}

/** The length of the trial; nothing without a trial. */
function TrialNote({ plans }: { plans: VisitorPlans | undefined }) {
  const days = plans?.items.find(({ isTrial, canSubscribe }) => isTrial && canSubscribe)?.trialDays;
  if (!days) return null;
  return <Plural value={days} one="– # day free, no card needed" other="– # days free, no card needed" />;
}

/**
 * Whether a step is the `meant` one or an earlier one. A visitor may stop at an earlier one to enter the card again.
 */
function isUpTo(step: PurchaseStep | null, meant: PurchaseStep | null): boolean {
  return (
    step === meant || (step !== null && meant !== null && purchaseSteps.indexOf(step) < purchaseSteps.indexOf(meant))
  );
}

interface PurchaseProps {
  plans: VisitorPlans;
  plan: SubscriptionPlan;
  wantedPrice: string | undefined;
}

/** The steps of the purchase, whose last button registers. */
function Purchase({ plans, plan, wantedPrice }: PurchaseProps) {
  const { state, dispatch, facts } = useWizardContext();
  const { isBlocked, isWaiting, isBusy, secondsLeft } = useSubmissionContext();
  const place = usePlace();
  const [begin] = useState(state.purchaseStep);
  const { product } = plans;
  const name = product.displayName;
  const captcha = preloaded().signUp?.captcha ?? { kind: 'none', key: null };
  const visitor = { companyId: facts.companyId, productId: product.id, plan, details: state.details, captcha };
  const parts = useVisitorParts(
    visitor,
    isBlocked ? <BlockedNote secondsLeft={secondsLeft} isWaiting={isWaiting} isBusy={isBusy} /> : null,
  );
  const owner = { accountId: 0, userId: currentVisit().storageKey, productId: product.id };
  const leave = () => {
    // If the plan has add-ons, the choices are kept (SIGN-44).
    if (plan.pricePlans.some(({ addons }) => addons.length > 0)) return dispatch({ type: 'stepShown', step: 'plans' });
    clearDraft(owner);
    dispatch({ type: 'planCleared' });
  };
  const flowProduct = { ...product, licensingType: 'None' as const, url: null, urlCaption: null };
  return (
    <div className="mx-auto w-full max-w-[1280px]">
      {state.refusal && isUpTo(place.purchaseStep, begin) && (
        <Alert tone="bad" className="mb-5">
          {state.refusal}
        </Alert>
      )}
      <BlockedAlert className="mb-5 sm:hidden" />
      <PurchaseFlow
        key={plan.id}
        title={plan.isTrial ? <Trans>Try {name}</Trans> : <Trans>Subscribe to {name}</Trans>}
        product={flowProduct}
        plan={plan}
        wantedPrice={wantedPrice}
        address={useVisitorAddress(begin)}
        owner={owner}
        onClose={leave}
        onShop={leave}
        onDone={() => {}}
        {...parts}
      />
    </div>
  );
}
