import { createHash } from 'node:crypto';
import type {
  CatalogGateway,
  CatalogStripeProduct,
  NewStripePrice,
  StripeCouponTerms,
} from '../../core/stripe/calls/catalog-gateway.ts';
import type { CatalogDefinition, CouponRow, PriceRow } from '../file/definition.ts';
import type { StoredCatalog } from './apply.queries.ts';

/** One call to Stripe, to be made or shown. */
export type StripeStep =
  | { readonly kind: 'createProduct'; readonly product: CatalogStripeProduct }
  | {
      readonly kind: 'updateProduct';
      readonly id: string;
      readonly name: string;
      readonly change: Partial<Omit<CatalogStripeProduct, 'id'>>;
    }
  | { readonly kind: 'createPrice'; readonly price: NewStripePrice }
  | { readonly kind: 'activatePrice'; readonly priceId: string; readonly stripePriceId: string }
  | {
      readonly kind: 'createCoupon';
      readonly stripeCouponId: string;
      readonly code: string;
      readonly name: string;
      readonly terms: StripeCouponTerms;
    }
  | { readonly kind: 'renameCoupon'; readonly stripeCouponId: string; readonly code: string; readonly name: string }
  | { readonly kind: 'createPromotionCode'; readonly stripeCouponId: string; readonly code: string };

/** Calls that end a sale. They are made after the transaction that stores the replacements, so that everything on offer can be sold. */
export type StripeEnding =
  | { readonly kind: 'deactivatePrice'; readonly stripePriceId: string; readonly priceId: string }
  | { readonly kind: 'deactivatePromotionCode'; readonly promotionCodeId: string; readonly code: string }
  | { readonly kind: 'deactivateProduct'; readonly id: string; readonly name: string };

export interface StripePlan {
  /** In this order: products, prices, coupons, promotion codes. */
  readonly steps: readonly StripeStep[];
  /** Stripe prices that stay, by price id. Steps create the others. */
  readonly prices: ReadonlyMap<string, string>;
  /** Stripe coupons and promotion codes that stay, by code. */
  readonly coupons: ReadonlyMap<string, { readonly stripeCouponId: string; readonly promotionCodeId: string | null }>;
  /** Products at Stripe that the file no longer uses. */
  readonly unusedProducts: readonly CatalogStripeProduct[];
}

/**
 * Compares the file with the objects at Stripe, by ids that the catalog chooses. Stored results of earlier applies are not used, so that an apply
 * also completes after a crash or a change of the Stripe account.
 * @param touched ids of prices to compare; undefined compares all. Stripe returns only ten prices per call.
 */
export async function planStripe(
  definition: CatalogDefinition,
  stored: StoredCatalog,
  gateway: CatalogGateway,
  now: Date,
  touched?: ReadonlySet<string>,
): Promise<StripePlan> {
  const wantedProducts = listStripeProducts(definition);
  const known = new Set(stored.catalogPrices.map(({ stripeProductId }) => stripeProductId));
  const wantedIds = new Set(wantedProducts.map(({ id }) => id));
  const current = new Map(stored.catalogPrices.filter((row) => row.current).map((row) => [row.priceId, row]));
  const compared = definition.prices.filter(({ id }) => !touched || touched.has(id) || !current.has(id));
  const [products, prices] = await Promise.all([
    gateway.listProducts([...new Set([...wantedIds, ...known])]),
    gateway.listPrices(compared.map(({ id }) => id)),
  ]);
  const planned = planPrices(compared, prices);
  const isCompared = new Set(compared.map(({ id }) => id));
  for (const { id } of definition.prices) {
    const kept = isCompared.has(id) ? undefined : current.get(id);
    if (kept) planned.kept.set(id, kept.stripePriceId);
  }
  const coupons = await planCoupons(definition.coupons, gateway, now);
  return {
    steps: [
      ...wantedProducts.flatMap((product) => planProductStep(product, products.get(product.id))),
      ...planned.steps,
      ...coupons.steps,
    ],
    prices: planned.kept,
    coupons: coupons.kept,
    unusedProducts: [...products.values()].filter(({ id, active }) => active && !wantedIds.has(id)),
  };
}

function planProductStep(wanted: CatalogStripeProduct, there: CatalogStripeProduct | undefined): StripeStep[] {
  if (!there) return [{ kind: 'createProduct', product: wanted }];
  const change = {
    ...(there.name !== wanted.name && { name: wanted.name }),
    ...(there.active !== wanted.active && { active: wanted.active }),
    // A missing field keeps the value that was set at Stripe.
    ...(wanted.taxCode !== null && there.taxCode !== wanted.taxCode && { taxCode: wanted.taxCode }),
  };
  return Object.keys(change).length > 0 ? [{ kind: 'updateProduct', id: wanted.id, name: wanted.name, change }] : [];
}

