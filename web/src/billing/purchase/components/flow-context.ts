import type { Application, ShippingDetails } from '@portico/contract';
import { createContext, type Dispatch, type ReactNode, type Ref, useContext } from 'react';
import type { HeldSubscription } from '../model/changes.ts';
import type { FlowAction, FlowState } from '../model/flow.ts';
import type { SubscriptionPlan } from '../model/plan.ts';
import type { FlowCalls } from '../purchase.api.ts';
import type { PurchaseCalls } from '../use-purchase.ts';
import type { LeaveGuardProps } from './leave-guard.tsx';

/** What the card component provides to the flow. */
export interface CardHandle {
  /** Returns the card to pay with; a new card is saved first. An error has been shown already. */
  submit: () => Promise<{ paymentMethodId: string } | { error: string }>;
}

export interface CardSlotProps {
  ref: Ref<CardHandle>;
  /** The saved card to start with; null for the account's default. */
  preferred: string | null;
  /** Sent with a newly entered card. */
  billingDetails: Partial<ShippingDetails>;
  disabled: boolean;
  /** Called at first and on each change with whether a new card is being entered. */
  onIsNewChange: (isNew: boolean) => void;
  /** Called once there is a card, or a form for one; the user cannot continue before. */
  onReady: () => void;
}

/** Components of cards and devices, provided by the page. */
export interface FlowParts {
  renderCardPicker: (props: CardSlotProps) => ReactNode;
  /** Brand and last digits of a saved card. */
  renderCardName: (paymentMethodId: string) => ReactNode;
  /** Called if the payment provider declined the card, because the known cards may be outdated. */
  onCardRefused: () => void;
  /** The devices that use seats of a product, to release them; omitted if the user may not release devices. */
  renderDevicesInUse?: (product: FlowProduct) => ReactNode;
  /** Loads the card form's script ahead of the checkout. */
  warmUpCards: () => void;
  /** Asks before the user leaves unfinished choices; omitted if leaving loses nothing. */
  renderLeaveGuard?: (props: LeaveGuardProps) => ReactNode;
  /** Set if a visitor signs up with the purchase; otherwise the account's calls are used. */
  signUp?: SignUpParts;
}

/** What differs if the purchase creates the account. */
export interface SignUpParts {
  calls: FlowCalls;
  /** Registers with the choices, which leaves the page. A hook that must not change while the flow is open. */
  useBuying: (dispatch: Dispatch<FlowAction>) => PurchaseCalls;
  /** Why nobody can register now; shown beside the button, which is then locked. */
  blockedNote: ReactNode;
}

export type FlowProduct = Pick<
  Application,
  'id' | 'displayName' | 'licensingType' | 'logo64' | 'unit' | 'url' | 'urlCaption'
>;

/** The plans that a change may lead to, and the effect of choosing one. */
export interface PlanChoice {
  plans: readonly SubscriptionPlan[];
  onChoose: (planId: string, quantity: number) => void;
}

interface Flow extends FlowParts {
  calls: FlowCalls;
  product: FlowProduct;
  plan: SubscriptionPlan;
  state: FlowState;
  dispatch: Dispatch<FlowAction>;
  /** The account already subscribes to the product; this purchase changes the subscription. */
  isChange: boolean;
  /** The current subscription, if it is changed. */
  held: HeldSubscription | undefined;
  /** Nothing is paid: a trial or a free plan, subscribed to in the first step (PUR-2). */
  isDirect: boolean;
  /** Set if another plan can be chosen in the first step. */
  planChoice?: PlanChoice | undefined;
}

const FlowContext = createContext<Flow | null>(null);

export const FlowProvider = FlowContext.Provider;

/**
 * The surrounding purchase.
 * @throws Error outside a `PurchaseFlow`
 */
export function useFlow(): Flow {
  const flow = useContext(FlowContext);
  if (!flow) throw new Error('useFlow is used outside of a PurchaseFlow');
  return flow;
}
