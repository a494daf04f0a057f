import type { AttentionItem, attention, Locale, ResponseOf } from '@portico/contract';
import {
  allowedCancellation,
  effectiveCancelAt,
  findCardsById,
  findMirroredCustomer,
  findUnpaid,
  listCardUses,
  listEnding,
  listScheduledChanges,
  presentUnpaid,
  type SubscriptionRow,
  type Unpaid,
  wireStatus,
} from '../../billing/index.ts';
import { namePlan, type Product, presentUnit } from '../../catalog/index.ts';
import { localize } from '../../core/messages/index.ts';
import { cardBrand } from '../../core/stripe/index.ts';
import { deriveExpiry, findSeats } from '../../licensing/index.ts';
import type { AttentionRequestContext } from './attention.context.ts';
import {
  type CardCharges,
  compareItems,
  type ExpiringCard,
  findChargesWithoutCard,
  findExpiringCards,
} from './attention.rules.ts';
import { listExpiringTokens, listTrialAndLicenseEnds } from './ends.ts';

/** The maximum number of items that are shown. */
const maxItems = 20;
/** The maximum number of subscriptions that a card's item names. */
const maxSubscriptions = 10;

/** The account's attention items, the most urgent first (ATT-1 to ATT-10). Makes no call to Stripe. */
export async function listAttention(context: AttentionRequestContext): Promise<ResponseOf<typeof attention.list>> {
  const products = await context.catalog.findProducts();
  const found = await Promise.all([
    listUnpaid(context, products),
    listCancellations(context, products),
    listCardItems(context, products),
    listSeatReductions(context, products),
    listTrialAndLicenseEnds(context, products),
    listExpiringTokens(context, products),
  ]);
  return { items: found.flat().toSorted(compareItems(context.catalog.now())).slice(0, maxItems) };
}

type Products = ReadonlyMap<string, Product>;

async function listUnpaid(
  { config, database, session, accountId, catalog, locale }: AttentionRequestContext,
  products: Products,
): Promise<AttentionItem[]> {
  const { customerId } = session.account;
  if (customerId === null) return [];
  const unpaid = await findUnpaid(database.query, accountId, { customerId });
  const seats = await findSeats(
    database.query,
    unpaid.flatMap(({ subscription }) => subscription?.id ?? []),
  );
  const now = catalog.now();
  return unpaid.map((one) => {
    const end = one.subscription && findAccessEnd(one.subscription, seats, products);
    return {
      kind: 'unpaid',
      ...presentUnpaid(one, session, config.paymentRetries),
      subscription: presentUnpaidSubscription(one, end && end > now ? end : null, products, locale),
    };
  });
}

/** When access ends if the invoice stays unpaid: with the license, otherwise after the days of grace (ATT-11). */
function findAccessEnd(
  subscription: SubscriptionRow,
  seats: ReadonlyMap<number, { readonly worksUntil: Date | null }>,
  products: Products,
): Date | null {
  const license = seats.get(subscription.id);
  if (license) return license.worksUntil;
  const product = products.get(subscription.productId);
  return product ? deriveExpiry(subscription, product) : null;
}

function presentUnpaidSubscription(
  { subscription }: Unpaid,
  worksUntil: Date | null,
  products: Products,
  locale: Locale,
): Extract<AttentionItem, { kind: 'unpaid' }>['subscription'] {
  if (!subscription) return null;
  return {
    ...presentSubject(subscription.id, subscription.productId, products, locale),
    planName: namePlan(products, subscription, locale),
    hasEnded: wireStatus(subscription.status) === 4,
    quantity: subscription.quantity,
    unit: presentUnit(products.get(subscription.productId), locale),
    worksUntil: worksUntil?.toISOString() ?? null,
  };
}

