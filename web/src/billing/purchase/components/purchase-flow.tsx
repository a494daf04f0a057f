import { type Dispatch, type ReactNode, type Ref, Suspense, useEffect, useReducer, useRef, useState } from 'react';
import { lazyPart } from '../../../lib/lazy.tsx';
import type { HeldSubscription } from '../model/changes.ts';
import { clearDraft, type DraftOwner, restoreDraft, storeDraft } from '../model/draft.ts';
import { type FlowAction, type FlowState, reduceFlow, startFlow } from '../model/flow.ts';
import { type FlowView, flowView } from '../model/flow-view.ts';
import type { SubscriptionPlan } from '../model/plan.ts';
import { quantityProblem } from '../model/quantity.ts';
import { mayRegister, selectedPricePlan } from '../model/selection.ts';
import { reachableStep } from '../model/steps.ts';
import { accountCalls } from '../purchase.api.ts';
import { isBlocked, type Prices, usePrices, useRefusedCoupon } from '../use-prices.ts';
import { type PurchaseCalls, usePurchase } from '../use-purchase.ts';
import { type StepAddress, useSteps } from '../use-steps.ts';
import type { CheckoutHandle } from './checkout-step.tsx';
import { CustomizeStep } from './customize-step.tsx';
import { FlowBar } from './flow-bar.tsx';
import { type FlowParts, type FlowProduct, FlowProvider, type PlanChoice, useFlow } from './flow-context.ts';
import { FlowFrame } from './flow-frame.tsx';
import { FlowStepper } from './flow-stepper.tsx';
import { OrdererQuestion } from './orderer-question.tsx';
import { Receipt, ReceiptContent } from './receipt.tsx';
import { RefusalNotice } from './refusal-notice.tsx';
import { StepSkeleton } from './step-skeleton.tsx';

const laterSteps = () => import('./later-steps.ts');
const AddonsStep = lazyPart(() => laterSteps().then((steps) => steps.AddonsStep));
const CheckoutStep = lazyPart(() => laterSteps().then((steps) => steps.CheckoutStep));
const ConfirmationStep = lazyPart(() => laterSteps().then((steps) => steps.ConfirmationStep));
const Overtaken = lazyPart(() => laterSteps().then((steps) => steps.Overtaken));
const Progress = lazyPart(() => laterSteps().then((steps) => steps.Progress));
const Refused = lazyPart(() => laterSteps().then((steps) => steps.Refused));
const Success = lazyPart(() => laterSteps().then((steps) => steps.Success));
const Unauthenticated = lazyPart(() => laterSteps().then((steps) => steps.Unauthenticated));
const later = [AddonsStep, CheckoutStep, ConfirmationStep, Overtaken, Progress, Refused, Success, Unauthenticated];

export interface PurchaseFlowProps extends FlowParts {
  title: ReactNode;
  product: FlowProduct;
  plan: SubscriptionPlan;
  /** The account's current subscription to the product. */
  held?: HeldSubscription | undefined;
  /** Units to start with, if they were just chosen for another plan. */
  quantity?: number | undefined;
  /** Whether a change starts with one more unit than now. */
  addsUnit?: boolean | undefined;
  /** The price plan to start with. */
  wantedPrice?: string | undefined;
  address: StepAddress;
  owner: DraftOwner;
  planChoice?: PlanChoice | undefined;
  /** Called when the user leaves without buying. */
  onClose: () => void;
  /** Called when the user leaves to browse the catalog; the choices are kept. */
  onShop: () => void;
  /** Called when the user leaves after a purchase. */
  onDone: () => void;
}

