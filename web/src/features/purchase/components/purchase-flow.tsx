import { Trans, useLingui } from '@lingui/react/macro';
import { type ComponentType, type ReactNode, Suspense, useEffect, useReducer, useRef, useState } from 'react';
import { useFormat } from '../../../lib/format.ts';
import { lazyPart } from '../../../lib/lazy.tsx';
import { ApiError } from '../../../lib/problem.ts';
import { toShippingDetails } from '../../../ui/address-fields-draft.ts';
import { Button } from '../../../ui/button.tsx';
import { UnsavedChangesGuard } from '../../../ui/unsaved-changes.tsx';
import { useTotals } from '../api/calculate-totals.ts';
import { type QuoteRequest, useQuote } from '../api/preview-purchase.ts';
import type { HeldSubscription } from '../model/changes.ts';
import { storeCoupon } from '../model/coupon-storage.ts';
import { type FlowAction, type FlowState, reduceFlow, startFlow, stepsOf } from '../model/flow.ts';
import { overtakenBy } from '../model/overtaken.ts';
import type { BillingInterval, SubscriptionPlan } from '../model/plan.ts';
import { quantityProblem, quantityRule } from '../model/quantity.ts';
import { hasSelection, selectedPricePlan, toSelection } from '../model/selection.ts';
import { usePurchase } from '../use-purchase.ts';
import type { CheckoutHandle } from './checkout-step.tsx';
import { CustomizeStep } from './customize-step.tsx';
import { FlowButton } from './flow-button.tsx';
import { type CardParts, type FlowProduct, FlowProvider } from './flow-context.ts';
import type { FlowFrameProps } from './flow-frame.tsx';
import { FlowStepper } from './flow-stepper.tsx';
import { StepSkeleton } from './step-skeleton.tsx';
import { TotalsCard, totalsOf } from './totals-card.tsx';
import { UnauthenticatedButtons } from './unauthenticated-buttons.tsx';

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

export interface PurchaseFlowProps extends CardParts {
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
  const { t } = useLingui();
  const { product, plan, held, wanted, headingLevel, onClose, onDone, ...cards } = props;
  const [state, dispatch] = useReducer(
    (current: FlowState, action: FlowAction) => reduceFlow(current, action, plan),
    null,
    () => startFlow(plan, wanted),
  );
  const [begun] = useState(plan);
  const isChange = begun.subscribeAction === 'ChangeOptions' || begun.subscribeAction === 'SwitchTo';
  const [isLeaving, setIsLeaving] = useState(false);
  const [isCheckingOut, setIsCheckingOut] = useState(false);
  const checkout = useRef<CheckoutHandle>(null);
  const selection = toSelection(plan, state);
  const { isRestricted } = quantityRule(plan, selectedPricePlan(plan, state));
  const totals = useTotals(product.id, selection, !isRestricted);
  const { phase } = state.payment;
  // What this purchase itself did is told by its own outcome.
  const overtaken = phase === 'idle' ? overtakenBy(begun, plan) : null;
  const isConfirming = state.step === 'confirmation';
  const isDirect = stepsOf(plan, state).length === 1;
  const request: QuoteRequest = {
    ...selection,
    ...(!isDirect && { shippingDetails: toShippingDetails(state.address) }),
    ...(state.paymentMethodId && { paymentMethodId: state.paymentMethodId }),
  };
  const quote = useQuote(product.id, request, state.quoteAttempt, isConfirming && phase === 'idle' && !overtaken);
  const { pay, subscribeDirectly, authenticateAgain, abandon } = usePurchase(product.id, dispatch, cards.onCardRefused);

  const totalsError = totals.error;
  useEffect(() => {
    if (!(totalsError instanceof ApiError) || totalsError.code !== 'InvalidCoupon') return;
    storeCoupon(null);
    dispatch({ type: 'couponRefused', message: t`Coupon number is incorrect or outdated` });
  }, [totalsError, t]);

  const goOn = async () => {
    if (isDirect) await subscribeDirectly(request);
    else if (state.step === 'checkout') {
      setIsCheckingOut(true);
      try {
        await checkout.current?.submit();
      } finally {
        setIsCheckingOut(false);
      }
    } else if (isConfirming) {
      if (quote.data) await pay({ ...request, taxTransactionId: quote.data.taxTransactionId });
    } else dispatch({ type: 'wentOn' });
  };

