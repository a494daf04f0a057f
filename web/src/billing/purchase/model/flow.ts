import type { PurchaseResult } from '@portico/contract';
import { type AddressDraft, emptyAddress } from '../../../ui/address-fields-draft.ts';
import {
  type AddonChoices,
  carryAddons,
  chooseAddonPrice,
  droppedAddons,
  heldAddons,
  setAddonQuantity,
  toggleAddon,
} from './addons.ts';
import type { HeldSubscription } from './changes.ts';
import type { BillingInterval, SubscriptionPlan } from './plan.ts';
import { startingPricePlan } from './plan.ts';
import { initialQuantity, quantityRule, withinRule } from './quantity.ts';
import { carryOver, isDirect, type SelectionDraft, selectedPricePlan } from './selection.ts';

export type Step = 'customize' | 'addons' | 'checkout' | 'confirmation';

/** The state of the payment; `idle` while the customer chooses. */
export type Payment =
  | { phase: 'idle' }
  /** The request was sent. */
  | { phase: 'buying' }
  /** The cardholder confirms in the bank's dialog. */
  | { phase: 'authenticating' }
  /**
   * The cardholder did not confirm. The purchase waits until they do or until it is abandoned; `work` is the current
   * action.
   */
  | { phase: 'unauthenticated'; operationId: string; message: string; work: 'authenticating' | 'abandoning' | null }
  /** The purchase was abandoned, and the provider has not answered yet; the portal polls. */
  | { phase: 'abandoning' }
  /** The provider has not decided yet; the portal polls. */
  | { phase: 'pending' }
  /** Another operation of the product is pending, so nothing was bought. */
  | { phase: 'refused' }
  /** `wasAbandoned`: the cardholder had confirmed before the purchase could be abandoned. */
  | { phase: 'succeeded'; result: PurchaseResult; wasAbandoned?: boolean };

/** Why the flow returned to a step, in the server's or the provider's words. */
export interface Notice {
  step: Step;
  reason: 'card' | 'price' | 'coupon' | 'address' | 'quantity' | 'failed' | 'abandoned';
  message: string;
}

export interface FlowState extends SelectionDraft {
  step: Step;
  /** Visited steps, which keep their state. */
  visited: readonly Step[];
  address: AddressDraft;
  isAddressTouched: boolean;
  cardAddress: AddressDraft;
  cardAddressIsSame: boolean;
  /** A saved card; null while a new one is entered. */
  paymentMethodId: string | null;
  /** A change that the first step could make directly turned out to cost something today. */
  needsPayment: boolean;
  /** Whether a subscription is changed instead of bought. */
  isChange: boolean;
  /** Captions of the add-ons that the last choice of a price plan dropped. */
  dropped: readonly string[];
  /** Counts quotes: a new one is made each time the confirmation is entered. */
  quoteAttempt: number;
  notice: Notice | null;
  payment: Payment;
  /** Leaving would lose choices or input. */
  isChanged: boolean;
}

export type FlowAction =
  | { type: 'pricePlanChosen'; pricePlanId: string }
  | { type: 'quantitySet'; quantity: number }
  | { type: 'additionalSet'; priceId: string; quantity: number }
  | { type: 'addonToggled'; addonId: string }
  | { type: 'addonPriceChosen'; addonId: string; priceId: string }
  | { type: 'addonQuantitySet'; addonId: string; quantity: number }
  | { type: 'couponApplied'; coupon: string }
  | { type: 'couponRemoved' }
  | { type: 'couponRefused'; message: string }
  | { type: 'addressChanged'; address: AddressDraft }
  | { type: 'addressFound'; address: AddressDraft }
  | { type: 'cardAddressChanged'; address: AddressDraft }
  | { type: 'cardAddressIsSameSet'; isSame: boolean }
  | { type: 'cardChosen'; paymentMethodId: string | null }
  /** The step's button was pressed, so messages of the previous attempt are removed. */
  | { type: 'attempted' }
  /** Starts over, without the choices of an earlier visit. */
  | { type: 'startedOver'; start: FlowState }
  | { type: 'wentOn' }
  | { type: 'paymentNeeded' }
  | { type: 'wentBack' }
  /** The address names a step, after the browser's Back or Forward. */
  | { type: 'stepShown'; step: Step }
  | { type: 'sentBack'; notice: Notice }
  | { type: 'quoteRenewed'; notice: Notice | null }
  | { type: 'paymentMoved'; payment: Payment }
  /** The purchase could not be made; the same one may be retried. */
  | { type: 'failed'; message: string };

