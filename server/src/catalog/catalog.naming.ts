import type { Locale, UnitName } from '@portico/contract';
import { localize } from '../core/messages/index.ts';
import type { StoredProduct } from './catalog.rows.ts';
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

/** The default words, by licensing type (CAT-31). */
const defaultUnits: Record<StoredProduct['licensingType'], NonNullable<StoredProduct['unit']>> = {
  HostLocked: { one: { en: 'device', fr: 'appareil' }, other: { en: 'devices', fr: 'appareils' } },
  Floating: {
    one: { en: 'floating license', fr: 'licence flottante' },
    other: { en: 'floating licenses', fr: 'licences flottantes' },
  },
  None: { one: { en: 'seat', fr: 'place' }, other: { en: 'seats', fr: 'places' } },
};

/** The word for what a product's quantity counts, singular and plural, in both languages. Unknown products have seats. */
export function findUnit(
  product: Pick<StoredProduct, 'unit' | 'licensingType'> | undefined,
): NonNullable<StoredProduct['unit']> {
  return product?.unit ?? defaultUnits[product?.licensingType ?? 'None'];
}

/** The word for what a product's quantity counts, in the user's language. */
export function presentUnit(product: Parameters<typeof findUnit>[0], locale: Locale): UnitName {
  const { one, other } = findUnit(product);
  return { one: localize(one, locale), other: localize(other, locale) };
}