  const goesOnWithoutThis = phase === 'pending' || phase === 'abandoning';
  const unauthenticated = state.payment.phase === 'unauthenticated' ? state.payment : null;
  const isSettled = phase === 'succeeded' || phase === 'refused' || goesOnWithoutThis || unauthenticated !== null;
  const close = () => {
    if (phase === 'succeeded') onDone();
    else if (state.isChanged && phase === 'idle' && !overtaken) setIsLeaving(true);
    else onClose();
  };
  const isBlocked =
    !hasSelection(selection) ||
    isRestricted ||
    (isConfirming && !quote.data) ||
    ((state.step === 'customize' || state.step === 'addons') && totals.error !== null && !totals.isOutdated);
  // What is free from the beginning needs no sum.
  const hasTotal = !isDirect || isChange;
  const isFirst = state.step === 'customize';
  const name = `${product.displayName} – ${plan.name}`;

  const footer: ReactNode =
    state.payment.phase === 'succeeded' ? (
      <Button variant="primary" onClick={onDone}>
        <Trans>Go to my products</Trans>
      </Button>
    ) : unauthenticated ? (
      <UnauthenticatedButtons payment={unauthenticated} onAbandon={abandon} onConfirm={authenticateAgain} />
    ) : phase === 'authenticating' ? null : goesOnWithoutThis || phase === 'refused' || overtaken ? (
      <Button onClick={onClose}>
        <Trans>Close</Trans>
      </Button>
    ) : (
      <>
        {!isConfirming && hasTotal && <NarrowTotal totals={totals} isCustomizing={isFirst} />}
        <Button
          disabled={phase === 'buying' || isCheckingOut}
          onClick={() => (isFirst ? close() : dispatch({ type: 'wentBack' }))}
        >
          {isFirst ? <Trans>Cancel</Trans> : <Trans>Back</Trans>}
        </Button>
        <FlowButton
          quote={isConfirming ? quote.data : undefined}
          isPending={phase === 'buying' || isCheckingOut}
          disabled={isBlocked}
          warmUp={() => {
            cards.warmUpCards();
            warmUpSteps();
          }}
          onPress={() => void goOn()}
        />
      </>
    );

  const isShown = (phase === 'idle' || phase === 'buying') && !overtaken;
  return (
    <FlowProvider
      value={{
        product,
        plan,
        state,
        dispatch,
        isChange,
        held: isChange ? held : undefined,
        isDirect,
        headingLevel,
        ...cards,
      }}
    >
      <UnsavedChangesGuard isChanged={state.isChanged && !isSettled && !overtaken} />
      <Frame
        title={name}
        stepper={isShown && !isDirect ? <FlowStepper /> : null}
        aside={
          isShown && !isConfirming && !isRestricted && hasTotal ? (
            <TotalsCard totals={totals} isCustomizing={isFirst} />
          ) : null
        }
        footer={footer}
        isBusy={phase === 'buying' || phase === 'authenticating' || isCheckingOut || Boolean(unauthenticated?.work)}
        onClose={close}
        leaving={{ isAsked: isLeaving, onStay: () => setIsLeaving(false), onLeave: onClose }}
      >
        <Suspense fallback={<StepSkeleton />}>
          {isShown && isFirst && <CustomizeStep totals={totals} takesFocus={state.visited.length > 1} />}
          {isShown && state.step === 'addons' && <AddonsStep error={quantityProblem(totals.error)} takesFocus />}
          {state.visited.includes('checkout') && phase !== 'succeeded' && (
            // Stays as it was left: a card form that is taken away forgets what was typed.
            <div hidden={!isShown || state.step !== 'checkout'}>
              <CheckoutStep ref={checkout} takesFocus={state.step === 'checkout'} />
            </div>
          )}
          {isShown && isConfirming && <ConfirmationStep quote={quote} takesFocus />}
          {overtaken && <Overtaken by={overtaken} />}
          {phase === 'refused' && <Refused />}
          {(phase === 'authenticating' || phase === 'pending' || phase === 'abandoning') && <Progress phase={phase} />}
          {unauthenticated && <Unauthenticated message={unauthenticated.message} />}
          {state.payment.phase === 'succeeded' && (
            <Success result={state.payment.result} wasAbandoned={state.payment.wasAbandoned} />
          )}
        </Suspense>
      </Frame>
    </FlowProvider>
  );
}

/** The total beside the buttons, where the card with the totals is out of sight. */
function NarrowTotal({ totals, isCustomizing }: { totals: ReturnType<typeof useTotals>; isCustomizing: boolean }) {
  const { money } = useFormat();
  if (!totals.data) return null;
  const { total } = totalsOf(totals.data, isCustomizing);
  return (
    <p className="mr-auto self-center md:hidden">
      <span className="block text-xs text-muted">{total.label}</span>
      <span className="font-semibold tabular-nums">{money(total.amount)}</span>
    </p>
  );
}