/**
 * The steps of a purchase: add-ons only if the price plan has some, and only the first step for a free plan or a
 * trial (PUR-1, PUR-2).
 */
export function listSteps(
  plan: SubscriptionPlan,
  state: Pick<FlowState, keyof SelectionDraft | 'needsPayment'>,
): readonly Step[] {
  if (isDirect(plan, state) && !state.needsPayment) return ['customize'];
  const hasAddons = selectedPricePlan(plan, state).addons.length > 0;
  return hasAddons ? ['customize', 'addons', 'checkout', 'confirmation'] : ['customize', 'checkout', 'confirmation'];
}

export interface FlowStart {
  /** The billing interval to start with: the account's own, or the one in which the plans were shown. */
  wanted?: Partial<BillingInterval> | undefined;
  /** The subscription to change; omitted for a purchase. */
  held?: Pick<HeldSubscription, 'quantity'> | undefined;
}

/** The initial state: for a purchase by SEL-5, for a change with the current subscription (SEL-10, SEL-15). */
export function startFlow(plan: SubscriptionPlan, { wanted, held }: FlowStart = {}): FlowState {
  const pricePlan = startingPricePlan(plan, wanted);
  return {
    step: 'customize',
    visited: ['customize'],
    pricePlanId: pricePlan.id,
    quantity: initialQuantity(plan, pricePlan, held?.quantity),
    additional: Object.fromEntries(pricePlan.additionalPrices.map(({ id, quantity }) => [id, quantity])),
    addons: heldAddons(plan, pricePlan),
    coupon: null,
    address: emptyAddress,
    isAddressTouched: false,
    cardAddress: emptyAddress,
    cardAddressIsSame: true,
    paymentMethodId: null,
    needsPayment: false,
    isChange: held !== undefined,
    dropped: [],
    quoteAttempt: 0,
    notice: null,
    payment: { phase: 'idle' },
    isChanged: false,
  };
}

/**
 * Selects another billing interval and carries quantities over. A purchase resets its add-ons (SEL-9), a change keeps
 * those with a matching price (SEL-16).
 */
function choosePricePlan(state: FlowState, pricePlanId: string, plan: SubscriptionPlan): FlowState {
  const from = selectedPricePlan(plan, state);
  const to = plan.pricePlans.find(({ id }) => id === pricePlanId);
  if (!to || to.id === from.id) return state;
  const additional = carryOver(from.additionalPrices, to.additionalPrices, state.additional);
  const addons = state.isChange ? carryAddons(from.addons, to.addons, state.addons) : {};
  return {
    ...state,
    pricePlanId,
    quantity: withinRule(state.quantity, quantityRule(plan, to, additional)),
    additional,
    addons,
    dropped: droppedAddons(from.addons, state.addons, addons),
  };
}

function changeAddons(state: FlowState, addonId: string, plan: SubscriptionPlan, action: FlowAction): AddonChoices {
  const addon = selectedPricePlan(plan, state).addons.find(({ id }) => id === addonId);
  if (!addon) return state.addons;
  if (action.type === 'addonToggled') return toggleAddon(state.addons, addon);
  if (action.type === 'addonPriceChosen') return chooseAddonPrice(state.addons, addon, action.priceId);
  if (action.type === 'addonQuantitySet') return setAddonQuantity(state.addons, addonId, action.quantity);
  return state.addons;
}

