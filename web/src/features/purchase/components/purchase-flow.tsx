import { useLingui } from '@lingui/react/macro';
import { type ComponentType, type Dispatch, type Ref, Suspense, useEffect, useReducer, useRef, useState } from 'react';
import { lazyPart } from '../../../lib/lazy.tsx';
import { ApiError } from '../../../lib/problem.ts';
import { toShippingDetails } from '../../../ui/address-fields-draft.ts';
import { UnsavedChangesGuard } from '../../../ui/unsaved-changes.tsx';
import { useTotals } from '../api/calculate-totals.ts';
import { type QuoteRequest, useQuote } from '../api/preview-purchase.ts';
import type { HeldSubscription } from '../model/changes.ts';
import { storeCoupon } from '../model/coupon-storage.ts';
import { type FlowAction, type FlowState, reduceFlow, startFlow } from '../model/flow.ts';
import { type FlowView, flowView } from '../model/flow-view.ts';
import type { BillingInterval, SubscriptionPlan } from '../model/plan.ts';
import { quantityProblem, quantityRule } from '../model/quantity.ts';
import { hasSelection, selectedPricePlan, toSelection } from '../model/selection.ts';
import { type PurchaseCalls, usePurchase } from '../use-purchase.ts';
import type { CheckoutHandle } from './checkout-step.tsx';
import { CustomizeStep } from './customize-step.tsx';
import { type FlowParts, type FlowProduct, FlowProvider } from './flow-context.ts';
import { FlowFooter } from './flow-footer.tsx';
import type { FlowFrameProps } from './flow-frame.tsx';
import { FlowStepper } from './flow-stepper.tsx';
import { StepSkeleton } from './step-skeleton.tsx';
import { TotalsCard } from './totals-card.tsx';

const laterSteps = () => import('./later-steps.ts');
const AddonsStep = lazyPart(() => laterSteps().then((steps) => steps.AddonsStep));
const CheckoutStep = lazyPart(() => laterSteps().then((steps) => steps.CheckoutStep));
const ConfirmationStep = lazyPart(() => laterSteps().then((steps) => steps.ConfirmationStep));
const Overtaken = lazyPart(() => laterSteps().then((steps) => steps.Overtaken));
const Progress = lazyPart(() => laterSteps().then((steps) => steps.Progress));
const Refused = lazyPart(() => laterSteps().then((steps) => steps.Refused));
const Success = lazyPart(() => laterSteps().then((steps) => steps.Success));
const Unauthenticated = lazyPart(() => laterSteps().then((steps) => steps.Unauthenticated));

/** Loads what the later steps need. What does not come is asked for again when it is shown. */
function warmUpSteps(): void {
  for (const step of [
    AddonsStep,
    CheckoutStep,
    ConfirmationStep,
    Overtaken,
    Progress,
    Refused,
    Success,
    Unauthenticated,
  ])
    step.warmUp.onFocus();
}

export interface PurchaseFlowProps extends FlowParts {
  product: FlowProduct;
  plan: SubscriptionPlan;
  /** The subscription that the account has of the product now. */
  held?: HeldSubscription | undefined;
  /** The billing interval to begin with. */
  wanted?: Partial<BillingInterval> | undefined;
  /** Left without buying. */
  onClose: () => void;
  /** Left after a purchase. */
  onDone: () => void;
}

/** Customize, add-ons, checkout, confirmation (PUR-1), in a dialog or on a page of its own. */
export function PurchaseFlow({
  frame: Frame,
  ...props
}: PurchaseFlowProps & { frame: ComponentType<FlowFrameProps>; headingLevel: 2 | 3 }) {
  const { product, plan, held, wanted, headingLevel, onClose, onDone, ...cards } = props;
  const [state, dispatch] = useReducer(
    (current: FlowState, action: FlowAction) => reduceFlow(current, action, plan),
    null,
    () => startFlow(plan, wanted),
  );
  const [begun] = useState(plan);
  const [isLeaving, setIsLeaving] = useState(false);
  const checkout = useRef<CheckoutHandle>(null);
  const view = flowView(begun, plan, state);
  const { phase, overtaken, isDirect, isChange, isStepShown, isConfirming, isSettled, isFirst } = view;
  const prices = usePrices(product.id, plan, state, view);
  const { totals, isRestricted } = prices;
  useRefusedCoupon(totals.error, dispatch);
  const calls = usePurchase(product.id, dispatch, cards.onCardRefused);
  const { goOn, isCheckingOut } = useGoOn({ view, prices, calls, checkout, state, dispatch });

  const close = () => {
    if (phase === 'succeeded') onDone();
    else if (state.isChanged && phase === 'idle' && !overtaken) setIsLeaving(true);
    else onClose();
  };
  const warmUp = () => {
    cards.warmUpCards();
    warmUpSteps();
  };
  const isBusy = phase === 'buying' || isCheckingOut;
  const hasAside = isStepShown && !isConfirming && !isRestricted && view.hasTotal;
  const footer = (
    <FlowFooter
      {...{ view, totals, calls, isBusy, warmUp, onDone }}
      quote={prices.quote.data}
      isBlocked={isBlocked(state, view, prices)}
      onContinue={() => void goOn()}
      onBack={() => dispatch({ type: 'wentBack' })}
      onClose={close}
      onLeave={onClose}
    />
  );
  const changed = isChange ? held : undefined;
  return (
    <FlowProvider value={{ product, plan, state, dispatch, isChange, held: changed, isDirect, headingLevel, ...cards }}>
      <UnsavedChangesGuard isChanged={state.isChanged && !isSettled && !overtaken} />
      <Frame
        title={`${product.displayName} – ${plan.name}`}
        stepper={isStepShown && !isDirect ? <FlowStepper /> : null}
        aside={hasAside ? <TotalsCard totals={totals} isCustomizing={isFirst} /> : null}
        footer={phase === 'authenticating' ? null : footer}
        isBusy={isBusy || phase === 'authenticating' || Boolean(view.unauthenticated?.work)}
        onClose={close}
        leaving={{ isAsked: isLeaving, onStay: () => setIsLeaving(false), onLeave: onClose }}
      >
        <Suspense fallback={<StepSkeleton />}>
          <FlowStep state={state} view={view} prices={prices} checkout={checkout} />
          <FlowOutcome state={state} view={view} />
        </Suspense>
      </Frame>
    </FlowProvider>
  );
}

