import type { CatalogQueries, CatalogRows } from './catalog.queries.ts';
import type { Addon, Coupon, Plan, Price, PricePlan, Product, SoldPrice } from './catalog.types.ts';

/** The catalogue at one version, in the shape that readers want. */
export interface Snapshot {
  readonly version: number;
  readonly products: ReadonlyMap<string, Product>;
  readonly plans: ReadonlyMap<string, Plan>;
  readonly soldPrices: ReadonlyMap<string, SoldPrice>;
  /** Those that Stripe knows and the file still has, by code in lower case. */
  readonly coupons: ReadonlyMap<string, Coupon>;
}

export interface Snapshots {
  /** The catalogue at the version that the database has now, in every process from the moment an apply is committed. */
  current(): Promise<Snapshot>;
}

/** Keeps the catalogue in memory. Each use costs one look at the version; the tables are read again only after an apply. */
export function createSnapshots(queries: CatalogQueries): Snapshots {
  let kept: { version: number; snapshot: Promise<Snapshot> } | undefined;

  function load(version: number): Promise<Snapshot> {
    const snapshot = queries.readCatalog().then(buildSnapshot);
    const entry = { version, snapshot };
    kept = entry;
    snapshot.catch(() => {
      if (kept === entry) kept = undefined;
    });
    return snapshot;
  }

  return {
    async current() {
      const version = await queries.readVersion();
      // Equal, not newer: a database restored from a backup goes back.
      return kept?.version === version ? kept.snapshot : load(version);
    },
  };
}

/** Puts the rows together. What is retired stays in, marked, because old subscriptions name it. */
function buildSnapshot(rows: CatalogRows): Snapshot {
  const stripePrices = new Map(
    rows.catalogPrices.filter(({ current }) => current).map((row) => [row.priceId, row.stripePriceId]),
  );
  const prices = rows.prices.map((row) => ({ row, price: toPrice(row, stripePrices) }));
  const addonPrices = Map.groupBy(
    prices.filter(({ row }) => row.kind === 'addon'),
    ({ row }) => row.addonId,
  );
  const additionalPrices = Map.groupBy(
    prices.filter(({ row }) => row.kind === 'additional'),
    ({ row }) => row.pricePlanId,
  );
  const basePrices = Map.groupBy(
    prices.filter(({ row }) => row.kind === 'base'),
    ({ row }) => row.planId,
  );

  const addons = new Map<string, Addon>(
    rows.addons.map(({ retiredAt, ...row }) => [
      row.id,
      {
        ...row,
        retired: retiredAt !== null,
        prices: kept(addonPrices.get(row.id), retiredAt !== null),
      },
    ]),
  );
  const addonsOfPlan = Map.groupBy(rows.addonPlans, ({ planId }) => planId);

  const plans = new Map<string, Plan>(
    rows.plans.map(({ retiredAt, ...row }) => {
      const retired = retiredAt !== null;
      const offered = (addonsOfPlan.get(row.id) ?? [])
        .map(({ addonId }) => addons.get(addonId) as Addon)
        .filter((addon) => !addon.retired)
        .sort((a, b) => a.position - b.position);
      const pricePlans = kept(basePrices.get(row.id), retired).map(
        (price): PricePlan => ({
          ...price,
          planId: row.id,
          additionalPrices: kept(additionalPrices.get(price.id), retired),
          addons: retired ? [] : offered.flatMap((addon) => atInterval(addon, price)),
        }),
      );
      return [row.id, { ...row, retired, pricePlans }];
    }),
  );
  const plansOfProduct = Map.groupBy(plans.values(), ({ productId }) => productId);

  const products = new Map<string, Product>(
    rows.products.map(({ retiredAt, ...row }) => [
      row.id,
      {
        ...row,
        retired: retiredAt !== null,
        plans: (plansOfProduct.get(row.id) ?? []).sort(
          (a, b) => Number(a.retired) - Number(b.retired) || a.position - b.position,
        ),
      },
    ]),
  );
  return {
    version: rows.version,
    products,
    plans,
    soldPrices: toSoldPrices(rows, plans, addons),
    coupons: toCoupons(rows),
  };
}

function toPrice(row: CatalogRows['prices'][number], stripePrices: ReadonlyMap<string, string>): Price {
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

/** Prices of something: without retired ones while it is sold, all of them once it is not. */
function kept(prices: readonly { price: Price }[] | undefined, all: boolean): Price[] {
  return (prices ?? []).map(({ price }) => price).filter(({ retired }) => all || !retired);
}

/** The add-on with the prices that can stand beside `price` on one invoice; nothing when it has none. */
function atInterval(addon: Addon, price: Price): Addon[] {
  const fitting = addon.prices.filter(
    ({ interval, intervalCount, currency }) =>
      interval === price.interval && intervalCount === price.intervalCount && currency === price.currency,
  );
  return fitting.length > 0 ? [{ ...addon, prices: fitting }] : [];
}

function toSoldPrices(
  rows: CatalogRows,
  plans: ReadonlyMap<string, Plan>,
  addons: ReadonlyMap<string, Addon>,
): Map<string, SoldPrice> {
  const prices = new Map(rows.prices.map((row) => [row.id, row]));
  return new Map(
    rows.catalogPrices.map((sold) => {
      const price = prices.get(sold.priceId) as CatalogRows['prices'][number];
      const plan = price.planId === null ? null : (plans.get(price.planId) as Plan);
      const addon = price.addonId === null ? null : (addons.get(price.addonId) as Addon);
      return [
        sold.stripePriceId,
        {
          stripePriceId: sold.stripePriceId,
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

function toCoupons(rows: CatalogRows): Map<string, Coupon> {
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