function choose(state: FlowState, action: FlowAction, plan: SubscriptionPlan): FlowState {
  switch (action.type) {
    case 'pricePlanChosen':
      return choosePricePlan(state, action.pricePlanId, plan);
    case 'quantitySet': {
      const rule = quantityRule(plan, selectedPricePlan(plan, state), state.additional);
      return { ...state, quantity: withinRule(Math.trunc(action.quantity), rule) };
    }
    case 'additionalSet':
      return {
        ...state,
        additional: { ...state.additional, [action.priceId]: Math.max(0, Math.trunc(action.quantity)) },
      };
    case 'addonToggled':
    case 'addonPriceChosen':
    case 'addonQuantitySet':
      return { ...state, addons: changeAddons(state, action.addonId, plan, action) };
    case 'couponApplied':
      return { ...state, coupon: action.coupon };
    case 'couponRemoved':
      return { ...state, coupon: null };
    case 'addressChanged':
      return { ...state, address: action.address, isAddressTouched: true };
    case 'cardAddressChanged':
      return { ...state, cardAddress: action.address };
    case 'cardAddressIsSameSet':
      return { ...state, cardAddressIsSame: action.isSame };
    default:
      return state;
  }
}

function moveTo(state: FlowState, step: Step, notice: Notice | null): FlowState {
  return {
    ...state,
    step,
    notice,
    visited: state.visited.includes(step) ? state.visited : [...state.visited, step],
    quoteAttempt: step === 'confirmation' ? state.quoteAttempt + 1 : state.quoteAttempt,
    payment: { phase: 'idle' },
  };
}

function neighbor(state: FlowState, plan: SubscriptionPlan, distance: 1 | -1): Step {
  const steps = listSteps(plan, state);
  return steps[steps.indexOf(state.step) + distance] ?? state.step;
}

/** The choices cannot be changed during and after the payment. */
const isSettled = ({ payment }: FlowState) => payment.phase !== 'idle';

/** The pure reducer of the flow; `use-purchase.ts` makes the calls. `plan` is the plan's current state. */
export function reduceFlow(state: FlowState, action: FlowAction, plan: SubscriptionPlan): FlowState {
  switch (action.type) {
    case 'paymentMoved':
      return { ...state, payment: action.payment, notice: action.payment.phase === 'buying' ? null : state.notice };
    case 'sentBack':
      return moveTo(state, action.notice.step, action.notice);
    case 'quoteRenewed':
      return { ...state, quoteAttempt: state.quoteAttempt + 1, notice: action.notice, payment: { phase: 'idle' } };
    case 'failed':
      return {
        ...state,
        notice: { step: state.step, reason: 'failed', message: action.message },
        payment: { phase: 'idle' },
      };
    case 'addressFound':
      return state.isAddressTouched ? state : { ...state, address: action.address };
    case 'attempted':
      return state.notice ? { ...state, notice: null } : state;
    case 'cardChosen':
      return { ...state, paymentMethodId: action.paymentMethodId };
    case 'couponRefused':
      return { ...state, coupon: null, notice: { step: state.step, reason: 'coupon', message: action.message } };
    case 'startedOver':
      return isSettled(state) ? state : action.start;
    case 'wentOn':
      return isSettled(state) ? state : moveTo(state, neighbor(state, plan, 1), null);
    case 'paymentNeeded': {
      const paying: FlowState = { ...state, needsPayment: true, payment: { phase: 'idle' } };
      return moveTo(paying, neighbor(paying, plan, 1), null);
    }
    case 'stepShown':
      return isSettled(state) || state.step === action.step ? state : moveTo(state, action.step, null);
    case 'wentBack':
      return isSettled(state) ? state : moveTo(state, neighbor(state, plan, -1), null);
    default: {
      if (isSettled(state)) return state;
      const next = choose(state, action, plan);
      return next === state ? state : { ...next, isChanged: true, notice: null };
    }
  }
}
