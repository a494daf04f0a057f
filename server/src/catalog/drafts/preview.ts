import type { catalogDrafts as contract, Locale, ResponseOf } from '@portico/contract';
import { NotFoundError } from '../../core/http/app-error.ts';
import { localize } from '../../core/messages/index.ts';
import { CatalogConflictError } from '../catalog.errors.ts';
import { presentUnit } from '../catalog.naming.ts';
import { findPlanHolding, isVisibleTo, presentPlan } from '../catalog.plans.ts';
import type { CatalogRows } from '../catalog.rows.ts';
import { buildSnapshot } from '../catalog.snapshot.ts';
import type { CatalogDefinition } from '../file/definition.ts';
import { checkDefinition } from '../versions/check-definition.ts';
import { type CallContext, openDraft } from './open-draft.ts';

/**
 * The plans of a product as a new customer would see them after publishing the draft. @throws NotFoundError; CatalogConflictError while the draft has problems
 */
export async function previewPlans(
  context: CallContext,
  productId: string,
  locale: Locale,
): Promise<ResponseOf<typeof contract.preview>> {
  const { definition } = await openDraft(context, context.database.query);
  const checked = await checkDefinition(context.database, definition);
  if (checked.problems) throw new CatalogConflictError('problems');
  const now = new Date();
  const product = buildSnapshot(createRows(checked.definition, now)).products.get(productId);
  if (!product) throw new NotFoundError();
  const holding = findPlanHolding(product, undefined, now);
  const viewer = { locale, now, mayBuy: true };
  return {
    items: product.plans
      .filter((plan) => isVisibleTo(plan, holding))
      .map((plan) => presentPlan(product, plan, holding, viewer)),
    product: { name: localize(product.displayName, locale), unit: presentUnit(product, locale) },
  };
}

/** The rows that an apply would write, as if Stripe already sold every price. */
function createRows(definition: CatalogDefinition, now: Date): CatalogRows {
  const written = <Row extends object>(row: Row) => ({ ...row, createdAt: now, retiredAt: null });
  return {
    version: 0,
    products: definition.products.map(written),
    plans: definition.plans.map(written),
    addons: definition.addons.map(written),
    addonPlans: definition.addonPlans,
    prices: definition.prices.map(written),
    catalogPrices: definition.prices.map(({ id, interval, intervalCount, amount, currency }) => ({
      stripePriceId: `draft ${id}`,
      priceId: id,
      stripeProductId: '',
      interval,
      intervalCount,
      amount,
      currency,
      current: true,
      createdAt: now,
      deactivatedAt: null,
    })),
    negotiatedPrices: [],
    coupons: [],
    catalogCoupons: [],
  };
}
