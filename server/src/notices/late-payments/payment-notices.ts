import type { Locale } from '@portico/contract';
import { mailAccountAdmins } from '../../accounts/index.ts';
import {
  findLateInvoice,
  findTestClocks,
  type LateInvoice,
  listLateInvoices,
  wireStatus,
} from '../../billing/index.ts';
import { namePlan, nameProduct, type Product } from '../../catalog/index.ts';
import type { Queryable } from '../../core/db/database.ts';
import { inBatches } from '../../core/db/in-batches.ts';
import type { TemplateData } from '../../core/mail/index.ts';
import { cardText, translate } from '../../core/messages/index.ts';
import { findSeats } from '../../licensing/index.ts';
import { completeLateInvoices, type LatePayment } from './late-invoices.ts';
import type { LatePaymentsContext } from './late-payments.context.ts';
import { findSentNotices, insertNotice } from './notices.queries.ts';
import { isLastAttemptSoon } from './notices.rules.ts';

const batchSize = 200;

type Products = ReadonlyMap<string, Product>;

/** Mails accounts about failed payments and overdue invoices, and about the last try before it is made (LATE-3, LATE-4). */
export async function sendPaymentNotices(context: LatePaymentsContext, now: Date): Promise<void> {
  const on = context.database.query;
  const products = await context.catalog.findProducts();
  const batches = inBatches<LateInvoice>(batchSize, (after) => listLateInvoices(on, now, { limit: batchSize, after }));
  for await (const batch of batches) {
    for (const notice of await findDueNotices(context, await completeLateInvoices(on, batch), now)) {
      await sendPaymentNotice(context, notice, products, now);
    }
  }
}

interface DueNotice {
  readonly payment: LatePayment;
  readonly accountId: number;
  /** Whether the last try is soon. */
  readonly isLast: boolean;
}

/** The late payments that need a notice. An invoice of a subscription that has not begun is not a debt. */
async function findDueNotices(
  context: LatePaymentsContext,
  payments: readonly LatePayment[],
  now: Date,
): Promise<DueNotice[]> {
  const { paymentRetries } = context.config;
  const on = context.database.query;
  const debts = payments.filter(
    ({ invoice, subscription }) =>
      invoice.stripeSubscriptionId === null || (subscription !== undefined && wireStatus(subscription.status) !== 2),
  );
  const ids = debts.map(({ invoice }) => invoice.id);
  const [failed, last, times] = await Promise.all([
    findSentNotices(on, 'paymentFailed', ids),
    findSentNotices(on, 'lastAttempt', ids),
    findCustomerTimes(context, debts),
  ]);
  return debts.flatMap((payment) => {
    const { accountId } = payment;
    if (accountId === undefined) return [];
    const { id, customerId } = payment.invoice;
    const isLast = isLastAttemptSoon(payment.invoice, paymentRetries, times.get(customerId) ?? now);
    return !failed.has(id) || (isLast && !last.has(id)) ? [{ payment, accountId, isLast }] : [];
  });
}

/** The current time of each customer on a test clock. Other customers are left out. */
async function findCustomerTimes(
  { database, gateway }: LatePaymentsContext,
  payments: readonly LatePayment[],
): Promise<ReadonlyMap<string, Date>> {
  const clocks = await findTestClocks(
    database.query,
    payments.map(({ invoice }) => invoice.customerId),
  );
  const ids = [...new Set(clocks.values())];
  const times = await Promise.all(ids.map((id) => gateway.testClocks.timeOf(id)));
  const timeByClock = new Map(ids.map((id, index) => [id, times[index] as Date]));
  return new Map([...clocks].map(([customerId, id]) => [customerId, timeByClock.get(id) as Date]));
}

/** Mails one notice once. First refreshes the invoice, so that no notice is sent if it has been paid. */
async function sendPaymentNotice(
  context: LatePaymentsContext,
  { payment: { invoice }, accountId, isLast }: DueNotice,
  products: Products,
  now: Date,
): Promise<void> {
  const { database, gateway } = context;
  await gateway.mirror.refresh('invoice', invoice.id);
  const found = await findLateInvoice(database.query, invoice.id, now);
  const [payment] = found ? await completeLateInvoices(database.query, [found]) : [];
  if (!payment) return;
  const worksUntil = await findWorksUntil(database.query, payment);
  await database.transaction(async (transaction) => {
    // Another process may have stored the payment.
    if (!(await findLateInvoice(transaction, invoice.id, now))) return;
    const subject = invoice.id;
    const isNew = await insertNotice(transaction, { accountId, kind: 'paymentFailed', subject });
    const isNewlyLast = isLast && (await insertNotice(transaction, { accountId, kind: 'lastAttempt', subject }));
    const template = isNewlyLast ? 'paymentLastTry' : isNew ? 'paymentFailed' : null;
    if (template === null) return;
    await mailAccountAdmins(context, transaction, accountId, ({ locale }) => ({
      template,
      data: createMailData(payment, worksUntil, products, locale),
    }));
  });
}

async function findWorksUntil(on: Queryable, { subscription }: LatePayment): Promise<Date | null> {
  if (!subscription) return null;
  return (await findSeats(on, [subscription.id])).get(subscription.id)?.worksUntil ?? null;
}

function createMailData(
  { invoice, subscription, lastTry }: LatePayment,
  worksUntil: Date | null,
  products: Products,
  locale: Locale,
): TemplateData<'paymentFailed'> {
  const { id, number, amount, currency, nextAttempt, dueDate } = invoice;
  const invoiceNumber = number ?? id;
  return {
    invoiceNumber,
    productName: subscription
      ? nameProduct(products, subscription.productId, locale)
      : translate(locale, 'mail.invoiceNamed', { number: invoiceNumber }),
    planName: subscription ? namePlan(products, subscription, locale) : null,
    amount,
    currency,
    card: lastTry?.last4 ? cardText(lastTry.brand ?? '', lastTry.last4) : null,
    nextTry: nextAttempt?.toISOString() ?? null,
    dueDate: dueDate?.toISOString() ?? null,
    worksUntil: worksUntil?.toISOString() ?? null,
    path: `/Billing/Invoices/${id}/Details?pay=true`,
  };
}
