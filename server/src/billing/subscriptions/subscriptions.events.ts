import type { Locale, ResponseOf, SubscriptionEvent, subscriptions } from '@portico/contract';
import { fullCaption, type Product, type SoldCoupon, type SoldPrice } from '../../catalog/index.ts';
import type { RequestContext } from '../../core/http/request-context.ts';
import { brandName, localize, translate } from '../../core/messages/index.ts';
import { type DatedChange, listChanges } from './changes.queries.ts';
import { type EventFacts, listEventFacts, scheduledChangesOf } from './events.rules.ts';
import type { ScheduledChange } from './scheduled-changes.projection.ts';
import { findSchedule } from './scheduled-changes.ts';
import type { PaymentEvent, SubscriptionsContext } from './subscriptions.context.ts';
import { findMirroredFacts, type SubscriptionRow } from './subscriptions.queries.ts';
import { isCurrent } from './subscriptions.rules.ts';
import { requireSubscription } from './subscriptions.service.ts';

/** Changes that are read of one subscription. */
const mostChanges = 50;

/** The catalog's words for events. */
interface Words {
  readonly plans: Product['plans'];
  readonly sold: ReadonlyMap<string, SoldPrice>;
  readonly coupons: ReadonlyMap<string, SoldCoupon>;
  readonly locale: Locale;
}

/** What happened to a subscription and what is known to come (SUB-34). @throws NotFoundError also for another account's. */
export async function listSubscriptionEvents(
  context: SubscriptionsContext & RequestContext,
  id: number,
): Promise<ResponseOf<typeof subscriptions.listEvents>> {
  const { database, catalog, billingFacts, session, locale } = context;
  const row = await requireSubscription(context, id);
  const { query } = database;
  const { stripeSubscriptionId } = row;
  const [changes, trial, payments, next, products, schedule] = await Promise.all([
    listChanges(query, row.id, mostChanges),
    findMirroredFacts(query, stripeSubscriptionId),
    billingFacts.listPaymentEvents(query, stripeSubscriptionId),
    billingFacts.findNextCharge(query, stripeSubscriptionId),
    catalog.findProducts(),
    findSchedule(query, catalog, row),
  ]);
  const coming = scheduledChangesOf(row, schedule?.change ?? null, await findSoldOf(catalog, row, schedule?.change));
  const [sold, coupons] = await Promise.all([
    catalog.findByStripePrice([...changes, ...coming].flatMap(({ kind, detail }) => priceOf(kind, detail))),
    catalog.findByStripeCoupon(changes.flatMap(({ kind, detail }) => couponOf(kind, detail))),
  ]);
  const nextAmount = isCurrent(next, trial) ? (next?.amountDue ?? null) : null;
  const events = listEventFacts({ row, trial, changes, coming, payments, nextAmount, now: catalog.now() });
  const words: Words = { plans: products.get(row.productId)?.plans ?? [], sold, coupons, locale };
  const seesMoney = session.features.includes('billing');
  return { items: events.map((event) => present(event, words, seesMoney)) };
}

/** What the catalog knows of the prices on both sides of a change that waits. */
async function findSoldOf(
  catalog: SubscriptionsContext['catalog'],
  row: SubscriptionRow,
  change: ScheduledChange | null | undefined,
): Promise<ReadonlyMap<string, SoldPrice>> {
  const items = change ? [...row.items, ...change.items] : [];
  return catalog.findByStripePrice(items.map(({ stripePriceId }) => stripePriceId));
}

function priceOf(kind: DatedChange['kind'], detail: DatedChange['detail']): string[] {
  return (kind === 'addonAdded' || kind === 'addonRemoved') && 'stripePriceId' in detail ? [detail.stripePriceId] : [];
}

function couponOf(_kind: DatedChange['kind'], detail: DatedChange['detail']): string[] {
  return 'couponId' in detail ? [detail.couponId] : [];
}

function present(
  { kind, at, isAhead, amount, about }: EventFacts,
  words: Words,
  seesMoney: boolean,
): SubscriptionEvent {
  return {
    kind,
    at: at.toISOString(),
    isAhead,
    detail: about && describe(about, words),
    amount: seesMoney ? amount : null,
  };
}

/** Short words about an event, such as 'Team to Business'; null where its kind says all. */
function describe(about: DatedChange | PaymentEvent, { plans, sold, coupons, locale }: Words): string | null {
  const fromTo = (from: string, to: string) => translate(locale, 'subscription.event.fromTo', { from, to });
  switch (about.kind) {
    case 'planChanged': {
      const nameOf = (id: string) => {
        const plan = plans.find((one) => one.id === id);
        return plan ? localize(plan.name, locale) : id;
      };
      return fromTo(nameOf(about.detail.from), nameOf(about.detail.to));
    }
    case 'quantityChanged':
      return fromTo(String(about.detail.from), String(about.detail.to));
    case 'intervalChanged': {
      const nameOf = ({ interval, count }: { interval: string; count: number }) =>
        translate(locale, 'subscription.event.interval', { interval, count });
      return fromTo(nameOf(about.detail.from), nameOf(about.detail.to));
    }
    case 'addonAdded':
    case 'addonRemoved': {
      const { stripePriceId, caption, quantity } = about.detail;
      const price = sold.get(stripePriceId);
      const name = price ? localize(price.addon?.caption ?? fullCaption(price), locale) : caption;
      return quantity > 1 ? translate(locale, 'subscription.event.several', { name, quantity }) : name;
    }
    case 'discountStarted':
    case 'discountEnded': {
      const coupon = coupons.get(about.detail.couponId);
      return coupon ? localize(coupon.name, locale) : null;
    }
    case 'paid':
    case 'paymentFailed':
      return about.card && `${brandName(about.card.brand)} •••• ${about.card.last4}`;
    default:
      return null;
  }
}