/** Customize, add-ons, checkout, confirmation (PUR-1), in a dialog that fills the page. */
export function PurchaseFlow(props: PurchaseFlowProps) {
  const { title: _title, product, plan, held, address, owner, planChoice, onClose, onShop, onDone, ...parts } = props;
  const { state, dispatch, begun, onStartOver } = useFlowState(props);
  const view = flowView(begun, plan, state);
  const { isDirect, isChange, isSettled, overtaken } = view;
  const changed = isChange ? held : undefined;
  const [ownCalls] = useState(() => parts.signUp?.calls ?? accountCalls(product.id));
  const prices = usePrices(ownCalls, product.id, plan, state, view, changed);
  useRefusedCoupon(prices.estimate.error, dispatch);
  const [useBuying] = useState(() => parts.signUp?.useBuying ?? accountBuying(product.id, parts.onCardRefused));
  const calls = useBuying(dispatch);
  useSteps(address, plan, state, dispatch, onClose);
  useKeptDraft(props, state, view);
  const [isKept, setIsKept] = useState(false);
  useEffect(() => {
    if (isKept) onShop();
  }, [isKept, onShop]);
  return (
    <FlowProvider
      value={{
        product,
        plan,
        state,
        dispatch,
        isChange,
        held: changed,
        isDirect,
        planChoice,
        calls: ownCalls,
        ...parts,
      }}
    >
      {parts.renderLeaveGuard?.({
        base: address.base,
        isChanged: state.isChanged && !isSettled && !overtaken && !isKept,
        isBusy: isMoneyMoving(view),
        onLeave: () => clearDraft(owner),
      })}
      <FlowDialog {...{ props, view, prices, calls, onStartOver }} onShop={() => setIsKept(true)} />
      <OrdererQuestion />
    </FlowProvider>
  );
}

/** The calls of an account that buys. */
const accountBuying = (productId: string, onCardRefused: () => void) =>
  function useAccountBuying(dispatch: Dispatch<FlowAction>): PurchaseCalls {
    return usePurchase(productId, dispatch, onCardRefused);
  };

const isMoneyMoving = ({ phase, unauthenticated }: FlowView) =>
  phase === 'buying' || phase === 'authenticating' || Boolean(unauthenticated?.work);

interface FlowDialogProps {
  props: PurchaseFlowProps;
  view: FlowView;
  prices: Prices;
  calls: PurchaseCalls;
  onStartOver: (() => void) | undefined;
  onShop: () => void;
}

/** The step or the outcome, with its price and buttons. */
function FlowDialog({ props, view, prices, calls, onStartOver, onShop }: FlowDialogProps) {
  const { state, dispatch, plan, signUp } = useFlow();
  const { title, onClose, onDone, warmUpCards, address } = props;
  const { phase, isDirect, isStepShown, isConfirming, isFirst } = view;
  const checkout = useRef<CheckoutHandle>(null);
  const { goOn, isCheckingOut } = useGoOn({ view, prices, calls, checkout, state, dispatch });
  const [hasCard, setHasCard] = useState(false);
  const waitsForCard = state.step === 'checkout' && !hasCard;
  const { price, estimate, isUnchanged, hasReceipt } = prices;
  const isBusy = phase === 'buying' || isCheckingOut;
  const receipt = { price, estimate, isUnchanged, showsChanges: !isConfirming };
  const goBack = () => dispatch({ type: 'wentBack' });
  const stepper = isStepShown && !isDirect && <FlowStepper price={price} isBusy={isBusy} onBack={goBack} />;
  const bar = (
    <FlowBar
      {...{ view, price, calls, isBusy, onShop, onDone }}
      isOutdated={estimate.isOutdated}
      receipt={hasReceipt && !isConfirming ? <ReceiptContent {...receipt} /> : null}
      isBlocked={waitsForCard || isBlocked(state, view, prices) || (signUp !== undefined && !mayRegister(plan, state))}
      warmUp={() => {
        warmUpCards();
        for (const step of later) step.warmUp.onFocus();
      }}
      onContinue={() => void goOn()}
      onBack={isFirst ? onClose : goBack}
      onLeave={onClose}
    />
  );
  return (
    <FlowFrame
      {...{ title, stepper }}
      step={isStepShown ? state.step : null}
      isBusy={isMoneyMoving(view)}
      onShown={address.onShown}
      onClose={phase === 'succeeded' ? onDone : onClose}
      receipt={isStepShown && hasReceipt ? <Receipt {...receipt} isConfirming={isConfirming} /> : null}
      bar={phase === 'authenticating' ? null : bar}
    >
      <Suspense fallback={<StepSkeleton />}>
        <FlowStep {...{ state, view, prices, checkout, onStartOver }} onCardReady={() => setHasCard(true)} />
        <FlowOutcome state={state} view={view} />
      </Suspense>
    </FlowFrame>
  );
}

