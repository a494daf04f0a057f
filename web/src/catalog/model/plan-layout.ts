import type { SubscriptionPlan } from '@portico/contract';

/** The number of cards side by side on a wide screen. */
const bigCards = 3;

export interface PlanLayout {
  big: SubscriptionPlan[];
  small: SubscriptionPlan[];
}

const isOwn = ({ subscribeAction }: SubscriptionPlan) => subscribeAction === 'ChangeOptions';

/**
 * Up to three plans are big cards. Of more plans, the account's own and featured ones are big, filled up with the
 * first ones on a wide screen, and the rest are small, in the vendor's order.
 */
export function arrangePlans(plans: readonly SubscriptionPlan[], isWide: boolean): PlanLayout {
  if (plans.length <= bigCards) return { big: [...plans], small: [] };
  const preferred = plans.filter((plan) => isOwn(plan) || plan.featured);
  const others = isWide ? plans.filter((plan) => !preferred.includes(plan)) : [];
  const big = new Set([...preferred, ...others].slice(0, bigCards));
  return { big: plans.filter((plan) => big.has(plan)), small: plans.filter((plan) => !big.has(plan)) };
}

/** The suggested plan: the featured one, otherwise the first, of those that can be bought online now. */
export function recommendedPlan(plans: readonly SubscriptionPlan[]): SubscriptionPlan | undefined {
  const sold = plans.filter(
    ({ isTrial, canSubscribe, processingType }) => !isTrial && canSubscribe && processingType === 0,
  );
  return sold.find(({ featured }) => featured) ?? sold[0];
}

/** The distinct footnotes of all features, numbered in order of appearance. */
export function collectFootnotes(plans: readonly SubscriptionPlan[]): Map<string, number> {
  const numbers = new Map<string, number>();
  for (const { features } of plans) {
    for (const { footnote } of features) {
      if (footnote && !numbers.has(footnote)) numbers.set(footnote, numbers.size + 1);
    }
  }
  return numbers;
}
