import type { Database, Queryable } from '../../core/db/database.ts';
import { withAdvisoryLock } from '../../core/db/while-locked.ts';
import type { CatalogGateway } from '../../core/stripe/calls/catalog-gateway.ts';
import type { Written } from '../file/canonical.ts';
import type { CatalogDefinition } from '../file/definition.ts';
import { CatalogFileError } from '../file/problems.ts';
import type { ReadCatalog } from '../file/read-catalog-file.ts';
import { sellsTheSame, summarizeChanges } from '../versions/published.ts';
import { findNewest, insertPublished, type VersionSummary } from '../versions/versions.queries.ts';
import { markDeactivated, readStored, type SoldAtStripe, type StoredCatalog, writeCatalog } from './apply.queries.ts';
import { type Change, findChanges } from './changes.ts';
import { findConflicts } from './conflicts.ts';
import { planStripe, type StripeEnding, type StripePlan, type StripeStep, stripeProductId } from './stripe-plan.ts';

export interface ApplyOptions {
  readonly database: Database;
  readonly gateway: CatalogGateway;
  readonly catalog: ReadCatalog;
  readonly now?: () => Date;
  /** Records what was applied, in the transaction that writes the rows. */
  readonly record?: (transaction: Queryable, applied: AppliedChanges) => Promise<void>;
}

/** What an apply wrote. */
export interface AppliedChanges {
  /** The previous definition; undefined for the first version. */
  readonly before: Written | undefined;
  readonly summary: VersionSummary;
}

/** Stores an applied definition as a version, in the transaction that writes its rows (CAT-45). */
export type StoreVersion = (transaction: Queryable, summary: VersionSummary, at: Date) => Promise<void>;

/** Decides under the lock of applies which version to store. @returns undefined if the version is stored already */
type PrepareVersion = (database: Database, catalog: ReadCatalog) => Promise<StoreVersion | undefined>;

/** The changes of an apply in the database and at Stripe. */
export interface CatalogChanges {
  readonly changes: readonly Change[];
  readonly steps: readonly StripeStep[];
  readonly endings: readonly StripeEnding[];
}

/** Another apply is running on the same database. */
export class ApplyInProgressError extends Error {
  constructor() {
    super('Another catalog apply is running on this database. Try again when it is done.');
    this.name = 'ApplyUnderWayError';
  }
}

/** Computes what an apply would change, without changing anything. @throws CatalogFileError if the file conflicts with what was sold before */
export async function diffCatalog({ database, gateway, catalog, now }: ApplyOptions): Promise<CatalogChanges> {
  const { changes, plan, stored } = await planChanges(database, gateway, catalog, (now ?? (() => new Date()))());
  return { changes, steps: plan.steps, endings: listEndings(plan, stored) };
}

/**
 * Brings the database and Stripe to the state of the file (CAT-2): Stripe gets new objects, one transaction stores
 * the rows, then Stripe stops selling replaced objects. After a crash, everything on sale can be bought, and the next
 * run completes the apply.
 * @param options.comparesAll whether unchanged prices are compared with Stripe too, because they may have been
 * changed there
 * @throws CatalogFileError, ApplyInProgressError, and the gateway's errors
 */
export async function applyCatalog({
  database,
  gateway,
  catalog,
  now,
  prepareVersion = prepareFileVersion,
  comparesAll = true,
  record,
}: ApplyOptions & {
  readonly prepareVersion?: PrepareVersion;
  readonly comparesAll?: boolean;
}): Promise<CatalogChanges> {
  const done = await withAdvisoryLock(database, 'catalogApply', async () => {
    const at = (now ?? (() => new Date()))();
    const keep = await prepareVersion(database, catalog);
    const { changes, plan, stored } = await planChanges(database, gateway, catalog, at, comparesAll);
    const sold = await executeSteps(plan, catalog.definition, gateway);
    if (keep || changes.length > 0 || !isStored(sold, stored)) {
      const before = record && (await findNewest(database.query))?.definition;
      await writeCatalog(database, catalog.definition, sold, at, async (transaction) => {
        const summary = summarizeChanges(changes);
        await keep?.(transaction, summary, at);
        await record?.(transaction, { before, summary });
      });
    }
    const endings = listEndings(plan, stored);
    await endSales(database, gateway, endings, stored, at);
    return { changes, steps: plan.steps, endings };
  });
  if (!done) throw new ApplyInProgressError();
  return done;
}

/** Applying a file that changes nothing creates no version. */
const prepareFileVersion: PrepareVersion = async (database, { written }) => {
  const newest = await findNewest(database.query);
  if (newest && sellsTheSame(newest.definition, written)) return undefined;
  return async (transaction, summary, publishedAt) => {
    await insertPublished(transaction, { definition: written, basedOn: newest?.id ?? null, summary, publishedAt });
  };
};

async function planChanges(
  database: Database,
  gateway: CatalogGateway,
  { definition, locate }: ReadCatalog,
  now: Date,
  comparesAll = true,
) {
  const stored = await readStored(database);
  const conflicts = findConflicts(definition, stored);
  if (conflicts.length > 0) throw new CatalogFileError(conflicts.map(({ path, message }) => locate(path, message)));
  const changes = findChanges(definition, stored);
  const prices = changes.filter(({ entity }) => entity === 'price').map(({ id }) => id);
  return {
    stored,
    changes,
    plan: await planStripe(definition, stored, gateway, now, comparesAll ? undefined : new Set(prices)),
  };
}