/** A product for each plan, additional price and add-on. Invoices show its name. */
function listStripeProducts(definition: CatalogDefinition): CatalogStripeProduct[] {
  const productNames = new Map(definition.products.map(({ id, displayName }) => [id, displayName.en]));
  const plans = new Map(definition.plans.map((plan) => [plan.id, plan]));
  const planName = (planId: string) => {
    const plan = plans.get(planId);
    return `${productNames.get(plan?.productId ?? '')} – ${plan?.name.en}`;
  };
  const product = (id: string, name: string, productId: string) => ({
    id,
    name,
    active: true,
    taxCode: definition.taxCodes.get(productId) ?? null,
  });
  return [
    ...definition.plans
      .filter(({ id }) => definition.prices.some(({ planId }) => planId === id))
      .map(({ id, productId }) => product(planProductId(id), planName(id), productId)),
    ...definition.prices
      .filter(({ kind }) => kind === 'additional')
      .map(({ id, planId, caption }) =>
        product(
          additionalProductId(id),
          `${planName(planId as string)}: ${caption.en}`,
          plans.get(planId as string)?.productId ?? '',
        ),
      ),
    ...definition.addons.map(({ id, productId, caption }) =>
      product(addonProductId(id), `${productNames.get(productId)} – ${caption.en}`, productId),
    ),
  ];
}

const planProductId = (planId: string) => `portico_plan_${planId}`;
const additionalProductId = (priceId: string) => `portico_additional_${priceId}`;
const addonProductId = (addonId: string) => `portico_addon_${addonId}`;

/** The id of a price's product at Stripe. */
export function stripeProductId(price: Pick<PriceRow, 'id' | 'kind' | 'planId' | 'addonId'>): string {
  switch (price.kind) {
    case 'base':
      return planProductId(price.planId as string);
    case 'additional':
      return additionalProductId(price.id);
    case 'addon':
      return addonProductId(price.addonId as string);
  }
}

/** A price with other terms becomes a new price at Stripe (CAT-5). */
function planPrices(rows: readonly PriceRow[], there: Awaited<ReturnType<CatalogGateway['listPrices']>>) {
  const kept = new Map<string, string>();
  const steps: StripeStep[] = [];
  for (const row of rows) {
    const found = there.get(row.id);
    const productId = stripeProductId(row);
    const same =
      found &&
      found.productId === productId &&
      found.amount === row.amount &&
      found.currency === row.currency &&
      found.interval === row.interval &&
      found.intervalCount === row.intervalCount;
    if (same) {
      kept.set(row.id, found.id);
      if (!found.active) steps.push({ kind: 'activatePrice', priceId: row.id, stripePriceId: found.id });
    } else {
      const { amount, currency, interval, intervalCount, kind, caption } = row;
      steps.push({
        kind: 'createPrice',
        price: {
          priceId: row.id,
          productId,
          amount,
          currency,
          interval,
          intervalCount,
          kind,
          nickname: caption.en,
          follows: found?.id ?? null,
        },
      });
    }
  }
  return { kept, steps };
}

async function planCoupons(rows: readonly CouponRow[], gateway: CatalogGateway, now: Date) {
  // Stripe rejects expired coupons, and no customer could redeem them.
  const usable = rows.filter(({ redeemBy }) => redeemBy === null || redeemBy > now);
  const looked = await Promise.all(
    usable.map(async (row) => {
      const stripeCouponId = stripeCouponIdFor(row);
      return { row, stripeCouponId, there: await gateway.findCoupon(stripeCouponId, row.code) };
    }),
  );
  const steps = looked.flatMap(({ row, stripeCouponId, there }): StripeStep[] => {
    const { code } = row;
    const name = row.name.en;
    return [
      ...(there ? [] : [{ kind: 'createCoupon' as const, stripeCouponId, code, name, terms: row }]),
      ...(there && there.name !== name ? [{ kind: 'renameCoupon' as const, stripeCouponId, code, name }] : []),
      ...(there?.promotionCodeId ? [] : [{ kind: 'createPromotionCode' as const, stripeCouponId, code }]),
    ];
  });
  return {
    steps,
    kept: new Map(
      looked.map(({ row, stripeCouponId, there }) => [
        row.code,
        { stripeCouponId, promotionCodeId: there?.promotionCodeId ?? null },
      ]),
    ),
  };
}

/** The id contains the terms, which are immutable at Stripe. Changed terms create another coupon; restored terms find the former one. */
function stripeCouponIdFor(row: CouponRow): string {
  const { percentOff, amountOff, currency, duration, durationInMonths, maxRedemptions, redeemBy } = row;
  const terms = [percentOff, amountOff, amountOff && currency, duration, durationInMonths, maxRedemptions, redeemBy];
  return `${row.code}-${createHash('sha256').update(JSON.stringify(terms)).digest('hex').slice(0, 10)}`;
}
