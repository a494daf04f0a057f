import { type Dispatch, useEffect, useRef } from 'react';
import type { FlowAction, FlowState, Step } from './model/flow.ts';
import type { SubscriptionPlan } from './model/plan.ts';
import { parseStep, reachableStep } from './model/steps.ts';

/** The addresses of a purchase's steps. */
export interface StepAddress {
  /** The path before the steps; everything below it belongs to the purchase. */
  base: string;
  /** The step in the address, as written. */
  step: string | undefined;
  show: (step: Step, how: { replace: boolean; isBack: boolean }) => void;
  /**
   * Calls `listener` each time a page is shown for its address.
   * @returns a function that unsubscribes
   */
  onShown: (listener: () => void) => () => void;
}

const order: readonly Step[] = ['customize', 'addons', 'checkout', 'confirmation'];

/**
 * Synchronizes step and address (PUR-39): entering a step changes the address, and the browser's Back and Forward
 * show the step in the address.
 * @param onLeft called on Back if nothing can be chosen any more
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
  /** The step that was last written to the address. */
  const sent = useRef<Step | null>(null);

  useEffect(() => {
    const { step, show } = latest.current.address;
    const written = parseStep(step);
    sent.current = state.step;
    if (written === state.step) return;
    const isBack = written !== null && order.indexOf(state.step) < order.indexOf(written);
    show(state.step, { replace: written === null, isBack });
  }, [state.step]);

  useEffect(() => {
    const { state: now, plan: sold, address: place, onLeft: leave } = latest.current;
    const wanted = parseStep(address.step);
    if (wanted === null || wanted === sent.current) return;
    if (now.payment.phase !== 'idle') return leave();
    const step = reachableStep(sold, now, wanted);
    sent.current = step;
    if (step !== wanted) place.show(step, { replace: true, isBack: false });
    dispatch({ type: 'stepShown', step });
  }, [address.step, dispatch]);
}