/** @returns the objects that Stripe then sells for the file */
async function executeSteps(
  plan: StripePlan,
  definition: CatalogDefinition,
  gateway: CatalogGateway,
): Promise<SoldAtStripe> {
  const prices = new Map(plan.prices);
  const promotionCodes = new Map([...plan.coupons].map(([code, { promotionCodeId }]) => [code, promotionCodeId]));
  for (const step of plan.steps) {
    switch (step.kind) {
      case 'createProduct':
        await gateway.createProduct(step.product);
        break;
      case 'updateProduct':
        await gateway.updateProduct(step.id, step.change);
        break;
      case 'createPrice':
        prices.set(step.price.priceId, await gateway.createPrice(step.price));
        break;
      case 'activatePrice':
        await gateway.setPriceActive(step.stripePriceId, true);
        break;
      case 'createCoupon':
        await gateway.createCoupon(step.stripeCouponId, step.name, step.code, step.terms);
        break;
      case 'renameCoupon':
        await gateway.renameCoupon(step.stripeCouponId, step.name);
        break;
      case 'createPromotionCode':
        promotionCodes.set(step.code, await gateway.createPromotionCode(step.stripeCouponId, step.code));
        break;
    }
  }
  return {
    prices: definition.prices.map((row) => ({
      stripePriceId: prices.get(row.id) as string,
      priceId: row.id,
      stripeProductId: stripeProductId(row),
      interval: row.interval,
      intervalCount: row.intervalCount,
      amount: row.amount,
      currency: row.currency,
    })),
    coupons: [...plan.coupons].map(([code, { stripeCouponId }]) => ({
      code,
      stripeCouponId,
      stripePromotionCodeId: promotionCodes.get(code) as string,
    })),
  };
}

function isStored(sold: SoldAtStripe, stored: StoredCatalog): boolean {
  const pairs = (rows: readonly string[][]) =>
    rows
      .map((row) => row.join(' '))
      .sort()
      .join('\n');
  return (
    pairs(sold.prices.map((row) => [row.priceId, row.stripePriceId])) ===
      pairs(stored.catalogPrices.filter(({ current }) => current).map((row) => [row.priceId, row.stripePriceId])) &&
    pairs(sold.coupons.map((row) => [row.stripeCouponId, row.stripePromotionCodeId])) ===
      pairs(
        stored.catalogCoupons
          .filter(({ current }) => current)
          .map((row) => [row.stripeCouponId, row.stripePromotionCodeId]),
      )
  );
}

/**
 * Objects that Stripe may still sell but the file does not have, including those that an apply created before it
 * crashed.
 */
function listEndings(plan: StripePlan, stored: StoredCatalog): StripeEnding[] {
  const keptPrices = new Set(plan.prices.values());
  const storedPrices = new Set(stored.catalogPrices.map(({ stripePriceId }) => stripePriceId));
  const keptCoupons = new Set([...plan.coupons.values()].map(({ stripeCouponId }) => stripeCouponId));
  return [
    ...stored.catalogPrices
      .filter(({ stripePriceId, deactivatedAt }) => deactivatedAt === null && !keptPrices.has(stripePriceId))
      .map(({ stripePriceId, priceId }) => ({ kind: 'deactivatePrice' as const, stripePriceId, priceId })),
    ...plan.steps.flatMap((step) =>
      step.kind === 'createPrice' && step.price.follows !== null && !storedPrices.has(step.price.follows)
        ? [{ kind: 'deactivatePrice' as const, stripePriceId: step.price.follows, priceId: step.price.priceId }]
        : [],
    ),
    ...stored.catalogCoupons
      .filter(({ stripeCouponId, deactivatedAt }) => deactivatedAt === null && !keptCoupons.has(stripeCouponId))
      .map(({ stripePromotionCodeId, code }) => ({
        kind: 'deactivatePromotionCode' as const,
        promotionCodeId: stripePromotionCodeId,
        code,
      })),
    ...plan.unusedProducts.map(({ id, name }) => ({ kind: 'deactivateProduct' as const, id, name })),
  ];
}

async function endSales(
  database: Database,
  gateway: CatalogGateway,
  endings: readonly StripeEnding[],
  stored: StoredCatalog,
  now: Date,
): Promise<void> {
  if (endings.length === 0) return;
  for (const ending of endings) {
    switch (ending.kind) {
      case 'deactivatePrice':
        await gateway.setPriceActive(ending.stripePriceId, false);
        break;
      case 'deactivatePromotionCode':
        await gateway.deactivatePromotionCode(ending.promotionCodeId);
        break;
      case 'deactivateProduct':
        await gateway.updateProduct(ending.id, { active: false });
        break;
    }
  }
  const promotionCodes = new Set(
    endings.flatMap((ending) => (ending.kind === 'deactivatePromotionCode' ? [ending.promotionCodeId] : [])),
  );
  await markDeactivated(
    database,
    {
      stripePriceIds: endings.flatMap((ending) => (ending.kind === 'deactivatePrice' ? [ending.stripePriceId] : [])),
      stripeCouponIds: stored.catalogCoupons
        .filter(({ stripePromotionCodeId }) => promotionCodes.has(stripePromotionCodeId))
        .map(({ stripeCouponId }) => stripeCouponId),
    },
    now,
  );
}
