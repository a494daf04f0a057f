import type { Locale, ResponseOf, ScheduledChange, Subscription, subscriptions } from '@portico/contract';
import { type HeldSubscription, type Holding, type Product, presentUnit } from '../../catalog/index.ts';
import type { Queryable } from '../../core/db/database.ts';
import { NotFoundError } from '../../core/http/app-error.ts';
import { listAnswer } from '../../core/http/list-answer.ts';
import type { RequestContext } from '../../core/http/request-context.ts';
import { localize, translate } from '../../core/messages/index.ts';
import { type OperationState, toOperationStatus } from '../../core/operations/index.ts';
import type { LicensingPort } from '../ports.ts';
import { describeScheduledChanges } from './scheduled-changes.ts';
import type { SubscriptionsContext } from './subscriptions.context.ts';
import {
  findSubscription,
  listSubscriptions as listSubscriptionRows,
  listSubscriptionsForProducts,
  type SubscriptionListOptions,
  type SubscriptionRow,
} from './subscriptions.queries.ts';
import {
  allowedChanges,
  effectiveCancelAt,
  statusTitle,
  toHeldSubscription,
  wireStatus,
} from './subscriptions.rules.ts';
import { listTriedProducts } from './trials.queries.ts';

type ListContext = SubscriptionsContext & RequestContext;
type SubscriptionList = ResponseOf<typeof subscriptions.list>;

/** @param productId limits the list to one product */
export async function listSubscriptions(
  { database, catalog, accountId, locale }: ListContext,
  options: SubscriptionListOptions,
  productId?: string,
): Promise<SubscriptionList> {
  const productsPromise = catalog.findProducts();
  const names = options.sortField === 'productName' ? englishNames(await productsPromise) : new Map<string, string>();
  const [{ items, total }, products] = await Promise.all([
    listSubscriptionRows(database.query, accountId, options, names, productId),
    productsPromise,
  ]);
  const scheduled = await describeScheduledChanges(database.query, catalog, items, locale);
  return listAnswer(
    items.map((row) => presentSubscription(row, products, scheduled, locale)),
    total,
    options,
  );
}

/** The account's subscriptions to a product, for all its users. Only users with `billing` see cards (ACC-14). */
export async function listSubscriptionsForProduct(
  context: ListContext,
  productId: string,
  options: SubscriptionListOptions,
): Promise<SubscriptionList> {
  const list = await listSubscriptions(context, options, productId);
  if (context.session.features.includes('billing')) return list;
  return { ...list, items: list.items.map((subscription) => ({ ...subscription, paymentMethodId: null })) };
}

/** @throws NotFoundError also for another account's subscription */
export async function getSubscriptionRow(
  { database, accountId }: Pick<SubscriptionsContext, 'database'> & Pick<RequestContext, 'accountId'>,
  id: number,
): Promise<SubscriptionRow> {
  const row = await findSubscription(database.query, accountId, id);
  if (!row) throw new NotFoundError();
  return row;
}

/** The state of a change, with the subscription after it. */
export async function presentChange(
  context: SubscriptionsContext & Pick<RequestContext, 'accountId' | 'locale'>,
  state: OperationState,
  id: number,
) {
  const subscription = await describeSubscription(context, await getSubscriptionRow(context, id));
  return { operationId: state.id, status: toOperationStatus(state), subscription };
}

async function describeSubscription(
  { database, catalog, locale }: Pick<SubscriptionsContext, 'database' | 'catalog'> & Pick<RequestContext, 'locale'>,
  row: SubscriptionRow,
): Promise<Subscription> {
  const scheduled = await describeScheduledChanges(database.query, catalog, [row], locale);
  return presentSubscription(row, await catalog.findProducts(), scheduled, locale);
}

/** The current and former holdings of an account by product. */
export async function findHoldings(
  on: Queryable,
  accountId: number,
  productIds: readonly string[],
  {
    findDevicesInUse,
    billingFacts,
  }: Pick<SubscriptionsContext, 'billingFacts'> & Pick<LicensingPort, 'findDevicesInUse'>,
): Promise<ReadonlyMap<string, Holding>> {
  const [rows, tried] = await Promise.all([
    listSubscriptionsForProducts(on, accountId, productIds),
    listTriedProducts(on, accountId, productIds),
  ]);
  const holdings = new Map<string, { subscriptions: HeldSubscription[]; hadTrial?: boolean }>();
  for (const productId of tried) holdings.set(productId, { subscriptions: [], hadTrial: true });
  // The status of a live subscription already shows whether it is past due.
  const endedUnpaid = rows.filter(({ status, unpaidSince }) => wireStatus(status) === 4 && unpaidSince !== null);
  const [inUse, unpaid] = await Promise.all([
    findDevicesInUse(
      on,
      rows.map(({ id }) => id),
    ),
    billingFacts.findUnpaidSubscriptions(
      on,
      accountId,
      endedUnpaid.map(({ stripeSubscriptionId }) => stripeSubscriptionId),
    ),
  ]);
  for (const row of rows) {
    const holding = holdings.get(row.productId) ?? { subscriptions: [] };
    holding.subscriptions.push(toHeldSubscription(row, inUse.get(row.id) ?? 0, unpaid.has(row.stripeSubscriptionId)));
    holdings.set(row.productId, holding);
  }
  return holdings;
}

/** English names by product id, so that a list has the same order in all languages. */
function englishNames(products: ReadonlyMap<string, Product>): ReadonlyMap<string, string> {
  return new Map([...products].map(([id, { displayName }]) => [id, localize(displayName, 'en')]));
}

/**
 * A row of the list, in the reader's language.
 * @param scheduled changes by the Stripe ids of their subscriptions
 */
export function presentSubscription(
  row: SubscriptionRow,
  products: ReadonlyMap<string, Product>,
  scheduled: ReadonlyMap<string, ScheduledChange>,
  locale: Locale,
): Subscription {
  const product = products.get(row.productId);
  const plan = product?.plans.find(({ id }) => id === row.planId);
  return {
    id: row.id,
    productId: row.productId,
    productName: product ? localize(product.displayName, locale) : row.productId,
    subscriptionPlanId: row.planId,
    subscriptionPlanName: plan ? localize(plan.name, locale) : row.planId,
    subscriptionPlanCode: plan?.code ?? row.planId,
    subscriptionPlanDescription: plan ? localize(plan.description, locale) : '',
    quantity: row.quantity,
    unit: presentUnit(product, locale),
    status: wireStatus(row.status),
    statusTitle: translate(locale, statusTitle(row)),
    trial: row.trial,
    startDate: row.startedAt.toISOString(),
    cancelAt: effectiveCancelAt(row)?.toISOString() ?? null,
    expirationDate: row.expiresAt?.toISOString() ?? null,
    amount: row.amount,
    price: { unitAmount: row.items.find(({ kind }) => kind === 'base')?.unitAmount ?? 0 },
    currency: row.currency,
    interval: row.interval,
    intervalCount: row.intervalCount,
    ...allowedChanges(row, product, plan),
    paymentMethodId: row.paymentMethodId,
    scheduledChange: scheduled.get(row.stripeSubscriptionId) ?? null,
  };
}
