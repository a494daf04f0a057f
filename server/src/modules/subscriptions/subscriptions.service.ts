import type { Locale, ResponseOf, Subscription, subscriptions } from '@portico/contract';
import type { Queryable } from '../../db/database.ts';
import { NotFoundError } from '../../http/app-error.ts';
import { listAnswer } from '../../http/list-answer.ts';
import type { RequestContext } from '../../http/request-context.ts';
import { localize, translate } from '../../messages/index.ts';
import { findLiveOperation } from '../../operations/index.ts';
import { type HeldSubscription, type Holding, type Product, type SoldPrice, soldCaption } from '../catalog/index.ts';
import { findChargedCards } from './subscriptions.cards.ts';
import type { FindDevicesInUse, SubscriptionsContext } from './subscriptions.context.ts';
import {
  findEndedUnpaid,
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
  return listAnswer(
    items.map((row) => present(row, products, locale)),
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
export async function getSubscription(
  { database, catalog, accountId, session, locale }: Asking,
  id: number,
): Promise<ResponseOf<typeof subscriptions.get>> {
  const row = await findSubscription(database.query, accountId, id);
  if (!row) throw new NotFoundError();
  const { customerId } = session.account;
  const [live, [card], products, sold] = await Promise.all([
    wireStatus(row.status) === 4 ? undefined : findLiveOperation(database.query, accountId, row.productId),
    customerId && row.amount > 0
      ? findChargedCards(database.query, [{ paymentMethodId: row.paymentMethodId, customerId }])
      : [],
    catalog.findProducts(),
    catalog.findByStripePrice(row.items.map((item) => item.stripePriceId)),
  ]);
  return {
    ...present(row, products, locale),
    items: row.items.map((item) => presentItem(item, sold, locale)),
    paymentMethod: card ?? null,
    pendingOperationId: live?.state === 'pending' ? live.id : null,
  };
}

/** A row in the contract's form. */
export async function describeSubscription(
  { catalog, locale }: Pick<SubscriptionsContext, 'catalog'> & Pick<RequestContext, 'locale'>,
  row: SubscriptionRow,
): Promise<Subscription> {
  return present(row, await catalog.findProducts(), locale);
}

/** The holdings of an account by product, with former ones. */
export async function findHoldings(
  on: Queryable,
  accountId: number,
  productIds: readonly string[],
  findDevicesInUse: FindDevicesInUse,
): Promise<ReadonlyMap<string, Holding>> {
  const [rows, tried] = await Promise.all([
    listSubscriptionsForProducts(on, accountId, productIds),
    listTriedProducts(on, accountId, productIds),
  ]);
  const holdings = new Map<string, { subscriptions: HeldSubscription[]; hadTrial?: boolean }>();
  for (const productId of tried) holdings.set(productId, { subscriptions: [], hadTrial: true });
  const ended = rows.filter(({ status }) => wireStatus(status) === 4);
  const [inUse, unpaid] = await Promise.all([
    findDevicesInUse(
      on,
      rows.map(({ id }) => id),
    ),
    findEndedUnpaid(
      on,
      ended.map(({ stripeSubscriptionId }) => stripeSubscriptionId),
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

function present(row: SubscriptionRow, products: ReadonlyMap<string, Product>, locale: Locale): Subscription {
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
  };
}

function presentItem(item: SubscriptionRow['items'][number], sold: ReadonlyMap<string, SoldPrice>, locale: Locale) {
  const price = sold.get(item.stripePriceId);
  return {
    kind: item.kind,
    caption: price ? localize(soldCaption(price), locale) : item.caption,
    quantity: item.quantity,
    unitAmount: item.unitAmount,
    amount: item.unitAmount * item.quantity,
  };
}
