import type { Locale, ResponseOf, subscriptions } from '@portico/contract';
import { NotFoundError } from '../../http/app-error.ts';
import type { RequestContext } from '../../http/request-context.ts';
import { localize } from '../../messages/index.ts';
import { findLiveOperation } from '../../operations/index.ts';
import { type Product, type SoldPrice, soldCaption } from '../catalog/index.ts';
import { findChargedCards } from './subscriptions.cards.ts';
import type { SubscriptionsContext } from './subscriptions.context.ts';
import { findSubscription, type SubscriptionRow } from './subscriptions.queries.ts';
import { endReason, wireStatus } from './subscriptions.rules.ts';
import { present } from './subscriptions.service.ts';

type Asking = SubscriptionsContext & RequestContext;

/** One subscription with what it consists of, what pays for it, and what is owed for it. @throws NotFoundError also for another account's. */
export async function getSubscription(context: Asking, id: number): Promise<ResponseOf<typeof subscriptions.get>> {
  const { database, catalog, accountId, session, locale } = context;
  const row = await findSubscription(database.query, accountId, id);
  if (!row) throw new NotFoundError();
  const { customerId } = session.account;
  const [live, [card], seats, products, sold] = await Promise.all([
    wireStatus(row.status) === 4 ? undefined : findLiveOperation(database.query, accountId, row.productId),
    customerId && row.amount > 0
      ? findChargedCards(database.query, [{ paymentMethodId: row.paymentMethodId, customerId }])
      : [],
    context.findSeats(database.query, [row.id]),
    catalog.findProducts(),
    catalog.findByStripePrice(row.items.map((item) => item.stripePriceId)),
  ]);
  const product = products.get(row.productId);
  return {
    ...present(row, products, locale),
    ...presentProduct(product, locale),
    items: row.items.map((item) => presentItem(item, sold, locale)),
    paymentMethod: card ?? null,
    chargedPaymentMethodId: card?.id ?? null,
    seats: seats.get(row.id) ?? null,
    discounts: [],
    unpaid: null,
    endReason: endReason(row),
    pendingOperationId: live?.state === 'pending' ? live.id : null,
  };
}

function presentProduct(product: Product | undefined, locale: Locale) {
  return {
    productUrl: product?.url ?? null,
    productUrlCaption: product?.urlCaption ? localize(product.urlCaption, locale) : null,
    productLogo64: product?.logo64 ?? null,
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
