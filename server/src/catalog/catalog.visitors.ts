import type { Locale, PreloadedSignUp } from '@portico/contract';
import { localize, translate } from '../core/messages/index.ts';
import { compareFeatures } from './catalog.features.ts';
import { presentUnit } from './catalog.naming.ts';
import { findPlanHolding, isVisibleTo, presentPlan } from './catalog.plans.ts';
import { isOnSale } from './catalog.selection.ts';
import type { Catalog } from './catalog.ts';
import type { Product } from './catalog.types.ts';

type PublicCatalog = Pick<Catalog, 'findProducts' | 'now'>;
type PublicProduct = NonNullable<PreloadedSignUp['product']>;

/** The requested product; without an id, the first one that is sold online (SIGN-2). @returns undefined if it is not sold */
export async function findSoldProduct(
  catalog: PublicCatalog,
  productId: string | undefined,
): Promise<Product | undefined> {
  const all = [...(await catalog.findProducts()).values()];
  const products = all.filter(({ retired, disabled }) => !retired && !disabled);
  if (productId !== undefined) return products.find(({ id }) => id === productId.toLowerCase());
  const now = catalog.now();
  return products
    .filter((product) => product.plans.some((plan) => isOnSale(product, plan, now)))
    .sort((a, b) => a.position - b.position)[0];
}

/** The product as pages for visitors name it. */
export function presentSoldProduct(product: Product, locale: Locale): PublicProduct {
  return {
    id: product.id,
    name: localize(product.name, locale),
    displayName: localize(product.displayName, locale),
    unit: presentUnit(product, locale),
  };
}

/** The plans of a product for a visitor who has none (CAT-29, SIGN-3), and which of them fit a point-of-sale provider (SIGN-43). */
export function presentPlansForVisitors(product: Product, locale: Locale, now: Date) {
  const holding = findPlanHolding(product, undefined, now);
  const plans = product.plans.filter((plan) => isVisibleTo(plan, holding)).sort((a, b) => a.position - b.position);
  return {
    product: { ...presentSoldProduct(product, locale), logo64: product.logo64 },
    items: plans.map((plan) => presentPlan(product, plan, holding, { locale, now, mayBuy: true })),
    comparison: compareFeatures(product, plans, locale),
    pointsOfSale: plans.flatMap(({ name, pointsOfSale, pointOfSaleNote: note }) =>
      pointsOfSale.map((provider) => ({
        provider,
        text: note
          ? localize(note, locale)
          : translate(locale, 'catalog.pointOfSale', { provider, plan: localize(name, locale) }),
      })),
    ),
  };
}
