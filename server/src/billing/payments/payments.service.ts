import type { Locale, PaymentRow, payments, ResponseOf } from '@portico/contract';
import type { Catalog, CatalogReader, Product } from '../../catalog/index.ts';
import type { Database } from '../../core/db/database.ts';
import { NotFoundError, say, TooManyRequestsError, UnavailableError } from '../../core/http/app-error.ts';
import { defineLimit } from '../../core/http/limits.ts';
import { listAnswer } from '../../core/http/list-answer.ts';
import type { RequestContext } from '../../core/http/request-context.ts';
import { localize } from '../../core/messages/index.ts';
import { type Gateway, type Payment, paymentFromMirror } from '../../core/stripe/index.ts';
import { findPaymentMethodObject } from '../cards/cards.queries.ts';
import { findCustomerObject } from '../customers/customers.queries.ts';
import { listInvoicesOfPayment, listNumbersOfPayment, type PaymentSubject } from '../invoices/invoices.queries.ts';
import { listTimeline, type TimelineOptions } from '../timeline/timeline.service.ts';
import {
  findPayment,
  type ListedPayment,
  listPayments as listPaymentRows,
  type PaymentListOptions,
  type PaymentObjects,
} from './payments.queries.ts';
import { describePayment } from './payments.rules.ts';

/**
 * The maximum number of payments that an account may fetch from Stripe per minute (LIM-8). Beyond that they come from
 * the mirror.
 */
const lookUpLimit = defineLimit('payment', 60, 60);

export interface PaymentsContext {
  readonly database: Database;
  readonly gateway: Pick<Gateway, 'payments'>;
  readonly catalog: Pick<Catalog, 'at' | 'atThisVersion'>;
}

type PaymentContext = PaymentsContext & RequestContext;

/** `spent` is the amount received minus the amount refunded (PAY-2, PAY-1). */
export async function listPayments(
  { database, catalog, session, locale }: PaymentContext,
  options: PaymentListOptions,
): Promise<ResponseOf<typeof payments.list>> {
  const { customerId } = session.account;
  const none = { ...listAnswer<PaymentRow>([], 0, options), since: null, spent: 0, successPaymentsCount: 0 };
  if (customerId === null) return none;
  const { items, total, since, spent, succeeded, catalogVersion } = await listPaymentRows(
    database,
    customerId,
    options,
  );
  if (catalogVersion === undefined) return none;
  const products = await findProductsOf(
    await catalog.at(catalogVersion),
    items.map(({ subject }) => subject),
  );
  return {
    ...listAnswer(
      items.map((row, position) => presentPayment(row, products[position], locale)),
      total,
      options,
    ),
    since: since?.toISOString() ?? null,
    spent,
    successPaymentsCount: succeeded,
  };
}

/**
 * A payment from Stripe. If Stripe does not answer or the limit is reached, it comes from the mirror and is marked as
 * stale (PAY-3).
 * @throws NotFoundError also for another account's payment
 */
export async function getPayment(
  context: PaymentContext,
  paymentIntentId: string,
): Promise<ResponseOf<typeof payments.get>> {
  const { database, gateway, catalog, session, accountId, locale } = context;
  const { customerId } = session.account;
  const known = await getPaymentObjects(context, paymentIntentId);
  const askedAt = new Date();
  const found = await listNumbersOfPayment(database.query, paymentIntentId);
  const invoices = found.map(({ subject: _, ...invoice }) => invoice);
  const subject = found[0]?.subject ?? null;
  const [product] = await findProductsOf(await catalog.atThisVersion(), [subject]);
  const present = (payment: Payment) => ({ ...presentDetail(payment, subject, product, locale), invoices });
  try {
    await lookUpLimit.take(database, accountId);
    const payment = await gateway.payments.retrieve(paymentIntentId);
    // The payment is not shown if its customer has changed.
    if (payment.customerId !== customerId) throw new NotFoundError();
    return { ...present(payment), stale: false, asOf: askedAt.toISOString() };
  } catch (error) {
    if (!(error instanceof UnavailableError || error instanceof TooManyRequestsError)) throw error;
    const payment = await readPaymentFromMirror(context, known);
    return { ...present(payment), stale: true, asOf: known.syncedAt.toISOString() };
  }
}

/** @throws NotFoundError also for another account's payment. */
export async function listPaymentEvents(
  context: PaymentContext,
  paymentIntentId: string,
  options: TimelineOptions,
): Promise<ResponseOf<typeof payments.listEvents>> {
  await getPaymentObjects(context, paymentIntentId);
  const invoiceIds = await listInvoicesOfPayment(context.database.query, paymentIntentId);
  return listTimeline(context, [paymentIntentId, ...invoiceIds], options);
}

/** Gets a payment of the session's account (ACC-10). @throws NotFoundError */
async function getPaymentObjects(
  { database, session }: PaymentContext,
  paymentIntentId: string,
): Promise<PaymentObjects> {
  const { customerId } = session.account;
  const found = customerId === null ? undefined : await findPayment(database.query, customerId, paymentIntentId);
  if (!found) throw new NotFoundError();
  return found;
}

async function readPaymentFromMirror(
  { database, session }: PaymentContext,
  { paymentMethodId, ...objects }: PaymentObjects,
): Promise<Payment> {
  const { customerId } = session.account;
  const [paymentMethod, customer] = await Promise.all([
    paymentMethodId === null ? null : findPaymentMethodObject(database.query, paymentMethodId),
    customerId === null ? null : findCustomerObject(database.query, customerId),
  ]);
  return paymentFromMirror({ ...objects, paymentMethod, customer });
}

function presentDetail(
  { customerId: _, failure, ...payment }: Payment,
  subject: PaymentSubject | null,
  product: Product | undefined,
  locale: Locale,
) {
  return {
    ...payment,
    description: describePayment(payment.description, subject, product, locale),
    productName: product ? localize(product.displayName, locale) : null,
    failureMessage: failure && say(failure, locale),
  };
}

/** The products of the subjects' prices, in the same order; undefined for an unknown price. */
async function findProductsOf(
  catalog: Pick<CatalogReader, 'findByStripePrice' | 'findProducts'>,
  subjects: readonly (PaymentSubject | null)[],
): Promise<(Product | undefined)[]> {
  const [prices, products] = await Promise.all([
    catalog.findByStripePrice(subjects.flatMap((subject) => subject?.stripePriceId ?? [])),
    catalog.findProducts(),
  ]);
  return subjects.map((subject) => {
    const price = subject?.stripePriceId ? prices.get(subject.stripePriceId) : undefined;
    return price && products.get(price.productId);
  });
}

function presentPayment(
  { id, created, paidAt, description, subject, ...row }: ListedPayment,
  product: Product | undefined,
  locale: Locale,
): PaymentRow {
  return {
    stripeId: id,
    ...row,
    description: describePayment(description, subject, product, locale),
    productName: product ? localize(product.displayName, locale) : null,
    created: created.toISOString(),
    paidAt: paidAt?.toISOString() ?? null,
  };
}
