import { type Dispatch, useEffect, useRef } from 'react';
import type { FlowAction, FlowState, Step } from './model/flow.ts';
import type { SubscriptionPlan } from './model/plan.ts';
import { reachableStep, stepOf } from './model/steps.ts';

/** Where the steps of a purchase are addressed. */
export interface StepAddress {
  /** The path before the steps; what lies under it is the purchase itself. */
  base: string;
  /** The step in the address, as it is written there. */
  step: string | undefined;
  show: (step: Step, how: { replace: boolean; isBack: boolean }) => void;
  /** Calls `listener` whenever the page of an address has been shown. @returns ends it */
  onShown: (listener: () => void) => () => void;
}

const order: readonly Step[] = ['customize', 'addons', 'checkout', 'confirmation'];

/**
 * Keeps step and address together (PUR-39): a step that is entered gets its address, and the browser's Back and Forward show the step that the address names.
 * @param onLeft called where Back is pressed and nothing can be chosen any more
 */
export function useSteps(
  address: StepAddress,
  plan: SubscriptionPlan,
  state: FlowState,
  dispatch: Dispatch<FlowAction>,
  onLeft: () => void,
): void {
  const latest = useRef({ address, plan, state, onLeft });
  latest.current = { address, plan, state, onLeft };
  /** The step that the address was last led to from here. */
  const sent = useRef<Step | null>(null);

  useEffect(() => {
    const { step, show } = latest.current.address;
    const written = stepOf(step);
    sent.current = state.step;
    if (written === state.step) return;
    const isBack = written !== null && order.indexOf(state.step) < order.indexOf(written);
    show(state.step, { replace: written === null, isBack });
  }, [state.step]);

  useEffect(() => {
    const { state: now, plan: sold, address: place, onLeft: leave } = latest.current;
    const wanted = stepOf(address.step);
    if (wanted === null || wanted === sent.current) return;
    if (now.payment.phase !== 'idle') return leave();
    const step = reachableStep(sold, now, wanted);
    sent.current = step;
    if (step !== wanted) place.show(step, { replace: true, isBack: false });
    dispatch({ type: 'stepShown', step });
  }, [address.step, dispatch]);
}
