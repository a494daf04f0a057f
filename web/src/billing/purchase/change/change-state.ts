import { carryAddons } from '../model/addons.ts';
import { type Change, type HeldSubscription, listChanges } from '../model/changes.ts';
import { type FlowAction, type FlowState, reduceFlow, startFlow } from '../model/flow.ts';
import type { SubscriptionPlan } from '../model/plan.ts';
import { selectedPricePlan } from '../model/selection.ts';

/** The part of a subscription that is changed in a row of its page. */
export type ChangeSubject = 'plan' | 'quantity' | 'addons' | 'period';

export interface ChangeState {
  planId: string;
  flow: FlowState;
}

export type ChangeAction = FlowAction | { type: 'planChosen'; planId: string };

/** @throws Error if the account's own plan is not among the plans */
export function getPlan(plans: readonly SubscriptionPlan[], planId: string): SubscriptionPlan {
  const plan = plans.find(({ id }) => id === planId);
  if (!plan) throw new Error(`there is no plan ${planId}`);
  return plan;
}

/** Starts with the account's current subscription: nothing is changed yet (CHG-1). */
export function startChange(plans: readonly SubscriptionPlan[], held: HeldSubscription): ChangeState {
  const plan = getPlan(plans, held.subscriptionPlanId);
  return { planId: plan.id, flow: startOn(plan, held) };
}

function startOn(plan: SubscriptionPlan, held: HeldSubscription): FlowState {
  return startFlow(plan, { wanted: held, held });
}

/**
 * The pure reducer of a change in its row: that of the purchase flow, and the choice of another plan. If another plan
 * or period is chosen, the current add-ons that it sells are kept (CHG-2).
 */
export function reduceChange(
  state: ChangeState,
  action: ChangeAction,
  plans: readonly SubscriptionPlan[],
  held: HeldSubscription,
): ChangeState {
  const plan = getPlan(plans, state.planId);
  if (action.type !== 'planChosen' && action.type !== 'pricePlanChosen') {
    return { ...state, flow: reduceFlow(state.flow, action, plan) };
  }
  if (state.flow.payment.phase !== 'idle') return state;
  const next = action.type === 'planChosen' ? getPlan(plans, action.planId) : plan;
  const flow = action.type === 'planChosen' ? startOn(next, held) : reduceFlow(state.flow, action, plan);
  const own = getPlan(plans, held.subscriptionPlanId);
  const start = startOn(own, held);
  const to = selectedPricePlan(next, flow);
  const addons = carryAddons(selectedPricePlan(own, start).addons, to.addons, start.addons);
  return { planId: next.id, flow: { ...flow, addons, isChanged: true } };
}

/** The differences between the current subscription and the choices. */
export function changesIn(
  { planId, flow }: ChangeState,
  plans: readonly SubscriptionPlan[],
  held: HeldSubscription,
): readonly Change[] {
  return listChanges(held, getPlan(plans, planId), flow);
}
