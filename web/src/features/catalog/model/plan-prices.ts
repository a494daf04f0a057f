import type { SubscriptionPlan } from '@portico/contract';

export type PricePlan = SubscriptionPlan['pricePlans'][number];

/** A rhythm of payment: every so many days, months or years. */
export type Rhythm = Pick<PricePlan, 'interval' | 'intervalCount'>;

export const monthly: Rhythm = { interval: 'Month', intervalCount: 1 };

/** About how many days lie between two payments, to compare rhythms by. */
const daysOf = ({ interval, intervalCount }: Rhythm) => ({ Day: 1, Month: 30, Year: 365 })[interval] * intervalCount;

const isSameRhythm = (one: Rhythm, other: Rhythm) =>
  one.interval === other.interval && one.intervalCount === other.intervalCount;

/** The rhythms of payment that the plans are sold in, shortest first. Trials and manual plans do not count. */
export function rhythmsOf(plans: readonly SubscriptionPlan[]): Rhythm[] {
  const sold = plans.filter(({ isTrial, processingType }) => !isTrial && processingType === 0);
  const found: Rhythm[] = [];
  for (const { amount, interval, intervalCount } of sold.flatMap(({ pricePlans }) => pricePlans)) {
    const rhythm = { interval, intervalCount };
    if (amount > 0 && !found.some((known) => isSameRhythm(known, rhythm))) found.push(rhythm);
  }
  return found.sort((one, other) => daysOf(one) - daysOf(other));
}

/** The rhythm to show at first: the account's own, else by the year where that is sold, for it costs less. */
export function startingRhythm(rhythms: readonly Rhythm[], own: Rhythm | undefined): Rhythm {
  const isOwn = (rhythm: Rhythm) => own !== undefined && isSameRhythm(rhythm, own);
  return rhythms.find(isOwn) ?? rhythms.find(({ interval }) => interval === 'Year') ?? rhythms.at(-1) ?? monthly;
}

export type PlanPrice =
  | { kind: 'trial'; days: number | null }
  | { kind: 'free' }
  /** Sold by people: there is no price to show. */
  | { kind: 'onRequest' }
  | { kind: 'priced'; pricePlan: PricePlan }
  /** Not sold in the shown rhythm: the lowest price a month, in cents. */
  | { kind: 'from'; amountPerMonth: number; currency: string };

/** What a plan's card says about money while prices are shown in one rhythm of payment. */
export function priceOf(plan: SubscriptionPlan, rhythm: Rhythm): PlanPrice {
  if (plan.isTrial) return { kind: 'trial', days: plan.trialDays };
  const cheapest = [...plan.pricePlans].sort((a, b) => a.amountPerMonth - b.amountPerMonth);
  const inRhythm = cheapest.find((pricePlan) => isSameRhythm(pricePlan, rhythm));
  if (inRhythm && inRhythm.amount > 0) return { kind: 'priced', pricePlan: inRhythm };
  if (cheapest.length > 0 && cheapest.every(({ amount }) => amount === 0)) return { kind: 'free' };
  if (plan.fromAmountPerMonth === null || cheapest.length === 0) return { kind: 'onRequest' };
  return { kind: 'from', amountPerMonth: plan.fromAmountPerMonth, currency: cheapest[0]?.currency ?? 'usd' };
}

/** Whole percent that the best yearly price saves against twelve months; 0 when none does. */
export function bestSavings(plans: readonly SubscriptionPlan[]): number {
  const shares = plans.flatMap(({ pricePlans }) =>
    pricePlans.map(({ interval, amountPerMonth, yearSavings }) =>
      interval === 'Year' ? yearSavings / (amountPerMonth * 12 + yearSavings || 1) : 0,
    ),
  );
  return Math.round(Math.max(0, ...shares) * 100);
}