async function listCancellations(
  { database, accountId, locale }: AttentionRequestContext,
  products: Products,
): Promise<AttentionItem[]> {
  const ending = await listEnding(database.query, accountId, maxItems);
  return ending.flatMap(({ row, canceledAt }): AttentionItem[] => {
    // A trial that ends without a paid period was not canceled (ATT-2).
    const endsAt = effectiveCancelAt(row);
    if (!endsAt) return [];
    return [
      {
        kind: 'ending',
        ...presentSubject(row.id, row.productId, products, locale),
        endsAt: endsAt.toISOString(),
        canceledAt: canceledAt?.toISOString() ?? null,
        renewalAmount: renewalAmount(row),
        currency: row.currency,
        restoreAllowed: allowedCancellation(row).restoreAllowed,
      },
    ];
  });
}

/** Cents before tax; null while a discount applies, because only Stripe can calculate the reduction. */
function renewalAmount({ amount, discounts, expiresAt }: SubscriptionRow): number | null {
  const isDiscounted = discounts.some(({ end }) => end === null || expiresAt === null || new Date(end) > expiresAt);
  return isDiscounted ? null : amount;
}

/** Expiring cards, and subscriptions without a card. */
async function listCardItems(
  { database, catalog, session, accountId, locale }: AttentionRequestContext,
  products: Products,
): Promise<AttentionItem[]> {
  const { customerId } = session.account;
  if (customerId === null) return [];
  const [uses, customer] = await Promise.all([
    listCardUses(database.query, accountId),
    findMirroredCustomer(database.query, customerId),
  ]);
  const defaultId = customer?.defaultPaymentMethodId ?? null;
  const ids = new Set([defaultId, ...uses.map(({ paymentMethodId }) => paymentMethodId)].filter((id) => id !== null));
  const cards = (await findCardsById(database.query, [...ids])).filter((card) => card.customerId === customerId);
  const charged = cards.map(
    (card): CardCharges => ({
      card,
      uses: uses.filter(({ paymentMethodId }) => (paymentMethodId ?? defaultId) === card.id),
    }),
  );
  return [
    ...findExpiringCards(charged, catalog.now()).map((one) => presentExpiring(one, products, locale)),
    ...findChargesWithoutCard(uses, cards, defaultId).map(
      ({ subscriptionId, productId, expiresAt }): AttentionItem => ({
        kind: 'cardMissing',
        ...presentSubject(subscriptionId, productId, products, locale),
        nextCharge: expiresAt?.toISOString() ?? null,
      }),
    ),
  ];
}

function presentExpiring(
  { card, uses, hasExpired, nextCharge }: ExpiringCard,
  products: Products,
  locale: Locale,
): AttentionItem {
  return {
    kind: 'cardExpires',
    paymentMethodId: card.id,
    brand: cardBrand(card.brand),
    last4: card.last4,
    expMonth: card.expMonth,
    expYear: card.expYear,
    hasExpired,
    subscriptions: uses
      .slice(0, maxSubscriptions)
      .map(({ subscriptionId, productId }) => presentSubject(subscriptionId, productId, products, locale)),
    nextCharge: nextCharge?.toISOString() ?? null,
  };
}

/** Scheduled changes to fewer seats than are in use (ATT-6). */
async function listSeatReductions(
  { database, catalog, accountId, locale }: AttentionRequestContext,
  products: Products,
): Promise<AttentionItem[]> {
  const scheduled = await listScheduledChanges(database.query, catalog, accountId, maxItems);
  const seats = await findSeats(
    database.query,
    scheduled.map(({ row }) => row.id),
  );
  return scheduled.flatMap(({ row, change }): AttentionItem[] => {
    const held = seats.get(row.id);
    if (!held || held.total === null || held.inUse <= change.deviceQuantity) return [];
    return [
      {
        kind: 'placesEnding',
        ...presentSubject(row.id, row.productId, products, locale),
        at: change.at.toISOString(),
        licenseId: held.licenseId,
        inUse: held.inUse,
        places: change.deviceQuantity,
        unit: presentUnit(products.get(row.productId), locale),
      },
    ];
  });
}

function presentSubject(subscriptionId: number, productId: string, products: Products, locale: Locale) {
  const product = products.get(productId);
  return { subscriptionId, productId, productName: product ? localize(product.displayName, locale) : productId };
}
