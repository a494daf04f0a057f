import type {
  Application,
  catalog as contract,
  Locale,
  ParsedRequestOf,
  ResponseOf,
  SubscriptionPlan,
} from '@portico/contract';
import { hasEverything } from '@portico/contract';
import { listUserProductIds } from '../accounts/index.ts';
import type { Database, Queryable } from '../core/db/database.ts';
import { can } from '../core/http/access.ts';
import { NotFoundError } from '../core/http/app-error.ts';
import type { RequestContext } from '../core/http/request-context.ts';
import { presentApplication } from './catalog.applications.ts';
import { compareFeatures } from './catalog.features.ts';
import { type AccountHoldings, type Holding, liveSubscription } from './catalog.holdings.ts';
import { findPlanHolding, isVisibleTo, type PlanHolding, presentPlan } from './catalog.plans.ts';
import type { Catalog } from './catalog.ts';
import type { Plan, Product } from './catalog.types.ts';

type ProductQuery = ParsedRequestOf<typeof contract.listProducts>['query'];
type PlanQuery = ParsedRequestOf<typeof contract.listPlans>['query'];

export interface CatalogContext {
  readonly database: Database;
  readonly catalog: Catalog;
  readonly holdings: AccountHoldings;
  /** Users of an account who may buy, the owner first. Accounts provides it. */
  readonly listBuyers: (
    on: Queryable,
    accountId: number,
    limit: number,
  ) => Promise<{ readonly name: string; readonly email: string }[]>;
  /** The email or web address for a brand's customers with questions about a failed payment, or null. */
  readonly findContact: (on: Queryable, companyId: number) => Promise<string | null>;
}

/** Maximum users whom a user without the right to buy may ask. */
const maxBuyers = 5;

/** The account's users who can subscribe and pay, so that others know whom to ask (USR-20). */
export async function listBuyers({
  database,
  accountId,
  ...context
}: CatalogContext & RequestContext): Promise<ResponseOf<typeof contract.listBuyers>> {
  return { items: await context.listBuyers(database.query, accountId, maxBuyers) };
}

/** A page of the products as one account sees them. */
export async function listProducts(
  context: CatalogContext & RequestContext,
  query: ProductQuery,
): Promise<ResponseOf<typeof contract.listProducts>> {
  const all = await listTiles(context, () => true);
  return paginate(sortTiles(all, query, context.locale), query);
}

/** Owners, admins and operators have all products; other users have the products granted to them (USR-3). */
export async function listMyProducts(
  context: CatalogContext & RequestContext,
  query: ProductQuery,
): Promise<ResponseOf<typeof contract.listMyProducts>> {
  const { user } = context.session;
  const granted = hasEverything(user) ? null : await listUserProductIds(context.database.query, user.id);
  const mine = await listTiles(context, ({ id }) => granted?.has(id) ?? true);
  return paginate(sortTiles(mine, query, context.locale), query);
}

/** The plans of a product that the account may see. @throws NotFoundError as `getProduct` */
export async function listPlans(
  context: CatalogContext & RequestContext,
  productId: string,
  query: PlanQuery,
): Promise<ResponseOf<typeof contract.listPlans>> {
  const { product, accountHolding, holding } = await getProduct(context, productId);
  const viewer = createViewer(context);
  // Operators also see plans that are not on sale.
  const seesAllPlans = can('operator.catalog', context.session);
  const rows = product.plans
    .filter((plan) => isVisibleTo(plan, holding) || (seesAllPlans && !plan.retired))
    .map((row): PlanRow => ({ row, plan: presentPlan(product, row, holding, viewer) }));
  const compare = createPlanComparators(context.locale)[query.sortField];
  const sorted = rows.sort((a, b) => (query.order === 'asc' ? compare(a, b) : compare(b, a)));
  const shown = paginate(sorted, query);
  return {
    ...shown,
    items: shown.items.map(({ plan }) => plan),
    comparison: compareFeatures(
      product,
      shown.items.map(({ row }) => row),
      context.locale,
    ),
    product: presentApplication(product, accountHolding, {
      ...viewer,
      contactUrl: await findContactUrl(context),
      mayReadBilling: mayReadBilling(context.session),
    }),
  };
}

