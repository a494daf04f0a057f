import type { SubscriptionPlan } from '@portico/contract';
import { type BillingInterval, isSameBillingInterval, listBillingIntervals, type PricePlan } from './plan-prices.ts';

/** The maximum of the slider; larger numbers are typed. */
const maxOnSlider = 100;

/** The range of the slider and the unit field (UI-44). */
export interface UnitRange {
  readonly min: number;
  /** The maximum that any plan allows. */
  readonly max: number;
  /** The maximum of the slider. */
  readonly sliderMax: number;
  /** The initial value. */
  readonly start: number;
}

const isSoldOnline = ({ isTrial, processingType, pricePlans }: SubscriptionPlan) =>
  !isTrial && processingType === 0 && pricePlans.length > 0;

/**
 * From one unit to the maximum of all plans. It starts at the account's units, otherwise at the largest minimum of
 * the plans on sale.
 * @param held units that the account has
 */
export function calculateUnitRange(
  plans: readonly SubscriptionPlan[],
  held: number | undefined,
  now = new Date(),
): UnitRange {
  const sold = plans.filter(isSoldOnline);
  const max = Math.max(1, ...sold.map(({ maxQuantity }) => maxQuantity));
  const onSale = sold.filter(({ startDate }) => startDate === null || new Date(startDate) <= now);
  const largestMinimum = Math.max(1, ...onSale.map(({ minQuantity }) => minQuantity));
  return {
    min: 1,
    max,
    sliderMax: Math.min(max, Math.max(maxOnSlider, largestMinimum)),
    start: Math.min(max, held ?? largestMinimum),
  };
}

/** The yearly price of `quantity` units with a price plan; cents, rounded. A year has 365 days (CAT-11). */
export function yearlyCost({ amount, interval, intervalCount }: PricePlan, quantity: number): number {
  const payments = { Day: 365, Month: 12, Year: 1 }[interval] / intervalCount;
  return Math.round(amount * quantity * payments);
}

export interface YearCost {
  readonly billingInterval: BillingInterval;
  /** Cents per year. */
  readonly total: number;
  /** Cents less than with monthly payment; 0 if it saves nothing. */
  readonly savings: number;
  readonly currency: string;
}

export type PlanCost =
  | { readonly kind: 'trial'; readonly days: number | null }
  | { readonly kind: 'onRequest' }
  /** More units were requested than the plan allows. */
  | { readonly kind: 'tooMany'; readonly max: number }
  | {
      readonly kind: 'costs';
      /** The units to pay for: the requested ones, or the plan's minimum if it is higher. */
      readonly quantity: number;
      readonly isMinimum: boolean;
      /** One entry for each billing interval, shortest first. */
      readonly years: readonly YearCost[];
    };

/** The yearly price of `quantity` units of a plan, by billing interval (UI-44). */
export function calculatePlanCost(plan: SubscriptionPlan, quantity: number): PlanCost {
  if (plan.isTrial) return { kind: 'trial', days: plan.trialDays };
  if (!isSoldOnline(plan)) return { kind: 'onRequest' };
  if (quantity > plan.maxQuantity) return { kind: 'tooMany', max: plan.maxQuantity };
  const paid = Math.max(quantity, plan.minQuantity, 1);
  const byMonth = plan.pricePlans.find(({ interval, intervalCount }) => interval === 'Month' && intervalCount === 1);
  const years = listBillingIntervals([plan]).flatMap((billingInterval) => {
    const pricePlan = plan.pricePlans.find((candidate) => isSameBillingInterval(candidate, billingInterval));
    if (!pricePlan) return [];
    const total = yearlyCost(pricePlan, paid);
    const savings = byMonth ? Math.max(0, yearlyCost(byMonth, paid) - total) : 0;
    return [{ billingInterval, total, savings, currency: pricePlan.currency }];
  });
  return { kind: 'costs', quantity: paid, isMinimum: paid > quantity, years };
}
