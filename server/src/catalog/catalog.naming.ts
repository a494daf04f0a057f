import type { Locale } from '@portico/contract';
import { localize } from '../core/messages/index.ts';
import type { Plan, Product } from './catalog.types.ts';

/** The product and plan that were sold. */
interface SoldPlan {
  readonly productId: string;
  readonly planId: string;
}

/** The plan that was sold; undefined if the catalog no longer has it. */
export function findPlan(products: ReadonlyMap<string, Product>, { productId, planId }: SoldPlan): Plan | undefined {
  return products.get(productId)?.plans.find(({ id }) => id === planId);
}

/** A product's name in the reader's language, or its id if the catalog no longer has it (ORD-7). */
export function nameProduct(products: ReadonlyMap<string, Product>, productId: string, locale: Locale): string {
  const product = products.get(productId);
  return product ? localize(product.displayName, locale) : productId;
}

/** A plan's name in the reader's language, or its id if the catalog no longer has it. */
export function namePlan(products: ReadonlyMap<string, Product>, sold: SoldPlan, locale: Locale): string {
  const plan = findPlan(products, sold);
  return plan ? localize(plan.name, locale) : sold.planId;
}
