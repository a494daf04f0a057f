import type { AppliedDiscount, Locale, ResponseOf, subscriptions } from '@portico/contract';
import { fullCaption, type Product, type SoldCoupon, type SoldPrice } from '../../catalog/index.ts';
import type { RequestContext } from '../../core/http/request-context.ts';
import { localize, translate } from '../../core/messages/index.ts';
import { findLiveOperation } from '../../core/operations/index.ts';
import type { Seats } from '../ports.ts';
import { describeScheduledChanges } from './scheduled-changes.ts';
import { findChargedCards } from './subscriptions.cards.ts';
import type { NextCharge, SubscriptionsContext } from './subscriptions.context.ts';
import { findMirroredFacts, type SubscriptionRow } from './subscriptions.queries.ts';
import { endReason, isCurrent, wireStatus } from './subscriptions.rules.ts';
import { getSubscriptionRow, presentSubscription } from './subscriptions.service.ts';

type DetailsContext = SubscriptionsContext & RequestContext;

/**
 * A subscription with its items, its card and its unpaid invoice.
 * @throws NotFoundError also for another account's subscription
 */
export async function getSubscription(
  context: DetailsContext,
  id: number,
): Promise<ResponseOf<typeof subscriptions.get>> {
  const { database, catalog, accountId, session, locale } = context;
  const row = await getSubscriptionRow(context, id);
  const { customerId } = session.account;
  const { billingFacts } = context;
  const { query } = database;
  const [live, card, seats, products, sold, facts, unpaid, next, coupons, scheduled] = await Promise.all([
    wireStatus(row.status) === 4 ? undefined : findLiveOperation(query, accountId, row.productId),
    customerId && row.amount > 0 ? findChargedCard(context, row.paymentMethodId, customerId) : null,
    context.findSeats(query, [row.id]),
    catalog.findProducts(),
    catalog.findByStripePrice(row.items.map((item) => item.stripePriceId)),
    findMirroredFacts(query, row.stripeSubscriptionId),
    billingFacts.findUnpaid(query, accountId, row.stripeSubscriptionId, session),
    billingFacts.findNextCharge(query, row.stripeSubscriptionId),
    catalog.findByStripeCoupon(row.discounts.map(({ couponId }) => couponId)),
    describeScheduledChanges(query, catalog, [row], locale),
  ]);
  return {
    ...presentSubscription(row, products, scheduled, locale),
    ...presentProduct(products.get(row.productId), locale),
    items: row.items.map((item) => presentItem(item, sold, locale)),
    paymentMethod: card,
    chargedPaymentMethodId: card?.id ?? null,
    seats: presentSeats(seats.get(row.id)),
    discounts: presentDiscounts(row, isCurrent(next, facts) ? next : null, { coupons, now: catalog.now(), locale }),
    unpaid,
    endReason: endReason(row, facts),
    pendingOperationId: live?.state === 'pending' ? live.id : null,
  };
}

/** The charged card, and when it was declined (SUB-36). */
async function findChargedCard(
  { database, billingFacts }: DetailsContext,
  paymentMethodId: string | null,
  customerId: string,
) {
  const [card] = await findChargedCards(database.query, [{ paymentMethodId, customerId }]);
  if (!card) return null;
  const declines = await billingFacts.findDeclines(database.query, customerId);
  return { ...card, declinedAt: declines.get(card.id)?.toISOString() ?? null };
}

/** The current discounts of a live subscription. Coupons that the vendor made at Stripe have no name in the catalog. */
function presentDiscounts(
  row: SubscriptionRow,
  next: NextCharge | null,
  { coupons, now, locale }: { coupons: ReadonlyMap<string, SoldCoupon>; now: Date; locale: Locale },
): AppliedDiscount[] {
  if (wireStatus(row.status) === 4) return [];
  return row.discounts
    .filter(({ end }) => end === null || new Date(end) > now)
    .map(({ id, couponId, promotionCodeId, end }) => {
      const coupon = coupons.get(couponId);
      return {
        name: coupon ? localize(coupon.name, locale) : translate(locale, 'subscription.discount'),
        code: promotionCodeId === null ? null : (coupon?.code ?? null),
        amount: next?.discounts.find((discount) => discount.id === id)?.amount ?? 0,
        until: end,
      };
    });
}

function presentSeats(seats: Seats | undefined) {
  if (!seats) return null;
  const { licenseId, inUse, total } = seats;
  return { licenseId, inUse, total };
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
    caption: price ? localize(fullCaption(price), locale) : item.caption,
    quantity: item.quantity,
    unitAmount: item.unitAmount,
    amount: item.unitAmount * item.quantity,
  };
}
