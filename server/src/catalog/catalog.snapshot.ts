import type { Database } from '../core/db/database.ts';
import { readCatalog, readVersionPrepared } from './catalog.queries.ts';
import type { CatalogRows } from './catalog.rows.ts';
import type { Addon, Coupon, Plan, Price, PricePlan, Product, SoldCoupon, SoldPrice } from './catalog.types.ts';

/** The catalog at one version, prepared for reading. */
export interface Snapshot {
  readonly version: number;
  readonly products: ReadonlyMap<string, Product>;
  readonly plans: ReadonlyMap<string, Plan>;
  readonly soldPrices: ReadonlyMap<string, SoldPrice>;
  /** Coupons that are on sale and exist at Stripe, by lower-case code. */
  readonly coupons: ReadonlyMap<string, Coupon>;
  /** Every coupon that was ever sold, by its id at Stripe. */
  readonly soldCoupons: ReadonlyMap<string, SoldCoupon>;
}

/** The catalog in memory (CAT-23). Each use compares the version in the database; the tables are read again only after an apply. */
export interface Snapshots {
  /** Returns the catalog at the database's version. Every process sees an apply once it is committed. */
  current(): Promise<Snapshot>;
  /** The catalog at a version that was just read. */
  at(version: number): Promise<Snapshot>;
}

export function createSnapshots(database: Database): Snapshots {
  let withoutRetired: { version: number; snapshot: Promise<Snapshot> } | undefined;

  function load(version: number): Promise<Snapshot> {
    const snapshot = readCatalog(database).then(buildSnapshot);
    const entry = { version, snapshot };
    withoutRetired = entry;
    snapshot.catch(() => {
      if (withoutRetired === entry) withoutRetired = undefined;
    });
    return snapshot;
  }

  // Compared for equality, because a restored backup has an older version.
  const at = (version: number) => (withoutRetired?.version === version ? withoutRetired.snapshot : load(version));
  let pendingRead: Promise<Snapshot> | undefined;

  /** Concurrent uses share one read of the version. A use that begins after the query was sent reads again, so that it sees every earlier publication. */
  async function read(): Promise<Snapshot> {
    await undefined;
    pendingRead = undefined;
    return at(await readVersionPrepared(database));
  }
  return {
    at: async (version) => at(version),
    current: () => {
      pendingRead ??= read();
      return pendingRead;
    },
  };
}

type PriceRow = CatalogRows['prices'][number];

/** Prices by owner; prices without an owner are under null. */
interface PricesByOwner {
  readonly ofAddon: ReadonlyMap<string | null, readonly Price[]>;
  readonly besidePricePlan: ReadonlyMap<string | null, readonly Price[]>;
  readonly ofPlan: ReadonlyMap<string | null, readonly Price[]>;
}

/** Joins the rows. Retired entries are kept and marked, because old subscriptions refer to them (CAT-4). */
export function buildSnapshot(rows: CatalogRows): Snapshot {
  const prices = groupPrices(rows);
  const addons = buildAddons(rows, prices);
  const plans = buildPlans(rows, prices, addons);
  return {
    version: rows.version,
    products: buildProducts(rows, plans),
    plans,
    soldPrices: buildSoldPrices(rows, plans, addons),
    coupons: buildCoupons(rows),
    soldCoupons: buildSoldCoupons(rows),
  };
}

function groupPrices(rows: CatalogRows): PricesByOwner {
  const current = rows.catalogPrices.filter((row) => row.current);
  const stripePrices = new Map(current.map((row) => [row.priceId, row.stripePriceId]));
  const group = (kind: PriceRow['kind'], ownerOf: (row: PriceRow) => string | null) => {
    const grouped = Map.groupBy(
      rows.prices.filter((row) => row.kind === kind),
      ownerOf,
    );
    return new Map([...grouped].map(([owner, its]) => [owner, its.map((row) => toPrice(row, stripePrices))]));
  };
  return {
    ofAddon: group('addon', ({ addonId }) => addonId),
    besidePricePlan: group('additional', ({ pricePlanId }) => pricePlanId),
    ofPlan: group('base', ({ planId }) => planId),
  };
}

function buildAddons(rows: CatalogRows, prices: PricesByOwner): Map<string, Addon> {
  return new Map(
    rows.addons.map(({ retiredAt, ...row }) => {
      const retired = retiredAt !== null;
      return [row.id, { ...row, retired, prices: kept(prices.ofAddon.get(row.id), retired) }];
    }),
  );
}

