import type { Locale } from '@portico/contract';
import { localize } from '../core/messages/index.ts';
import type { Plan, Product } from './catalog.types.ts';

/** What something was sold as. */
interface SoldPlan {
  readonly productId: string;
  readonly planId: string;
}

/** The plan that something was sold as. Undefined where the catalog does not have it any more. */
export function findPlan(products: ReadonlyMap<string, Product>, { productId, planId }: SoldPlan): Plan | undefined {
  return products.get(productId)?.plans.find(({ id }) => id === planId);
}

/** A product's name in the reader's language. Products that the catalog does not know any more are named by their ids (ORD-7). */
export function nameProduct(products: ReadonlyMap<string, Product>, productId: string, locale: Locale): string {
  const product = products.get(productId);
  return product ? localize(product.displayName, locale) : productId;
}

/** A plan's name in the reader's language, or its id as above. */
export function namePlan(products: ReadonlyMap<string, Product>, sold: SoldPlan, locale: Locale): string {
  const plan = findPlan(products, sold);
  return plan ? localize(plan.name, locale) : sold.planId;
}
