import type { Database } from '../core/db/database.ts';
import { type CurrentHolding, type ResolvedSelection, resolveSelection, type Selection } from './catalog.selection.ts';
import { createSnapshots, type Snapshot } from './catalog.snapshot.ts';
import type { Coupon, Product, SoldCoupon, SoldPrice } from './catalog.types.ts';

/** Reads the catalog. */
export interface CatalogReader {
  /** The clock that decides when sales begin and coupons end. */
  now(): Date;
  /**
   * A product with plans, price plans, additional prices and add-ons. Those that are not on sale are marked.
   * @returns null for an unknown or retired product
   */
  getSellable(productId: string): Promise<Product | null>;
  /**
   * Turns a customer's selection into priced lines (SEL-1 to SEL-8).
   * @param holding the account's subscription to the product; undefined for a new customer
   * @throws NotFoundError for an unknown product; NotForSaleError; InvalidInputError naming the field
   */
  resolveSelection(productId: string, selection: Selection, holding?: CurrentHolding): Promise<ResolvedSelection>;
  /**
   * The meaning of Stripe prices, including replaced and retired ones. The result omits ids that are not the
   * catalog's.
   */
  findByStripePrice(stripePriceIds: readonly string[]): Promise<ReadonlyMap<string, SoldPrice>>;
  /** All Stripe prices that the catalog ever sold, by their ids at Stripe. */
  findSoldPrices(): Promise<ReadonlyMap<string, SoldPrice>>;
  /**
   * The coupons behind discounts, by their ids at Stripe, including replaced and retired ones. The result omits ids
   * that are not the catalog's.
   */
  findByStripeCoupon(stripeCouponIds: readonly string[]): Promise<ReadonlyMap<string, SoldCoupon>>;
  /**
   * A coupon by its code, ignoring case; null if it is unknown, retired, expired or only offered. Only Stripe knows
   * how often it may still be used. The caller rejects products that are not in `productIds`; null allows all.
   */
  findCoupon(code: string): Promise<Coupon | null>;
  /** Like `findCoupon`, but also finds coupons that are only offered and that customers cannot enter (CXL-8). */
  findOfferedCoupon(code: string): Promise<Coupon | null>;
  /** Products by id, including retired ones, to name those of subscriptions, orders and licenses. */
  findProducts(): Promise<ReadonlyMap<string, Product>>;
}

/** The catalog for other domains: an object, because it caches the catalog and compares its version on each call. */
export interface Catalog extends CatalogReader {
  /** The catalog at its current version. It runs no further queries, so transactions may use it without waiting for a second connection (OPS-10). */
  atThisVersion(): Promise<CatalogReader>;
  /** The catalog at a version that the caller read with another query. It reads the database only if that version is not in memory. */
  at(version: number): Promise<CatalogReader>;
}

/** The products of the catalog at the version that a list has read, or at the current version if it is undefined. */
export async function findProductsAt(
  catalog: Pick<Catalog, 'at' | 'findProducts'>,
  version: number | undefined,
): Promise<ReadonlyMap<string, Product>> {
  return (version === undefined ? catalog : await catalog.at(version)).findProducts();
}

export function createCatalog({ database, now = () => new Date() }: { database: Database; now?: () => Date }): Catalog {
  const snapshots = createSnapshots(database);
  return {
    ...createReader(() => snapshots.current(), now),
    atThisVersion: async () => {
      const snapshot = await snapshots.current();
      return createReader(async () => snapshot, now);
    },
    at: async (version) => {
      const snapshot = await snapshots.at(version);
      return createReader(async () => snapshot, now);
    },
  };
}

function createReader(current: () => Promise<Snapshot>, now: () => Date): CatalogReader {
  return {
    now,
    getSellable: async (productId) => findSellable(await current(), productId),
    resolveSelection: async (productId, selection, holding) =>
      resolveSelection((await current()).products.get(productId), selection, holding, now()),
    findByStripePrice: async (stripePriceIds) => pick((await current()).soldPrices, stripePriceIds),
    findSoldPrices: async () => (await current()).soldPrices,
    findByStripeCoupon: async (stripeCouponIds) => pick((await current()).soldCoupons, stripeCouponIds),
    findCoupon: async (code) => {
      const coupon = findUsableCoupon(await current(), code, now());
      return coupon?.onlyOffered ? null : coupon;
    },
    findOfferedCoupon: async (code) => findUsableCoupon(await current(), code, now()),
    findProducts: async () => (await current()).products,
  };
}

function findSellable({ products }: Snapshot, productId: string): Product | null {
  const product = products.get(productId);
  return product && !product.retired ? product : null;
}

function pick<Value>(all: ReadonlyMap<string, Value>, ids: readonly string[]): Map<string, Value> {
  return new Map(
    ids.flatMap((id) => {
      const found = all.get(id);
      return found ? [[id, found] as const] : [];
    }),
  );
}

function findUsableCoupon({ coupons }: Snapshot, code: string, now: Date): Coupon | null {
  const coupon = coupons.get(code.toLowerCase());
  return coupon && (coupon.redeemBy === null || coupon.redeemBy > now) ? coupon : null;
}
