import type {
  Application,
  catalog as contract,
  Locale,
  ParsedRequestOf,
  ResponseOf,
  SubscriptionPlan,
} from '@portico/contract';
import { can } from '../../http/access.ts';
import { NotFoundError } from '../../http/app-error.ts';
import type { Session } from '../../http/session-context.ts';
import { toApplication } from './catalog.applications.ts';
import { type AccountHoldings, liveSubscription } from './catalog.holdings.ts';
import { isVisible, positionOf, toSubscriptionPlan } from './catalog.plans.ts';
import type { CatalogQueries } from './catalog.queries.ts';
import type { Snapshots } from './catalog.snapshot.ts';
import type { Product } from './catalog.types.ts';

type ProductQuery = ParsedRequestOf<typeof contract.listProducts>['query'];
type PlanQuery = ParsedRequestOf<typeof contract.listPlans>['query'];

export interface CatalogServiceOptions {
  readonly queries: Pick<CatalogQueries, 'readUserProducts'>;
  readonly snapshots: Snapshots;
  readonly holdings: AccountHoldings;
  readonly contactUrl: string | null;
  readonly now: () => Date;
}

export type CatalogService = ReturnType<typeof createCatalogService>;

/** What a signed-in user sees of the catalogue: the same for all but for what the account has of it. */
export function createCatalogService({ queries, snapshots, holdings, contactUrl, now }: CatalogServiceOptions) {
  /** Tiles of the products that `wanted` keeps. What is retired shows only to accounts that still have it. */
  async function tiles(session: Session, locale: Locale, wanted: (product: Product) => boolean): Promise<Tile[]> {
    const products = [...(await snapshots.current()).products.values()].filter(wanted);
    const held = await holdings.forProducts(
      session.account.id,
      products.map(({ id }) => id),
    );
    const reader = { locale, now: now(), contactUrl, mayReadBilling: mayReadBilling(session) };
    return products.flatMap((product) => {
      const holding = held.get(product.id);
      if (product.retired && !liveSubscription(holding, reader.now)) return [];
      return [{ position: product.position, application: toApplication(product, holding, reader) }];
    });
  }

  /** @throws NotFoundError also for a retired product that the account does not have. */
  async function open(session: Session, productId: string) {
    const product = (await snapshots.current()).products.get(productId);
    if (!product) throw new NotFoundError();
    const holding = (await holdings.forProducts(session.account.id, [productId])).get(productId);
    const position = positionOf(product, holding, now());
    if (product.retired && !position.live) throw new NotFoundError();
    return { product, holding, position };
  }

  const readerOf = (session: Session, locale: Locale) => ({
    locale,
    now: now(),
    mayBuy: can('purchase.buy', session),
  });

  return {
    async listProducts(
      session: Session,
      locale: Locale,
      query: ProductQuery,
    ): Promise<ResponseOf<typeof contract.listProducts>> {
      return pageOf(sortTiles(await tiles(session, locale, () => true), query, locale), query);
    },

    /** Owners, admins and operators have all products, other users those that were granted to them. */
    async listMyProducts(
      session: Session,
      locale: Locale,
      query: ProductQuery,
    ): Promise<ResponseOf<typeof contract.listMyProducts>> {
      const { user } = session;
      const all = user.isOwner || user.isAdmin || user.isOperator;
      const granted = all ? null : await queries.readUserProducts(user.id);
      const mine = await tiles(session, locale, ({ id }) => granted?.has(id) ?? true);
      return pageOf(sortTiles(mine, query, locale), query);
    },

    async listPlans(
      session: Session,
      locale: Locale,
      productId: string,
      query: PlanQuery,
    ): Promise<ResponseOf<typeof contract.listPlans>> {
      const { product, holding, position } = await open(session, productId);
      const reader = readerOf(session, locale);
      const rows = product.plans
        .filter((plan) => isVisible(plan, position))
        .map((plan) => ({ row: plan, plan: toSubscriptionPlan(product, plan, position, reader) }));
      const compare = {
        position: (a: (typeof rows)[number], b: (typeof rows)[number]) =>
          Number(a.row.retired) - Number(b.row.retired) || a.row.position - b.row.position,
        created: (a: (typeof rows)[number], b: (typeof rows)[number]) =>
          a.row.createdAt.getTime() - b.row.createdAt.getTime() || a.row.position - b.row.position,
        name: (a: (typeof rows)[number], b: (typeof rows)[number]) => a.plan.name.localeCompare(b.plan.name, locale),
      }[query.sortField];
      const sorted = rows
        .sort((a, b) => (query.order === 'asc' ? compare(a, b) : compare(b, a)))
        .map(({ plan }) => plan);
      return {
        ...pageOf(sorted, query),
        product: toApplication(product, holding, { ...reader, contactUrl, mayReadBilling: mayReadBilling(session) }),
      };
    },

    /** @throws NotFoundError for a plan of another product, and for a retired one that the account does not have. */
    async getPlan(session: Session, locale: Locale, productId: string, planId: string): Promise<SubscriptionPlan> {
      const { product, position } = await open(session, productId);
      const plan = product.plans.find(({ id }) => id === planId);
      if (!plan || (plan.retired && position.standing.planId !== planId)) throw new NotFoundError();
      return toSubscriptionPlan(product, plan, position, readerOf(session, locale));
    },
  };
}

function mayReadBilling({ features }: Session): boolean {
  return features.includes('billing');
}

interface Tile {
  readonly position: number;
  readonly application: Application;
}

function sortTiles(all: readonly Tile[], { sortField, order }: ProductQuery, locale: Locale): Application[] {
  const compare =
    sortField === 'name'
      ? (a: Tile, b: Tile) => a.application.displayName.localeCompare(b.application.displayName, locale)
      : (a: Tile, b: Tile) => a.position - b.position;
  return [...all]
    .sort((a, b) => (order === 'asc' ? compare(a, b) : compare(b, a)))
    .map(({ application }) => application);
}

/** One page of a list that is in memory as a whole, in the envelope of every list (spec 3 'On the wire'). */
function pageOf<Item>(all: readonly Item[], { page, pageSize }: { page: number; pageSize: number }) {
  return {
    items: all.slice((page - 1) * pageSize, page * pageSize),
    total: all.length,
    totalPages: Math.ceil(all.length / pageSize),
    page,
    pageSize,
  };
}
