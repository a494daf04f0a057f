import type { FastifyInstance } from 'fastify';
import type { Database } from '../../db/database.ts';
import type { StripeClient } from '../../stripe/client.ts';
import type { AccountHoldings } from './catalog.holdings.ts';
import { createCatalogQueries } from './catalog.queries.ts';
import { bindCatalogRoutes } from './catalog.routes.ts';
import { type ResolvedSelection, resolveSelection, type Selection, type Standing } from './catalog.selection.ts';
import { createCatalogService } from './catalog.service.ts';
import { createSnapshots } from './catalog.snapshot.ts';
import type { Coupon, Product, SoldPrice } from './catalog.types.ts';

export { amountPerMonth, yearSavings } from './catalog.amounts.ts';
export { type AccountHoldings, type HeldSubscription, type Holding, liveSubscription } from './catalog.holdings.ts';
export { linkedOrigins, switcherProducts } from './catalog.links.ts';
export { setUserProducts } from './catalog.queries.ts';
export {
  type ResolvedLine,
  type ResolvedSelection,
  type Selection,
  type Standing,
  soldCaption,
} from './catalog.selection.ts';
export type { Coupon, Product, SoldPrice } from './catalog.types.ts';

export interface CatalogOptions {
  readonly database: Database;
  readonly holdings: AccountHoldings;
  /** Where people write about a failed payment: an e-mail or web address (config `contactUrl`), null where there is none. */
  readonly contactUrl: string | null;
  readonly now?: () => Date;
}

/** What the vendor sells, as other modules may use it. Reads come from memory, at the version that is in the database at that moment. */
export interface Catalog {
  /** Serves the endpoints of `contract.catalog`. */
  bindRoutes(app: FastifyInstance): void;
  /**
   * A product with its plans, price plans (with the Stripe price sold now), additional prices and add-ons; what is not on sale is in
   * it and says so. Null where there is none, also where the vendor retired it.
   */
  getSellable(productId: string): Promise<Product | null>;
  /**
   * A customer's choice turned into priced lines, by the rules of spec 1 §5.
   * @param standing what the account has of the product now; undefined for a new customer.
   * @throws NotFoundError for an unknown product, NotForSaleError, InvalidInputError naming the field.
   */
  resolveSelection(productId: string, selection: Selection, standing?: Standing): Promise<ResolvedSelection>;
  /** What Stripe prices stand for, replaced and retired ones included; an id that is not the catalogue's is missing. */
  findByStripePrice(stripePriceIds: readonly string[]): Promise<ReadonlyMap<string, SoldPrice>>;
  /**
   * A coupon by what the customer typed, in any case. Null when it is unknown, retired or past its date; how often it may still be used is
   * Stripe's to say. `productIds` null: good for every product; else the caller refuses it for others.
   */
  findCoupon(code: string): Promise<Coupon | null>;
  /** Products by id, retired ones included, to name what subscriptions, orders and licences are of. */
  findProducts(): Promise<ReadonlyMap<string, Product>>;
}

/**
 * Puts a catalogue file into the database and into Stripe, changing only what differs.
 * @returns ids of the file's products, in its order.
 * @throws CatalogFileError with everything that is wrong with the file; then nothing was applied.
 */
export async function applyCatalogFile(options: {
  readonly file: string;
  readonly database: Database;
  readonly client: StripeClient;
}): Promise<{ readonly productIds: readonly string[] }> {
  const { file, database, client } = options;
  // Once an installation: what reads and applies files is not kept in memory for it.
  const [{ readCatalogFile }, { applyCatalog }, { createCatalogGateway }] = await Promise.all([
    import('./file/read-catalog-file.ts'),
    import('./apply/apply-catalog.ts'),
    import('../../stripe/calls/catalog-gateway.ts'),
  ]);
  const catalog = readCatalogFile(file);
  await applyCatalog({ database, gateway: createCatalogGateway(client), catalog });
  return { productIds: catalog.definition.products.map(({ id }) => id) };
}

export function createCatalog(options: CatalogOptions): Catalog {
  const now = options.now ?? (() => new Date());
  const queries = createCatalogQueries(options.database);
  const snapshots = createSnapshots(queries);
  const service = createCatalogService({
    queries,
    snapshots,
    holdings: options.holdings,
    contactUrl: options.contactUrl,
    now,
  });
  return {
    bindRoutes: (app) => bindCatalogRoutes(app, service),
    getSellable: async (productId) => {
      const product = (await snapshots.current()).products.get(productId);
      return product && !product.retired ? product : null;
    },
    resolveSelection: async (productId, selection, standing) =>
      resolveSelection((await snapshots.current()).products.get(productId), selection, standing, now()),
    findByStripePrice: async (stripePriceIds) => {
      const { soldPrices } = await snapshots.current();
      return new Map(
        stripePriceIds.flatMap((id) => (soldPrices.has(id) ? [[id, soldPrices.get(id) as SoldPrice]] : [])),
      );
    },
    findCoupon: async (code) => {
      const coupon = (await snapshots.current()).coupons.get(code.trim().toLowerCase());
      return coupon && (coupon.redeemBy === null || coupon.redeemBy > now()) ? coupon : null;
    },
    findProducts: async () => (await snapshots.current()).products,
  };
}
