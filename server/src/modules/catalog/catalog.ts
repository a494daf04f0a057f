import type { Database } from '../../db/database.ts';
import { type CurrentHolding, type ResolvedSelection, resolveSelection, type Selection } from './catalog.selection.ts';
import { createSnapshots, type Snapshot } from './catalog.snapshot.ts';
import type { Coupon, Product, SoldPrice } from './catalog.types.ts';

/**
 * The catalog, as other modules may use it. It is an object because it has a state: the catalog in memory, at the version that is in the
 * database at the moment of each call.
 */
export interface Catalog {
  /** The clock by which sales begin and coupons end. */
  now(): Date;
  /**
   * A product with its plans, price plans (with the Stripe price sold now), additional prices and add-ons; what is not on sale is in
   * it and says so. Null where there is none, also where the vendor retired it.
   */
  getSellable(productId: string): Promise<Product | null>;
  /**
   * Turns a customer's selection into priced lines (SEL-1 to SEL-8).
   * @param holding what the account has of the product now; undefined for a new customer.
   * @throws NotFoundError for an unknown product, NotForSaleError, InvalidInputError naming the field.
   */
  resolveSelection(productId: string, selection: Selection, holding?: CurrentHolding): Promise<ResolvedSelection>;
  /** What Stripe prices stand for, replaced and retired ones included; an id that is not the catalog's is missing. */
  findByStripePrice(stripePriceIds: readonly string[]): Promise<ReadonlyMap<string, SoldPrice>>;
  /**
   * A coupon by what the customer typed, in any case. Null when it is unknown, retired or past its date; Stripe alone knows how often it
   * may still be used. `productIds` null: good for every product; else the caller refuses it for others.
   */
  findCoupon(code: string): Promise<Coupon | null>;
  /** Products by id, retired ones included, to name what subscriptions, orders and licenses are of. */
  findProducts(): Promise<ReadonlyMap<string, Product>>;
}

export function createCatalog({ database, now = () => new Date() }: { database: Database; now?: () => Date }): Catalog {
  const snapshots = createSnapshots(database);
  return {
    now,
    getSellable: async (productId) => findSellable(await snapshots.current(), productId),
    resolveSelection: async (productId, selection, holding) =>
      resolveSelection((await snapshots.current()).products.get(productId), selection, holding, now()),
    findByStripePrice: async (stripePriceIds) => findSoldPrices(await snapshots.current(), stripePriceIds),
    findCoupon: async (code) => findUsableCoupon(await snapshots.current(), code, now()),
    findProducts: async () => (await snapshots.current()).products,
  };
}

function findSellable({ products }: Snapshot, productId: string): Product | null {
  const product = products.get(productId);
  return product && !product.retired ? product : null;
}

function findSoldPrices({ soldPrices }: Snapshot, stripePriceIds: readonly string[]): Map<string, SoldPrice> {
  return new Map(
    stripePriceIds.flatMap((id) => {
      const price = soldPrices.get(id);
      return price ? [[id, price] as const] : [];
    }),
  );
}

function findUsableCoupon({ coupons }: Snapshot, code: string, now: Date): Coupon | null {
  const coupon = coupons.get(code.trim().toLowerCase());
  return coupon && (coupon.redeemBy === null || coupon.redeemBy > now) ? coupon : null;
}
