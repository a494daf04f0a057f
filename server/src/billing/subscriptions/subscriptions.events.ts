import type { Locale, ResponseOf, SubscriptionEvent, subscriptions } from '@portico/contract';
import { fullCaption, type Product, type SoldCoupon, type SoldPrice } from '../../catalog/index.ts';
import type { RequestContext } from '../../core/http/request-context.ts';
import { cardText, localize, translate } from '../../core/messages/index.ts';
import { type DatedChange, listChanges } from './changes.queries.ts';
import { type EventFacts, listEventFacts, listScheduledStateChanges } from './events.rules.ts';
import type { ScheduledChange } from './scheduled-changes.projection.ts';
import { findSchedule } from './scheduled-changes.ts';
import type { PaymentEvent, SubscriptionsContext } from './subscriptions.context.ts';
import { findMirroredFacts, type SubscriptionRow } from './subscriptions.queries.ts';
import { isCurrent } from './subscriptions.rules.ts';
import { getSubscriptionRow } from './subscriptions.service.ts';

/** The maximum number of state changes that are read. */
const maxChanges = 50;

/** The catalog's names for the things in events. */
interface Names {
  readonly plans: Product['plans'];
  readonly sold: ReadonlyMap<string, SoldPrice>;
  readonly coupons: ReadonlyMap<string, SoldCoupon>;
  readonly locale: Locale;
}

/**
 * The past and expected events of a subscription (SUB-34).
 * @throws NotFoundError also for another account's subscription
 */
export async function listSubscriptionEvents(
  context: SubscriptionsContext & RequestContext,
  id: number,
): Promise<ResponseOf<typeof subscriptions.listEvents>> {
  const { database, catalog, billingFacts, session, locale } = context;
  const row = await getSubscriptionRow(context, id);
  const { query } = database;
  const { stripeSubscriptionId } = row;
  const [changes, trial, payments, next, products, schedule] = await Promise.all([
    listChanges(query, row.id, maxChanges),
    findMirroredFacts(query, stripeSubscriptionId),
    billingFacts.listPaymentEvents(query, stripeSubscriptionId),
    billingFacts.findNextCharge(query, stripeSubscriptionId),
    catalog.findProducts(),
    findSchedule(query, catalog, row),
  ]);
  const pricesOfChange = await findPricesOfChange(catalog, row, schedule?.change);
  const scheduled = listScheduledStateChanges(row, schedule?.change ?? null, pricesOfChange);
  const [sold, coupons] = await Promise.all([
    catalog.findByStripePrice([...changes, ...scheduled].flatMap(({ kind, detail }) => changedPriceIds(kind, detail))),
    catalog.findByStripeCoupon(changes.flatMap(({ detail }) => changedCouponIds(detail))),
  ]);
  const nextAmount = isCurrent(next, trial) ? (next?.amountDue ?? null) : null;
  const events = listEventFacts({ row, trial, changes, scheduled, payments, nextAmount, now: catalog.now() });
  const names: Names = { plans: products.get(row.productId)?.plans ?? [], sold, coupons, locale };
  const maySeeAmounts = session.features.includes('billing');
  return { items: events.map((event) => presentEvent(event, names, maySeeAmounts)) };
}

/** The prices before and after a scheduled change. */
async function findPricesOfChange(
  catalog: SubscriptionsContext['catalog'],
  row: SubscriptionRow,
  change: ScheduledChange | null | undefined,
): Promise<ReadonlyMap<string, SoldPrice>> {
  const items = change ? [...row.items, ...change.items] : [];
  return catalog.findByStripePrice(items.map(({ stripePriceId }) => stripePriceId));
}

function changedPriceIds(kind: DatedChange['kind'], detail: DatedChange['detail']): string[] {
  return (kind === 'addonAdded' || kind === 'addonRemoved') && 'stripePriceId' in detail ? [detail.stripePriceId] : [];
}

function changedCouponIds(detail: DatedChange['detail']): string[] {
  return 'couponId' in detail ? [detail.couponId] : [];
}

function presentEvent(
  { kind, at, isAhead, amount, about }: EventFacts,
  names: Names,
  maySeeAmounts: boolean,
): SubscriptionEvent {
  return {
    kind,
    at: at.toISOString(),
    isAhead,
    detail: about && describe(about, names),
    amount: maySeeAmounts ? amount : null,
  };
}

/** A short text about an event, such as 'Team to Business'; null if its kind is enough. */
function describe(about: DatedChange | PaymentEvent, { plans, sold, coupons, locale }: Names): string | null {
  const fromTo = (from: string, to: string) => translate(locale, 'subscription.event.fromTo', { from, to });
  switch (about.kind) {
    case 'planChanged': {
      const planName = (id: string) => {
        const plan = plans.find((one) => one.id === id);
        return plan ? localize(plan.name, locale) : id;
      };
      return fromTo(planName(about.detail.from), planName(about.detail.to));
    }
    case 'quantityChanged':
      return fromTo(String(about.detail.from), String(about.detail.to));
    case 'intervalChanged': {
      const intervalName = ({ interval, count }: { interval: string; count: number }) =>
        translate(locale, 'subscription.event.interval', { interval, count });
      return fromTo(intervalName(about.detail.from), intervalName(about.detail.to));
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
      return about.card && cardText(about.card.brand, about.card.last4);
    default:
      return null;
  }
}
