import { ApiError } from '../../../lib/problem.ts';
import type { PricePlan, SubscriptionPlan } from './plan.ts';

/**
 * The server's error about the quantity: fewer than are in use, more than the plan allows, or more than one payment
 * can contain.
 */
export function quantityProblem(error: unknown): string | undefined {
  if (!(error instanceof ApiError) || error.code !== 'ValidationError') return undefined;
  const entries = Object.entries(error.problem.propertyErrors ?? {});
  return entries.find(([property]) => property.startsWith('items.'))?.[1].join('\n');
}

/** The limits of a price plan's quantity (SEL-2 to SEL-4), in devices. */
export interface QuantityRule {
  minimum: number;
  maximum: number;
  /** Whether devices in use, not the plan, determine the minimum. */
  isMinimumInUse: boolean;
  /** More devices are in use than the plan allows: the field is disabled with a note. */
  isRestricted: boolean;
}

/**
 * The minimum is the greatest of 0, the plan's own and the devices in use that additional prices do not cover; 1 if
 * there is nothing else to buy.
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
  return {
    minimum,
    maximum: plan.maxQuantity,
    isMinimumInUse: minimum > Math.max(1, plan.minQuantity),
    isRestricted: minimum > plan.maxQuantity,
  };
}

const median = (numbers: [number, number, number]) => numbers.sort((a, b) => a - b)[1] as number;

/** Clamps a quantity to the rule; a restricted quantity stays at the number in use. */
export function withinRule(quantity: number, { minimum, maximum, isRestricted }: QuantityRule): number {
  return isRestricted ? minimum : Math.min(Math.max(quantity, minimum), maximum);
}

/**
 * The median of 1, the minimum and the current device count (SEL-5), or the current units for a change (SEL-15),
 * within the rule.
 * @param kept units that a change starts with
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
