import type { LatePayment as LatePaymentRow, latePayments, ResponseOf } from '@portico/contract';
import { findAccountNames } from '../../accounts/index.ts';
import {
  chargeFailureReason,
  isLastAttempt,
  type LateInvoice,
  listLateAndOverdue,
  sumLateAndOverdue,
  wireStatus,
} from '../../billing/index.ts';
import { nameProduct } from '../../catalog/index.ts';
import { listAnswer } from '../../core/http/list-answer.ts';
import type { RequestContext } from '../../core/http/request-context.ts';
import { cardBrand } from '../../core/stripe/index.ts';
import { completeLateInvoices, type LatePayment } from './late-invoices.ts';
import type { LatePaymentsContext } from './late-payments.context.ts';

type LatePaymentsRequestContext = LatePaymentsContext & RequestContext;

/** Late and overdue invoices of all accounts, the largest first, with the sums of all of them (LATE-8). */
export async function listLatePayments(
  context: LatePaymentsRequestContext,
  options: { readonly page: number; readonly pageSize: number },
): Promise<ResponseOf<typeof latePayments.list>> {
  const { database, catalog } = context;
  const on = database.query;
  const { page, pageSize } = options;
  const now = new Date();
  const [invoices, totals, products] = await Promise.all([
    listLateAndOverdue(on, { limit: pageSize, offset: (page - 1) * pageSize, now }),
    sumLateAndOverdue(on, now),
    catalog.findProducts(),
  ]);
  const payments = await completeLateInvoices(on, invoices);
  const names = await findAccountNames(
    on,
    payments.flatMap(({ accountId }) => accountId ?? []),
  );
  const total = totals.reduce((sum, { invoices: count }) => sum + count, 0);
  const items = payments.map((payment) => presentLatePayment(context, payment, { names, products }));
  return { ...listAnswer(items, total, options), totals };
}

interface Names {
  readonly names: ReadonlyMap<number, string>;
  readonly products: Parameters<typeof nameProduct>[0];
}

function presentLatePayment(
  { config, locale }: LatePaymentsRequestContext,
  { invoice, accountId, subscription, lastTry }: LatePayment<LateInvoice & { readonly dueDate: Date | null }>,
  { names, products }: Names,
): LatePaymentRow {
  const { id: invoiceId, number, amount, currency, created, tries, nextAttempt, dueDate } = invoice;
  const productId = subscription?.productId;
  return {
    invoiceId,
    number,
    account: accountId === undefined ? null : { id: accountId, name: names.get(accountId) ?? '' },
    product: productId === undefined ? null : { id: productId, name: nameProduct(products, productId, locale) },
    hasEnded: subscription !== undefined && wireStatus(subscription.status) === 4,
    amount,
    currency,
    since: created.toISOString(),
    dueDate: dueDate?.toISOString() ?? null,
    tries,
    nextAttempt: nextAttempt?.toISOString() ?? null,
    isLastAttempt: isLastAttempt(invoice, config.paymentRetries),
    card: lastTry?.last4 ? { brand: cardBrand(lastTry.brand), last4: lastTry.last4 } : null,
    reason: lastTry ? chargeFailureReason(lastTry, locale) : null,
  };
}
