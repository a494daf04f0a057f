import type { Database } from '../core/db/database.ts';
import { type CurrentHolding, type ResolvedSelection, resolveSelection, type Selection } from './catalog.selection.ts';
import { createSnapshots, type Snapshot } from './catalog.snapshot.ts';
import type { Coupon, Product, SoldCoupon, SoldPrice } from './catalog.types.ts';

/** What the catalog tells. */
export interface CatalogReader {
  /** The clock that decides when sales begin and coupons end. */
  now(): Date;
  /**
   * A product with its plans, price plans, additional prices and add-ons. Entries that are not on sale are marked. Null for an unknown or retired
   * product.
   */
  getSellable(productId: string): Promise<Product | null>;
  /**
   * Turns a customer's selection into priced lines (SEL-1 to SEL-8).
   * @param holding the account's subscription to the product; undefined for a new customer.
   * @throws NotFoundError for an unknown product, NotForSaleError, InvalidInputError naming the field.
   */
  resolveSelection(productId: string, selection: Selection, holding?: CurrentHolding): Promise<ResolvedSelection>;
  /** The meaning of Stripe prices, with replaced and retired ones. Ids that are not the catalog's are missing. */
  findByStripePrice(stripePriceIds: readonly string[]): Promise<ReadonlyMap<string, SoldPrice>>;
  /** All Stripe prices that the catalog has ever sold, by their ids at Stripe. */
  findSoldPrices(): Promise<ReadonlyMap<string, SoldPrice>>;
  /** The coupons behind discounts, by their ids at Stripe, with replaced and retired ones. Ids that are not the catalog's are missing. */
  findByStripeCoupon(stripeCouponIds: readonly string[]): Promise<ReadonlyMap<string, SoldCoupon>>;
  /**
   * A coupon by its code, in any case. Null when it is unknown, retired, expired or only offered. Stripe alone knows how often it may still be used. When
   * `productIds` is null it applies to every product, else the caller rejects it for other products.
   */
  findCoupon(code: string): Promise<Coupon | null>;
  /** The same of a coupon that an offer names, which may be one that nobody can type (CXL-8). */
  findOfferedCoupon(code: string): Promise<Coupon | null>;
  /** Products by id, with retired ones, to name those of subscriptions, orders and licenses. */
  findProducts(): Promise<ReadonlyMap<string, Product>>;
}

/**
 * The catalog for other modules. It is an object because it has a state: the catalog in memory, which each call compares with the version in the
 * database.
 */
export interface Catalog extends CatalogReader {
  /**
   * The catalog of this moment. It never asks the database, so a transaction may use it: with a second connection, transactions that hold all of them
   * would wait for each other (OPS-10).
   */
  atThisVersion(): Promise<CatalogReader>;
  /** The catalog at a version that the caller read with something else. It asks the database only where that version is not in memory. */
  at(version: number): Promise<CatalogReader>;
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
  const coupon = coupons.get(code.trim().toLowerCase());
  return coupon && (coupon.redeemBy === null || coupon.redeemBy > now) ? coupon : null;
}