function buildPlans(rows: CatalogRows, prices: PricesByOwner, addons: ReadonlyMap<string, Addon>): Map<string, Plan> {
  const addonsOfPlan = Map.groupBy(rows.addonPlans, ({ planId }) => planId);
  return new Map(
    rows.plans.map(({ retiredAt, ...row }) => {
      const retired = retiredAt !== null;
      const offered = (addonsOfPlan.get(row.id) ?? [])
        .map(({ addonId }) => addons.get(addonId) as Addon)
        .filter((addon) => !addon.retired)
        .sort((a, b) => a.position - b.position);
      const pricePlans = kept(prices.ofPlan.get(row.id), retired).map(
        (price): PricePlan => ({
          ...price,
          planId: row.id,
          additionalPrices: kept(prices.besidePricePlan.get(price.id), retired),
          addons: retired ? [] : offered.flatMap((addon) => withPricesLike(addon, price)),
        }),
      );
      return [row.id, { ...row, retired, pricePlans }];
    }),
  );
}

function buildProducts(rows: CatalogRows, plans: ReadonlyMap<string, Plan>): Map<string, Product> {
  const plansOfProduct = Map.groupBy(plans.values(), ({ productId }) => productId);
  const byRetirement = (a: Plan, b: Plan) => Number(a.retired) - Number(b.retired) || a.position - b.position;
  return new Map(
    rows.products.map(({ retiredAt, ...row }) => {
      const its = (plansOfProduct.get(row.id) ?? []).sort(byRetirement);
      return [row.id, { ...row, retired: retiredAt !== null, plans: its }];
    }),
  );
}

function toPrice(row: PriceRow, stripePrices: ReadonlyMap<string, string>): Price {
  return {
    id: row.id,
    kind: row.kind,
    caption: row.caption,
    interval: row.interval,
    intervalCount: row.intervalCount,
    amount: row.amount,
    currency: row.currency,
    increasesDeviceQuantity: row.increasesDeviceQuantity,
    stripePriceId: stripePrices.get(row.id) ?? null,
    retired: row.retiredAt !== null,
  };
}

/** The prices of an entry: without retired ones while the entry is sold, all of them once it is retired. */
function kept(prices: readonly Price[] | undefined, all: boolean): Price[] {
  return (prices ?? []).filter(({ retired }) => all || !retired);
}

/** The add-on with the prices that one invoice can contain together with `price`; possibly empty (CAT-13). */
function withPricesLike(addon: Addon, price: Price): Addon[] {
  const fitting = addon.prices.filter(
    ({ interval, intervalCount, currency }) =>
      interval === price.interval && intervalCount === price.intervalCount && currency === price.currency,
  );
  return fitting.length > 0 ? [{ ...addon, prices: fitting }] : [];
}

function buildSoldPrices(
  rows: CatalogRows,
  plans: ReadonlyMap<string, Plan>,
  addons: ReadonlyMap<string, Addon>,
): Map<string, SoldPrice> {
  const prices = new Map(rows.prices.map((row) => [row.id, row]));
  return new Map(
    [...rows.catalogPrices, ...rows.negotiatedPrices.map((row) => ({ ...row, current: false }))].map((sold) => {
      const price = prices.get(sold.priceId) as PriceRow;
      const plan = price.planId === null ? null : (plans.get(price.planId) as Plan);
      const addon = price.addonId === null ? null : (addons.get(price.addonId) as Addon);
      return [
        sold.stripePriceId,
        {
          stripePriceId: sold.stripePriceId,
          stripeProductId: sold.stripeProductId,
          current: sold.current,
          amount: sold.amount,
          interval: sold.interval,
          intervalCount: sold.intervalCount,
          currency: sold.currency,
          priceId: price.id,
          kind: price.kind,
          caption: price.caption,
          increasesDeviceQuantity: price.increasesDeviceQuantity,
          productId: (plan ?? (addon as Addon)).productId,
          plan,
          pricePlanId: price.kind === 'base' ? price.id : price.pricePlanId,
          addon,
        },
      ];
    }),
  );
}

function buildCoupons(rows: CatalogRows): Map<string, Coupon> {
  const atStripe = new Map(rows.catalogCoupons.filter(({ current }) => current).map((row) => [row.code, row]));
  return new Map(
    rows.coupons.flatMap(({ retiredAt, ...row }) => {
      const stripe = atStripe.get(row.code);
      if (retiredAt !== null || !stripe) return [];
      const { stripeCouponId, stripePromotionCodeId } = stripe;
      return [[row.code.toLowerCase(), { ...row, stripeCouponId, stripePromotionCodeId }]];
    }),
  );
}

function buildSoldCoupons(rows: CatalogRows): Map<string, SoldCoupon> {
  const names = new Map(rows.coupons.map(({ code, name }) => [code, name]));
  return new Map(
    rows.catalogCoupons.flatMap(({ code, stripeCouponId }) => {
      const name = names.get(code);
      return name ? [[stripeCouponId, { code, name }]] : [];
    }),
  );
}