/** @throws NotFoundError for a plan of another product, and for a retired plan that the account does not have */
export async function getPlan(
  context: CatalogContext & RequestContext,
  productId: string,
  planId: string,
): Promise<SubscriptionPlan> {
  const { product, holding } = await getProduct(context, productId);
  const plan = product.plans.find(({ id }) => id === planId);
  if (!plan || (plan.retired && holding.current.planId !== planId)) throw new NotFoundError();
  return presentPlan(product, plan, holding, createViewer(context));
}

/** Tiles of the products for which `isWanted` is true. Only accounts that still have a retired product see it (CAT-18). */
async function listTiles(
  context: CatalogContext & RequestContext,
  isWanted: (product: Product) => boolean,
): Promise<Tile[]> {
  const { catalog, holdings, session, accountId, locale } = context;
  const products = [...(await catalog.findProducts()).values()].filter(isWanted);
  const ids = products.map(({ id }) => id);
  const [held, contactUrl] = await Promise.all([holdings.forProducts(accountId, ids), findContactUrl(context)]);
  const viewer = { locale, now: catalog.now(), contactUrl, mayReadBilling: mayReadBilling(session) };
  return products.flatMap((product) => {
    const holding = held.get(product.id);
    if (product.retired && !liveSubscription(holding, viewer.now)) return [];
    return [{ position: product.position, application: presentApplication(product, holding, viewer) }];
  });
}

interface ProductWithHolding {
  readonly product: Product;
  readonly accountHolding: Holding | undefined;
  readonly holding: PlanHolding;
}

/** @throws NotFoundError also for a retired product that the account does not have */
async function getProduct(
  { catalog, holdings, accountId }: CatalogContext & RequestContext,
  productId: string,
): Promise<ProductWithHolding> {
  const product = (await catalog.findProducts()).get(productId);
  if (!product) throw new NotFoundError();
  const accountHolding = (await holdings.forProducts(accountId, [productId])).get(productId);
  const holding = findPlanHolding(product, accountHolding, catalog.now());
  if (product.retired && !holding.live) throw new NotFoundError();
  return { product, accountHolding, holding };
}

const findContactUrl = ({ database, session, findContact }: CatalogContext & RequestContext) =>
  findContact(database.query, session.account.companyId);

function createViewer({ catalog, session, locale }: CatalogContext & RequestContext) {
  return { locale, now: catalog.now(), mayBuy: can('purchase.buy', session) };
}

interface PlanRow {
  readonly row: Plan;
  readonly plan: SubscriptionPlan;
}

/** Plans of one apply have the same creation time and keep the order of the file. */
function createPlanComparators(locale: Locale): Record<PlanQuery['sortField'], (a: PlanRow, b: PlanRow) => number> {
  return {
    position: (a, b) => Number(a.row.retired) - Number(b.row.retired) || a.row.position - b.row.position,
    created: (a, b) => a.row.createdAt.getTime() - b.row.createdAt.getTime() || a.row.position - b.row.position,
    name: (a, b) => a.plan.name.localeCompare(b.plan.name, locale),
    type: (a, b) => a.row.processingType - b.row.processingType || a.row.position - b.row.position,
    featuredText: (a, b) => (a.plan.featuredText ?? '').localeCompare(b.plan.featuredText ?? '', locale),
    amountPerMonth: (a, b) => (a.plan.fromAmountPerMonth ?? -1) - (b.plan.fromAmountPerMonth ?? -1),
    description: (a, b) => a.plan.description.localeCompare(b.plan.description, locale),
  };
}

function mayReadBilling({ features }: RequestContext['session']): boolean {
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

/** One page of a list in memory, in the envelope of lists (WIRE-4). */
function paginate<Item>(all: readonly Item[], { page, pageSize }: { page: number; pageSize: number }) {
  return {
    items: all.slice((page - 1) * pageSize, page * pageSize),
    total: all.length,
    totalPages: Math.ceil(all.length / pageSize),
    page,
    pageSize,
  };
}
