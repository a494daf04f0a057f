import { ApiError } from '../../../lib/problem.ts';
import type { PricePlan, SubscriptionPlan } from './plan.ts';

/** The server's words about the quantity: fewer than are in use, more than the plan allows, more than one payment can be. */
export function quantityProblem(error: unknown): string | undefined {
  if (!(error instanceof ApiError) || error.code !== 'ValidationError') return undefined;
  const entries = Object.entries(error.problem.propertyErrors ?? {});
  return entries.find(([property]) => property.startsWith('items.'))?.[1].join('\n');
}

/** What the quantity field of a price plan allows (SEL-2 to SEL-4); counts are devices. */
export interface QuantityRule {
  minimum: number;
  maximum: number;
  /** More devices are in use than the plan may have: the field is disabled with a note. */
  isRestricted: boolean;
}

/**
 * The minimum is the greatest of 0, the plan's own and what is in use beyond the devices that additional prices cover; 1 where there is nothing else to
 * buy, for nothing at all cannot be bought.
 * @param additional units by id of additional price
 */
export function quantityRule(
  plan: Pick<SubscriptionPlan, 'minQuantity' | 'maxQuantity'>,
  { usedSubscriptionsCount, additionalPrices }: Pick<PricePlan, 'usedSubscriptionsCount' | 'additionalPrices'>,
  additional: Readonly<Record<string, number>> = {},
): QuantityRule {
  const least = additionalPrices.length > 0 ? 0 : 1;
  const covered = additionalPrices.reduce(
    (sum, { id, increaseTotalDeviceQuantity }) => sum + (increaseTotalDeviceQuantity ? (additional[id] ?? 0) : 0),
    0,
  );
  const minimum = Math.max(least, plan.minQuantity, usedSubscriptionsCount - covered);
  return { minimum, maximum: plan.maxQuantity, isRestricted: minimum > plan.maxQuantity };
}

const median = (numbers: [number, number, number]) => numbers.sort((a, b) => a - b)[1] as number;

/** A quantity brought within the rule; what is restricted keeps what is in use. */
export function withinRule(quantity: number, { minimum, maximum, isRestricted }: QuantityRule): number {
  return isRestricted ? minimum : Math.min(Math.max(quantity, minimum), maximum);
}

/**
 * The median of 1, the minimum and the current device count (SEL-5), or what the account has where that is changed (SEL-15); never outside of the rule.
 * @param kept units that a change begins with
 */
export function initialQuantity(
  plan: Pick<SubscriptionPlan, 'minQuantity' | 'maxQuantity'>,
  pricePlan: Pick<PricePlan, 'usedSubscriptionsCount' | 'additionalPrices' | 'currentDeviceCount'>,
  kept?: number,
): number {
  const held = Object.fromEntries(pricePlan.additionalPrices.map(({ id, quantity }) => [id, quantity]));
  const rule = quantityRule(plan, pricePlan, held);
  return withinRule(kept ?? median([1, rule.minimum, pricePlan.currentDeviceCount]), rule);
}
