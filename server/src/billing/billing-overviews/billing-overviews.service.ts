import type { BillingActivity, billingOverviews as endpoints, NextPayment, ResponseOf } from '@portico/contract';
import { type Catalog, nameProduct } from '../../catalog/index.ts';
import type { Database, Queryable } from '../../core/db/database.ts';
import type { RequestContext } from '../../core/http/request-context.ts';
import { cardBrand } from '../../core/stripe/index.ts';
import { findCardsById } from '../cards/cards.queries.ts';
import { findMirroredCustomer } from '../customers/customers.queries.ts';
import { listGivenCredits } from '../customers/given-credits.queries.ts';
import { listKnownCharges } from '../invoices/known-charges.ts';
import { sumSpending } from '../invoices/spending.queries.ts';
import { listLatestCharges, listLatestRefunds } from '../payments/latest.queries.ts';
import { listLatestEndings } from '../subscriptions/changes.queries.ts';
import { listCardUses, listSubscriptionsByStripeId } from '../subscriptions/subscriptions.queries.ts';
import { beginningOf, latestMonths, newestOf, spendingByMonth } from './billing-overviews.rules.ts';

export interface BillingOverviewsContext {
  readonly database: Database;
  readonly catalog: Pick<Catalog, 'findProducts' | 'findByStripePrice' | 'now'>;
}

type Asking = BillingOverviewsContext & RequestContext;

/** Events of the activity. */
const mostActivity = 6;

/** What is charged next, with the card that it is charged to (BOV-1). Stripe is not asked. */
export async function listNextPayments({
  database,
  catalog,
  session,
  accountId,
  locale,
}: Asking): Promise<ResponseOf<typeof endpoints.listNextPayments>> {
  const { customerId } = session.account;
  const [{ charges, isBeingReckoned }, cards, products] = await Promise.all([
    listKnownCharges({ database, catalog }, { accountId, customerId }),
    findPayingCards(database.query, accountId, customerId),
    catalog.findProducts(),
  ]);
  const items = charges.map(
    ({ at, ...charge }): NextPayment => ({
      ...charge,
      productName: nameProduct(products, charge.productId, locale),
      at: at.toISOString(),
      card: cards.get(charge.subscriptionId) ?? null,
    }),
  );
  return { items, isBeingReckoned };
}

type NamedCard = NonNullable<NextPayment['card']>;

/** The card that each subscription is charged to: its own, else the default one (CARD-5). */
async function findPayingCards(
  on: Queryable,
  accountId: number,
  customerId: string | null,
): Promise<ReadonlyMap<number, NamedCard>> {
  if (customerId === null) return new Map();
  const [uses, customer] = await Promise.all([listCardUses(on, accountId), findMirroredCustomer(on, customerId)]);
  const paid = uses
    .filter(({ renewsByCard }) => renewsByCard)
    .map(({ subscriptionId, paymentMethodId }) => ({
      subscriptionId,
      cardId: paymentMethodId ?? customer?.defaultPaymentMethodId ?? null,
    }));
  const cards = await findCardsById(on, [...new Set(paid.flatMap(({ cardId }) => cardId ?? []))]);
  const named = new Map(
    cards
      .filter((card) => card.customerId === customerId)
      .map(({ id, brand, last4 }) => [id, { brand: cardBrand(brand), last4 }]),
  );
  return new Map(
    paid.flatMap(({ subscriptionId, cardId }) => {
      const card = cardId === null ? undefined : named.get(cardId);
      return card ? [[subscriptionId, card] as const] : [];
    }),
  );
}

/** What was paid in the latest twelve months, by product (BOV-3). */
export async function getSpending({
  database,
  catalog,
  session,
  accountId,
  locale,
}: Asking): Promise<ResponseOf<typeof endpoints.getSpending>> {
  const on = database.query;
  const { customerId } = session.account;
  const months = latestMonths(catalog.now());
  const [products, customer] = await Promise.all([
    catalog.findProducts(),
    customerId === null ? undefined : findMirroredCustomer(on, customerId),
  ]);
  const currency = customer?.currency ?? 'usd';
  const sums = customerId === null ? [] : await sumSpending(on, customerId, currency, beginningOf(months[0] ?? ''));
  const subscriptionIds = [...new Set(sums.flatMap(({ stripeSubscriptionId }) => stripeSubscriptionId ?? []))];
  const subscriptions = await listSubscriptionsByStripeId(on, accountId, subscriptionIds);
  const productOf = new Map(
    subscriptions.map(({ stripeSubscriptionId, productId }) => [stripeSubscriptionId, productId]),
  );
  const spending = spendingByMonth(
    months,
    sums.map(({ stripeSubscriptionId, ...sum }) => ({
      ...sum,
      productId: productOf.get(stripeSubscriptionId ?? '') ?? null,
    })),
  );
  return {
    currency,
    months: spending.months,
    products: spending.productIds.map((productId) => ({
      productId,
      name: productId === null ? null : nameProduct(products, productId, locale),
    })),
  };
}

/** What happened to the account's money of late (BOV-4). */
export async function listActivity(context: Asking): Promise<ResponseOf<typeof endpoints.listActivity>> {
  const { customerId } = context.session.account;
  const found = await Promise.all([
    endingsOf(context),
    ...(customerId === null
      ? []
      : [
          chargesOf(context.database.query, customerId),
          refundsOf(context.database.query, customerId),
          creditsOf(context.database.query, customerId),
        ]),
  ]);
  return { items: newestOf(found.flat(), mostActivity) };
}

async function chargesOf(on: Queryable, customerId: string): Promise<BillingActivity[]> {
  const charges = await listLatestCharges(on, customerId, mostActivity);
  return charges.flatMap(({ id, at, status, amount, currency, paymentIntentId, brand, last4 }) =>
    // A pending one is told once it is paid or declined.
    status === 'pending'
      ? []
      : [
          {
            kind: status === 'succeeded' ? ('paid' as const) : ('declined' as const),
            id,
            at: at.toISOString(),
            amount,
            currency,
            card: last4 === null ? null : { brand: cardBrand(brand), last4 },
            paymentId: paymentIntentId,
          },
        ],
  );
}

async function refundsOf(on: Queryable, customerId: string): Promise<BillingActivity[]> {
  const refunds = await listLatestRefunds(on, customerId, mostActivity);
  return refunds.map(({ paymentIntentId, at, ...refund }) => ({
    kind: 'refunded',
    ...refund,
    at: at.toISOString(),
    paymentId: paymentIntentId,
  }));
}

async function creditsOf(on: Queryable, customerId: string): Promise<BillingActivity[]> {
  const credits = await listGivenCredits(on, customerId, mostActivity);
  return credits.map(({ at, amount, ...credit }) => ({
    // Stripe's sign: what lowers the balance is the customer's.
    kind: amount < 0 ? 'credited' : 'debited',
    ...credit,
    at: at.toISOString(),
    amount: Math.abs(amount),
  }));
}

async function endingsOf({ database, catalog, accountId, locale }: Asking): Promise<BillingActivity[]> {
  const [endings, products] = await Promise.all([
    listLatestEndings(database.query, accountId, mostActivity),
    catalog.findProducts(),
  ]);
  return endings.map(({ id, at, ...ending }) => ({
    ...ending,
    id: String(id),
    at: at.toISOString(),
    productName: nameProduct(products, ending.productId, locale),
  }));
}