/** The flow's state: new, or with the choices of an earlier visit. */
function useFlowState({ plan, held, quantity, addsUnit, wantedPrice, address, owner }: PurchaseFlowProps) {
  const [begun] = useState(plan);
  const start = (): FlowState => {
    const isChange = plan.subscribeAction === 'ChangeOptions' || plan.subscribeAction === 'SwitchTo';
    const wanted = plan.pricePlans.find(({ id }) => id === wantedPrice) ?? (isChange ? held : undefined);
    const units = (held?.quantity ?? 0) + (addsUnit ? 1 : 0);
    const from = isChange && held ? { quantity: quantity ?? units } : undefined;
    return { ...startFlow(plan, { wanted, held: from }), isChanged: quantity !== undefined };
  };
  const [restored, setRestored] = useState(() => {
    const kept = quantity === undefined ? restoreDraft(owner, plan, start(), wantedPrice ?? null) : null;
    if (!kept || !addsUnit || !held || kept.quantity > held.quantity) return kept;
    return reduceFlow(kept, { type: 'quantitySet', quantity: held.quantity + 1 }, plan);
  });
  const [state, dispatch] = useReducer(
    (current: FlowState, action: FlowAction) => reduceFlow(current, action, plan),
    null,
    (): FlowState => {
      const first = restored ?? start();
      return { ...first, step: reachableStep(plan, first, address.step) };
    },
  );
  const startOver = () => {
    clearDraft(owner);
    setRestored(null);
    dispatch({ type: 'startedOver', start: { ...start(), isChanged: false } });
  };
  return { state, dispatch, begun, onStartOver: restored?.isChanged ? startOver : undefined };
}

/** Stores the choices until they are bought (PUR-40). */
function useKeptDraft(
  { owner, plan, wantedPrice, signUp }: PurchaseFlowProps,
  state: FlowState,
  { phase, overtaken }: FlowView,
) {
  const { accountId, userId, productId } = owner;
  useEffect(() => {
    const whose = { accountId, userId, productId };
    if (phase === 'succeeded' || phase === 'pending' || overtaken) clearDraft(whose);
    else if (phase === 'idle' && (state.isChanged || state.visited.length > 1)) {
      // A visitor's card is not stored.
      storeDraft(whose, plan, signUp ? { ...state, paymentMethodId: null } : state, wantedPrice ?? null);
    }
  }, [accountId, userId, productId, plan, state, phase, overtaken, wantedPrice, signUp]);
}

interface GoingOn {
  view: FlowView;
  prices: Prices;
  calls: PurchaseCalls;
  checkout: { readonly current: CheckoutHandle | null };
  state: FlowState;
  dispatch: Dispatch<FlowAction>;
}

/** The action of the continue button: it buys, validates the addresses and the card, or shows the next step. */
function useGoOn({ view, prices, calls, checkout, state, dispatch }: GoingOn) {
  const { plan } = useFlow();
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
    else if (quote.data) {
      const { taxTransactionId, subscriptionUpdateInvoiceDetails: charge } = quote.data;
      const { currency } = selectedPricePlan(plan, state);
      await calls.pay({ ...request, taxTransactionId, due: { amount: charge.amountDue, currency } });
    }
  };
  return { goOn, isCheckingOut };
}

interface FlowStepProps {
  state: FlowState;
  view: FlowView;
  prices: Prices;
  checkout: Ref<CheckoutHandle>;
  onStartOver: (() => void) | undefined;
  onCardReady: () => void;
}

function FlowStep({ state, view, prices, checkout, onStartOver, onCardReady }: FlowStepProps) {
  const { estimate, quote, refusal } = prices;
  const { isStepShown, isFirst, isConfirming, phase } = view;
  const error = quantityProblem(estimate.error);
  return (
    <>
      {isStepShown && refusal && <RefusalNotice error={refusal} />}
      {isStepShown && isFirst && <CustomizeStep error={error} onStartOver={onStartOver} />}
      {isStepShown && state.step === 'addons' && <AddonsStep error={error} />}
      {state.visited.includes('checkout') && phase !== 'succeeded' && (
        // Stays mounted, because an unmounted card form loses its input.
        <div hidden={!isStepShown || state.step !== 'checkout'}>
          <CheckoutStep ref={checkout} onReady={onCardReady} />
        </div>
      )}
      {isStepShown && isConfirming && <ConfirmationStep quote={quote} />}
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
