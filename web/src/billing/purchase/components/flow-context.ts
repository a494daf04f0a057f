import type { Application, ShippingDetails } from '@portico/contract';
import { createContext, type Dispatch, type ReactNode, type Ref, useContext } from 'react';
import type { HeldSubscription } from '../model/changes.ts';
import type { FlowAction, FlowState } from '../model/flow.ts';
import type { SubscriptionPlan } from '../model/plan.ts';
import type { FlowCalls } from '../purchase.api.ts';
import type { PurchaseCalls } from '../use-purchase.ts';
import type { LeaveGuardProps } from './leave-guard.tsx';

/** What the card part gives to the flow. */
export interface CardHandle {
  /** The card to pay with; a new one is saved first. An error has been shown already. */
  submit: () => Promise<{ paymentMethodId: string } | { error: string }>;
}

export interface CardSlotProps {
  ref: Ref<CardHandle>;
  /** The saved card to begin with; null: the account's default one. */
  preferred: string | null;
  /** Goes with a card that is typed anew. */
  billingDetails: Partial<ShippingDetails>;
  disabled: boolean;
  /** Whether a new card is being entered; told at first and on each change. */
  onIsNewChange: (isNew: boolean) => void;
  /** Told once there is a card, or a form for one: before that nobody goes on. */
  onReady: () => void;
}

/** Parts of other features' cards and devices, put in by the page. */
export interface FlowParts {
  renderCardPicker: (props: CardSlotProps) => ReactNode;
  /** Brand and last digits of a saved card. */
  renderCardName: (paymentMethodId: string) => ReactNode;
  /** The payment provider refused the card: what is known of the saved cards may be outdated. */
  onCardRefused: () => void;
  /** The devices that hold places of a product, to release them; left out where the reader may not. */
  renderDevicesInUse?: (product: FlowProduct) => ReactNode;
  /** Loads the card form's script ahead of the checkout. */
  warmUpCards: () => void;
  /** Asks before unfinished choices are left; left out where leaving loses nothing. */
  renderLeaveGuard?: (props: LeaveGuardProps) => ReactNode;
  /** Set where a visitor signs up with the purchase; an account's own calls hold without it. */
  signUp?: SignUpParts;
}

/** What is different where the purchase makes the account. */
export interface SignUpParts {
  calls: FlowCalls;
  /** Registers with what was chosen, which leaves the page. A hook: the same one as long as the flow is open. */
  useBuying: (dispatch: Dispatch<FlowAction>) => PurchaseCalls;
  /** Why nobody can register just now; stands beside the button, which is locked meanwhile. */
  blockedNote: ReactNode;
}

export type FlowProduct = Pick<
  Application,
  'id' | 'displayName' | 'licensingType' | 'logo64' | 'unit' | 'url' | 'urlCaption'
>;

/** The plans that a change may lead to, and what choosing another one does. */
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
  /** The account has a live subscription to the product: that one is changed. */
  isChange: boolean;
  /** What is changed, as it is now. */
  held: HeldSubscription | undefined;
  /** Nothing is paid: a trial or what is free, subscribed to from the first dialog (PUR-2). */
  isDirect: boolean;
  /** Where another plan can be chosen in the first step. */
  planChoice?: PlanChoice | undefined;
}

const FlowContext = createContext<Flow | null>(null);

export const FlowProvider = FlowContext.Provider;

/** The purchase one is in. @throws Error outside of a `PurchaseFlow` */
export function useFlow(): Flow {
  const flow = useContext(FlowContext);
  if (!flow) throw new Error('useFlow is used outside of a PurchaseFlow');
  return flow;
}
