import { type FlowState, stepsOf } from './flow.ts';
import { overtakenBy } from './overtaken.ts';
import type { SubscriptionPlan } from './plan.ts';

/**
 * What the flow shows of its state.
 * @param begun the plan as it was when the purchase was begun
 */
export function flowView(begun: SubscriptionPlan, plan: SubscriptionPlan, state: FlowState) {
  const { phase } = state.payment;
  // What this purchase itself did is told by its own outcome.
  const overtaken = phase === 'idle' ? overtakenBy(begun, plan) : null;
  const isDirect = stepsOf(plan, state).length === 1;
  const isChange = begun.subscribeAction === 'ChangeOptions' || begun.subscribeAction === 'SwitchTo';
  const unauthenticated = state.payment.phase === 'unauthenticated' ? state.payment : null;
  /** The purchase goes on at the server, whether the flow is open or not. */
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
    /** What is free from the beginning needs no sum. */
    hasTotal: !isDirect || isChange,
  };
}

export type FlowView = ReturnType<typeof flowView>;