type Prices = ReturnType<typeof usePrices>;

/** The totals of the selection, and its quote while the user is asked to confirm it. */
function usePrices(productId: string, plan: SubscriptionPlan, state: FlowState, view: FlowView) {
  const selection = toSelection(plan, state);
  const { isRestricted } = quantityRule(plan, selectedPricePlan(plan, state), state.additional);
  const totals = useTotals(productId, selection, !isRestricted);
  const request: QuoteRequest = {
    ...selection,
    ...(!view.isDirect && { shippingDetails: toShippingDetails(state.address) }),
    ...(state.paymentMethodId && { paymentMethodId: state.paymentMethodId }),
  };
  const isQuoted = view.isConfirming && view.phase === 'idle' && !view.overtaken;
  const quote = useQuote(productId, request, state.quoteAttempt, isQuoted);
  return { selection, isRestricted, totals, request, quote };
}

/** Whether the step lacks something that the next one needs. */
function isBlocked(
  { step }: FlowState,
  { isConfirming }: FlowView,
  { selection, isRestricted, totals, quote }: Prices,
) {
  const isTotalMissing = totals.error !== null && !totals.isOutdated;
  return (
    !hasSelection(selection) ||
    isRestricted ||
    (isConfirming && !quote.data) ||
    ((step === 'customize' || step === 'addons') && isTotalMissing)
  );
}

/** Forgets a coupon that the totals are refused for. */
function useRefusedCoupon(error: unknown, dispatch: Dispatch<FlowAction>): void {
  const { t } = useLingui();
  useEffect(() => {
    if (!(error instanceof ApiError) || error.code !== 'InvalidCoupon') return;
    storeCoupon(null);
    dispatch({ type: 'couponRefused', message: t`Coupon number is incorrect or outdated` });
  }, [error, t, dispatch]);
}

interface GoingOn {
  view: FlowView;
  prices: Prices;
  calls: PurchaseCalls;
  checkout: { readonly current: CheckoutHandle | null };
  state: FlowState;
  dispatch: Dispatch<FlowAction>;
}

/** What the button that leads on does: it buys, checks the addresses and the card, or shows the next step. */
function useGoOn({ view, prices, calls, checkout, state, dispatch }: GoingOn) {
  const [isCheckingOut, setIsCheckingOut] = useState(false);
  const checkOut = async () => {
    setIsCheckingOut(true);
    try {
      await checkout.current?.submit();
    } finally {
      setIsCheckingOut(false);
    }
  };
  const goOn = async () => {
    const { request, quote } = prices;
    if (view.isDirect) await calls.subscribeDirectly(request);
    else if (state.step === 'checkout') await checkOut();
    else if (!view.isConfirming) dispatch({ type: 'wentOn' });
    else if (quote.data) await calls.pay({ ...request, taxTransactionId: quote.data.taxTransactionId });
  };
  return { goOn, isCheckingOut };
}

interface FlowStepProps {
  state: FlowState;
  view: FlowView;
  prices: Prices;
  checkout: Ref<CheckoutHandle>;
}

function FlowStep({ state, view, prices: { totals, quote }, checkout }: FlowStepProps) {
  const { isStepShown, isFirst, isConfirming, phase } = view;
  return (
    <>
      {isStepShown && isFirst && <CustomizeStep totals={totals} takesFocus={state.visited.length > 1} />}
      {isStepShown && state.step === 'addons' && <AddonsStep error={quantityProblem(totals.error)} takesFocus />}
      {state.visited.includes('checkout') && phase !== 'succeeded' && (
        // Stays as it was left: a card form that is unmounted loses what was typed.
        <div hidden={!isStepShown || state.step !== 'checkout'}>
          <CheckoutStep ref={checkout} takesFocus={state.step === 'checkout'} />
        </div>
      )}
      {isStepShown && isConfirming && <ConfirmationStep quote={quote} takesFocus />}
    </>
  );
}

function FlowOutcome({ state: { payment }, view: { phase, overtaken } }: Pick<FlowStepProps, 'state' | 'view'>) {
  return (
    <>
      {overtaken && <Overtaken by={overtaken} />}
      {phase === 'refused' && <Refused />}
      {(phase === 'authenticating' || phase === 'pending' || phase === 'abandoning') && <Progress phase={phase} />}
      {payment.phase === 'unauthenticated' && <Unauthenticated message={payment.message} />}
      {payment.phase === 'succeeded' && <Success result={payment.result} wasAbandoned={payment.wasAbandoned} />}
    </>
  );
}
