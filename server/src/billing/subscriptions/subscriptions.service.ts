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
  listTriedProducts,
  type SubscriptionListOptions,
  type SubscriptionRow,
} from './subscriptions.queries.ts';
import { canceledTo, changesAllowed, statusTitle, toHeld, wireStatus } from './subscriptions.rules.ts';

type Asking = SubscriptionsContext & RequestContext;
type SubscriptionList = ResponseOf<typeof subscriptions.list>;

/** @param productId only those of one product. */
export async function listSubscriptions(
  { database, catalog, accountId, locale }: Asking,
  options: SubscriptionListOptions,
  productId?: string,
): Promise<SubscriptionList> {
  const finding = catalog.findProducts();
  const names = options.sortField === 'productName' ? namesOf(await finding) : new Map<string, string>();
  const [{ items, total }, products] = await Promise.all([
    listSubscriptionRows(database.query, accountId, options, names, productId),
    finding,
  ]);
  const scheduled = await describeScheduledChanges(database.query, catalog, items, locale);
  return listAnswer(
    items.map((row) => present(row, products, scheduled, locale)),
    total,
    options,
  );
}

/** The account's subscriptions to a product, for all its users. Cards are shown to users with `billing` only (ACC-14). */
export async function listSubscriptionsForProduct(
  context: Asking,
  productId: string,
  options: SubscriptionListOptions,
): Promise<SubscriptionList> {
  const list = await listSubscriptions(context, options, productId);
  if (context.session.features.includes('billing')) return list;
  return { ...list, items: list.items.map((subscription) => ({ ...subscription, paymentMethodId: null })) };
}

/** @throws NotFoundError also for another account's. */
export async function requireSubscription(
  { database, accountId }: Pick<SubscriptionsContext, 'database'> & Pick<RequestContext, 'accountId'>,
  id: number,
): Promise<SubscriptionRow> {
  const row = await findSubscription(database.query, accountId, id);
  if (!row) throw new NotFoundError();
  return row;
}

/** The state of a change, with the subscription as it is after it. */
export async function presentChange(
  context: SubscriptionsContext & Pick<RequestContext, 'accountId' | 'locale'>,
  state: OperationState,
  id: number,
) {
  const subscription = await describeSubscription(context, await requireSubscription(context, id));
  return { operationId: state.id, status: toOperationStatus(state), subscription };
}

/** A row in the contract's form. */
async function describeSubscription(
  { database, catalog, locale }: Pick<SubscriptionsContext, 'database' | 'catalog'> & Pick<RequestContext, 'locale'>,
  row: SubscriptionRow,
): Promise<Subscription> {
  const scheduled = await describeScheduledChanges(database.query, catalog, [row], locale);
  return present(row, await catalog.findProducts(), scheduled, locale);
}

/** The holdings of an account by product, with former ones. */
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
  // A live subscription tells itself whether it is past due.
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
    holding.subscriptions.push(toHeld(row, inUse.get(row.id) ?? 0, unpaid.has(row.stripeSubscriptionId)));
    holdings.set(row.productId, holding);
  }
  return holdings;
}

/** English names by product id. They keep the order of a list the same in all languages. */
function namesOf(products: ReadonlyMap<string, Product>): ReadonlyMap<string, string> {
  return new Map([...products].map(([id, { displayName }]) => [id, localize(displayName, 'en')]));
}

/**
 * A row of the list, in the reader's language.
 * @param scheduled changes that wait, by the ids of subscriptions at Stripe
 */
export function present(
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
    cancelAt: canceledTo(row)?.toISOString() ?? null,
    expirationDate: row.expiresAt?.toISOString() ?? null,
    amount: row.amount,
    currency: row.currency,
    interval: row.interval,
    intervalCount: row.intervalCount,
    ...changesAllowed(row, product, plan),
    paymentMethodId: row.paymentMethodId,
    scheduledChange: scheduled.get(row.stripeSubscriptionId) ?? null,
  };
}
