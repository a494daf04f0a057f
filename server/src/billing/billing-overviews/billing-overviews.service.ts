import type { BillingActivity, billingOverviews as endpoints, NextPayment, ResponseOf } from '@portico/contract';
import { type Catalog, nameProduct } from '../../catalog/index.ts';
import type { Database, Queryable } from '../../core/db/database.ts';
import type { RequestContext } from '../../core/http/request-context.ts';
import { cardBrand } from '../../core/stripe/index.ts';
import { findCardsById } from '../cards/cards.queries.ts';
import { findMirroredCustomer, listGivenCredits } from '../customers/customers.queries.ts';
import { findPreviewNames, presentPreview } from '../invoices/invoices.preview.ts';
import { listKnownCharges } from '../invoices/known-charges.ts';
import { sumSpending, sumYearlyPayments } from '../invoices/spending.queries.ts';
import { listLatestCharges } from '../payments/charges.queries.ts';
import { listLatestRefunds } from '../payments/refunds.queries.ts';
import { listLatestEndings } from '../subscriptions/changes.queries.ts';
import { listCardUses, listSubscriptionsByStripeId } from '../subscriptions/subscriptions.queries.ts';
import {
  latestActivity,
  latestMonths,
  monthStart,
  monthsWithTwelfths,
  spendingByMonth,
} from './billing-overviews.rules.ts';

export interface BillingOverviewsContext {
  readonly database: Database;
  readonly catalog: Pick<Catalog, 'findProducts' | 'findByStripeCoupon' | 'findByStripePrice' | 'now'>;
}

type OverviewContext = BillingOverviewsContext & RequestContext;

/** The maximum number of events that are listed. */
const maxActivity = 6;

/** The next payments with the charged cards (BOV-1). Makes no call to Stripe. */
export async function listNextPayments({
  database,
  catalog,
  session,
  accountId,
  locale,
}: OverviewContext): Promise<ResponseOf<typeof endpoints.listNextPayments>> {
  const { customerId } = session.account;
  const [{ charges, isBeingReckoned }, cards] = await Promise.all([
    listKnownCharges({ database, catalog }, { accountId, customerId }),
    findPayingCards(database.query, accountId, customerId),
  ]);
  const previews = charges.flatMap(({ preview }) => preview ?? []);
  const names = await findPreviewNames(catalog, previews, locale);
  const items = charges.map(
    ({ at, preview, ...charge }): NextPayment => ({
      ...charge,
      productName: nameProduct(names.products, charge.productId, locale),
      at: at.toISOString(),
      card: cards.get(charge.subscriptionId) ?? null,
      isBeforeTax: preview === null,
      breakdown: preview && presentPreview(preview, names, null),
    }),
  );
  return { items, isBeingReckoned };
}

type NamedCard = NonNullable<NextPayment['card']>;

/** The card that each subscription is charged to: its own or the default card (CARD-5). */
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

/** The amounts paid in the last twelve months, by product (BOV-3). */
export async function getSpending({
  database,
  catalog,
  session,
  accountId,
  locale,
}: OverviewContext): Promise<ResponseOf<typeof endpoints.getSpending>> {
  const on = database.query;
  const { customerId } = session.account;
  const now = catalog.now();
  const months = latestMonths(now);
  const [products, customer] = await Promise.all([
    catalog.findProducts(),
    customerId === null ? undefined : findMirroredCustomer(on, customerId),
  ]);
  const currency = customer?.currency ?? 'usd';
  const [sums, yearly] =
    customerId === null
      ? [[], []]
      : await Promise.all([
          sumSpending(on, customerId, currency, monthStart(months[0] ?? '')),
          sumYearlyPayments(on, customerId, currency, monthStart(monthsWithTwelfths(now)[0] ?? '')),
        ]);
  const subscriptionIds = new Set(
    [...sums, ...yearly].flatMap(({ stripeSubscriptionId }) => stripeSubscriptionId ?? []),
  );
  const subscriptions = await listSubscriptionsByStripeId(on, accountId, [...subscriptionIds]);
  const productByStripeId = new Map(
    subscriptions.map(({ stripeSubscriptionId, productId }) => [stripeSubscriptionId, productId]),
  );
  const ofProduct = <Sum extends { readonly stripeSubscriptionId: string | null }>({
    stripeSubscriptionId,
    ...sum
  }: Sum) => ({ ...sum, productId: productByStripeId.get(stripeSubscriptionId ?? '') ?? null });
  const spending = spendingByMonth(months, sums.map(ofProduct), yearly.map(ofProduct));
  return {
    currency,
    months: spending.months,
    products: spending.productIds.map((productId) => ({
      productId,
      name: productId === null ? null : nameProduct(products, productId, locale),
    })),
  };
}

/** The latest events about the account's money (BOV-4). */
export async function listActivity(context: OverviewContext): Promise<ResponseOf<typeof endpoints.listActivity>> {
  const { customerId } = context.session.account;
  const found = await Promise.all([
    listCancellationActivity(context),
    ...(customerId === null
      ? []
      : [
          listChargeActivity(context.database.query, customerId),
          listRefundActivity(context.database.query, customerId),
          listCreditActivity(context.database.query, customerId),
        ]),
  ]);
  return { items: latestActivity(found.flat(), maxActivity) };
}

async function listChargeActivity(on: Queryable, customerId: string): Promise<BillingActivity[]> {
  const charges = await listLatestCharges(on, customerId, maxActivity);
  return charges.flatMap(({ id, at, status, amount, currency, paymentIntentId, brand, last4 }) =>
    // A pending charge is shown once it is paid or declined.
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

async function listRefundActivity(on: Queryable, customerId: string): Promise<BillingActivity[]> {
  const refunds = await listLatestRefunds(on, customerId, maxActivity);
  return refunds.map(({ paymentIntentId, at, ...refund }) => ({
    kind: 'refunded',
    ...refund,
    at: at.toISOString(),
    paymentId: paymentIntentId,
  }));
}

async function listCreditActivity(on: Queryable, customerId: string): Promise<BillingActivity[]> {
  const credits = await listGivenCredits(on, customerId, maxActivity);
  return credits.map(({ at, amount, ...credit }) => ({
    // At Stripe, a negative amount is in the customer's favor.
    kind: amount < 0 ? 'credited' : 'debited',
    ...credit,
    at: at.toISOString(),
    amount: Math.abs(amount),
  }));
}

async function listCancellationActivity({
  database,
  catalog,
  accountId,
  locale,
}: OverviewContext): Promise<BillingActivity[]> {
  const [endings, products] = await Promise.all([
    listLatestEndings(database.query, accountId, maxActivity),
    catalog.findProducts(),
  ]);
  return endings.map(({ id, at, ...ending }) => ({
    ...ending,
    id: String(id),
    at: at.toISOString(),
    productName: nameProduct(products, ending.productId, locale),
  }));
}
