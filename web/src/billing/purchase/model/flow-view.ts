import { type FlowState, listSteps } from './flow.ts';
import { overtakenBy } from './overtaken.ts';
import type { SubscriptionPlan } from './plan.ts';

/**
 * What the flow shows for its state.
 * @param begun the plan when the purchase was started
 */
export function flowView(begun: SubscriptionPlan, plan: SubscriptionPlan, state: FlowState) {
  const { phase } = state.payment;
  // Not after the payment has begun, because the purchase itself changes the plan.
  const overtaken = phase === 'idle' ? overtakenBy(begun, plan) : null;
  const isDirect = listSteps(plan, state).length === 1;
  const isChange = begun.subscribeAction === 'ChangeOptions' || begun.subscribeAction === 'SwitchTo';
  const unauthenticated = state.payment.phase === 'unauthenticated' ? state.payment : null;
  /** The server continues the purchase, whether the flow is open or not. */
  const continuesWithoutFlow = phase === 'pending' || phase === 'abandoning';
  return {
    phase,
    overtaken,
    isDirect,
    isChange,
    unauthenticated,
    continuesWithoutFlow,
    isFirst: state.step === 'customize',
    isConfirming: state.step === 'confirmation',
    /** The step is shown, not an outcome. */
    isStepShown: (phase === 'idle' || phase === 'buying') && !overtaken,
    /** Leaving loses nothing any more. */
    isSettled: phase === 'succeeded' || phase === 'refused' || continuesWithoutFlow || unauthenticated !== null,
    /** A free plan needs no total. */
    hasTotal: !isDirect || isChange,
  };
}

export type FlowView = ReturnType<typeof flowView>;
