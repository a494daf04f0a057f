import type { Subscription, SubscriptionPlan } from '@portico/contract';
import type { ChangeSubject } from './change-state.ts';

type Changed = Pick<Subscription, 'subscriptionPlanId' | 'subscriptionEditingAllowed' | 'changingPlanAllowed'>;

/**
 * The parts of a subscription that can be changed online: those that it allows and for which its plan has a choice
 * (CHG-6).
 */
export function changeableSubjects(plans: readonly SubscriptionPlan[], held: Changed): ReadonlySet<ChangeSubject> {
  const subjects = new Set<ChangeSubject>();
  const own = plans.find(({ id }) => id === held.subscriptionPlanId);
  if (!own) return subjects;
  const others = plans.some(
    (plan) => plan.id !== own.id && plan.canSubscribe && !plan.isTrial && plan.pricePlans.length > 0,
  );
  if (held.changingPlanAllowed && others) subjects.add('plan');
  if (!held.subscriptionEditingAllowed || !own.canSubscribe) return subjects;
  const prices = own.pricePlans;
  if (own.maxQuantity > 1 || prices.some(({ additionalPrices }) => additionalPrices.length > 0))
    subjects.add('quantity');
  if (prices.some(({ addons }) => addons.length > 0)) subjects.add('addons');
  if (prices.length > 1) subjects.add('period');
  return subjects;
}
