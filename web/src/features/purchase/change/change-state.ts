import type { AddonChoices } from '../model/addons.ts';
import { type Change, changesOf, type HeldSubscription } from '../model/changes.ts';
import { type FlowAction, type FlowState, reduceFlow, startFlow } from '../model/flow.ts';
import type { PricePlan, SubscriptionPlan } from '../model/plan.ts';
import { selectedPricePlan } from '../model/selection.ts';

/** What of a subscription is changed in a row of its page. */
export type ChangeSubject = 'plan' | 'quantity' | 'addons' | 'period';

export interface ChangeState {
  planId: string;
  flow: FlowState;
}

export type ChangeAction = FlowAction | { type: 'planChosen'; planId: string };

/** @throws Error where the account's own plan is not among the plans */
export function planOf(plans: readonly SubscriptionPlan[], planId: string): SubscriptionPlan {
  const plan = plans.find(({ id }) => id === planId);
  if (!plan) throw new Error(`there is no plan ${planId}`);
  return plan;
}

/** Begins with what the account has: nothing is changed yet (CHG-1). */
export function startChange(plans: readonly SubscriptionPlan[], held: HeldSubscription): ChangeState {
  const plan = planOf(plans, held.subscriptionPlanId);
  return { planId: plan.id, flow: startOn(plan, held) };
}

function startOn(plan: SubscriptionPlan, held: HeldSubscription): FlowState {
  return startFlow(plan, { wanted: held, held });
}

/** The add-ons that another price plan sells under the same captions, each at the price of the same caption (CHG-2). */
export function carryAddons(from: PricePlan, to: PricePlan, choices: AddonChoices): AddonChoices {
  const carried = from.addons.flatMap((addon): [string, AddonChoices[string]][] => {
    const choice = choices[addon.id];
    const price = addon.prices.find(({ id }) => id === choice?.priceId);
    const other = to.addons.find(({ caption, active }) => active && caption === addon.caption);
    const priceThere = other?.prices.find(({ caption }) => caption === price?.caption);
    return choice && other && priceThere ? [[other.id, { priceId: priceThere.id, quantity: choice.quantity }]] : [];
  });
  return Object.fromEntries(carried);
}

/** The pure part of a change in its row: that of the purchase flow, with another plan as one more choice. */
export function reduceChange(
  state: ChangeState,
  action: ChangeAction,
  plans: readonly SubscriptionPlan[],
  held: HeldSubscription,
): ChangeState {
  const plan = planOf(plans, state.planId);
  if (action.type !== 'planChosen' && action.type !== 'pricePlanChosen') {
    return { ...state, flow: reduceFlow(state.flow, action, plan) };
  }
  if (state.flow.payment.phase !== 'idle') return state;
  const next = action.type === 'planChosen' ? planOf(plans, action.planId) : plan;
  const flow = action.type === 'planChosen' ? startOn(next, held) : reduceFlow(state.flow, action, plan);
  const own = planOf(plans, held.subscriptionPlanId);
  const start = startOn(own, held);
  const to = selectedPricePlan(next, flow);
  const isOwn = next.id === own.id && to.id === start.pricePlanId;
  const addons = isOwn ? start.addons : carryAddons(selectedPricePlan(own, start), to, start.addons);
  return { planId: next.id, flow: { ...flow, addons, isChanged: true } };
}

/** What the choice moves, from what the account has. */
export function changesIn(
  { planId, flow }: ChangeState,
  plans: readonly SubscriptionPlan[],
  held: HeldSubscription,
): readonly Change[] {
  return changesOf(held, planOf(plans, planId), flow);
}
