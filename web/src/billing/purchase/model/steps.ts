import { missingFields } from '../../../ui/address-fields-draft.ts';
import { type FlowState, listSteps, type Step } from './flow.ts';
import type { SubscriptionPlan } from './plan.ts';

const names: readonly string[] = ['customize', 'addons', 'checkout', 'confirmation'] satisfies Step[];

/** The step in an address, ignoring case, or null. */
export function parseStep(name: string | undefined): Step | null {
  const step = name?.toLowerCase() ?? '';
  return names.includes(step) ? (step as Step) : null;
}

/**
 * Whether a step may be shown: it was visited before, and its prerequisites still exist. An entered card does not
 * survive a reload.
 */
function isReachable(step: Step, state: FlowState): boolean {
  if (!state.visited.includes(step)) return false;
  if (step !== 'confirmation') return true;
  return state.paymentMethodId !== null && missingFields(state.address).length === 0;
}

/** The step to show for an address: the named one, or the last one before it that can be shown (PUR-39). */
export function reachableStep(plan: SubscriptionPlan, state: FlowState, name: string | undefined): Step {
  const steps = listSteps(plan, state);
  const wanted = parseStep(name) ?? 'customize';
  const until = steps.indexOf(wanted);
  const before = until < 0 ? steps : steps.slice(0, until + 1);
  return before.findLast((step) => isReachable(step, state)) ?? 'customize';
}
