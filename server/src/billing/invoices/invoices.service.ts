import type { InvoiceDetail, InvoiceRow, invoices, Locale, PendingInvoice, ResponseOf } from '@portico/contract';
import type { CatalogReader } from '../../catalog/index.ts';
import type { Queryable } from '../../core/db/database.ts';
import { NotFoundError } from '../../core/http/app-error.ts';
import { defineLimit } from '../../core/http/limits.ts';
import { listAnswer } from '../../core/http/list-answer.ts';
import type { RequestContext } from '../../core/http/request-context.ts';
import { localize } from '../../core/messages/index.ts';
import { makeChange, type OperationState, toOperationStatus } from '../../core/operations/index.ts';
import { cardBrand, nameCustomField, readInvoiceDocument } from '../../core/stripe/index.ts';
import { findSubscription } from '../subscriptions/subscriptions.queries.ts';
import { listTimeline, type TimelineOptions } from '../timeline/timeline.service.ts';
import { nameDiscounts } from './discounts.ts';
import { type InvoiceFilter, isFiltered, type ResolvedFilter, resolveFilter } from './filter.rules.ts';
import { listFilteredInvoices } from './filtered.queries.ts';
import type { InvoicesContext } from './invoices.context.ts';
import { InvoiceNotPayableError } from './invoices.errors.ts';
import { type PayRequest, payInvoiceOperation, payOutcome } from './invoices.operations.ts';
import { describeInvoice, describeLine, type PreviewNames } from './invoices.preview.ts';
import {
  type FirstLine,
  findFirstLines,
  findInvoice,
  type InvoiceListOptions,
  type ListedInvoice,
  listInvoices as listInvoiceRows,
  listInvoicesOfSubscription,
  listLines,
  listPaymentsOfInvoice,
  listPendingInvoices,
  listPendingItems,
  type MirroredInvoice,
  type MirroredLine,
  type PendingRow,
} from './invoices.queries.ts';
import { forReader, withoutPaymentPage } from './payment-page.ts';
import { nameTaxes } from './tax-rates.ts';

/** Items that wait for an invoice and are shown together. */
const mostPendingItems = 100;

/** Invoices that an account may charge or send in an hour (LIM-8). Each attempt may charge a card or send an e-mail. */
export const collectionLimit = defineLimit('invoice-collection', 20, 3_600);

/** Documents that an account may have fetched in an hour (LIM-8). */
const documentLimit = defineLimit('invoice-document', 300, 3_600);

export type Asking = InvoicesContext & RequestContext;

interface Page {
  readonly page: number;
  readonly pageSize: number;
}

export async function listInvoices(
  context: Asking,
  { text, status, productId, createdFrom, createdBefore, ...options }: InvoiceListOptions & InvoiceFilter,
): Promise<ResponseOf<typeof invoices.list>> {
  const { database, session } = context;
  const { customerId } = session.account;
  if (customerId === null) return listAnswer([], 0, options);
  const filter = { text, status, productId, createdFrom, createdBefore };
  if (isFiltered(filter)) {
    const resolved = await resolveAsked(context, filter);
    const { items, total, sums } = await listFilteredInvoices(database.query, customerId, options, resolved);
    return { ...listAnswer(await presentRows(context, items), total, options), sums };
  }
  const { items, total, catalogVersion } = await listInvoiceRows(database, customerId, options);
  if (catalogVersion === undefined) return listAnswer([], 0, options);
  const catalog = await context.catalog.at(catalogVersion);
  const words = await findLineWords({ catalog, locale: context.locale }, items);
  return listAnswer(
    items.map(({ stripePriceId, lineAmount, isProration, ...row }) => {
      const line = { stripePriceId, lineAmount, isProration };
      return forReader(session, { ...row, ...wordsOf(row.description, line, words) });
    }),
    total,
    options,
  );
}

/** A filter in what the database knows. */
export async function resolveAsked({ catalog, locale }: Asking, filter: InvoiceFilter): Promise<ResolvedFilter> {
  const [products, prices] = await Promise.all([catalog.findProducts(), catalog.findSoldPrices()]);
  return resolveFilter(filter, { products, prices, locale });
}

/** @throws NotFoundError also for another account's subscription. */
export async function listInvoicesForSubscription(
  context: Asking,
  subscriptionId: number,
  options: InvoiceListOptions,
): Promise<ResponseOf<typeof invoices.listForSubscription>> {
  const { database, accountId } = context;
  const subscription = await findSubscription(database.query, accountId, subscriptionId);
  if (!subscription) throw new NotFoundError();
  const { stripeSubscriptionId } = subscription;
  const { items, total } = await listInvoicesOfSubscription(database.query, stripeSubscriptionId, options);
  return listAnswer(await presentRows(context, items), total, options);
}

/** Rows as the user may see them, in the catalog's words. */
async function presentRows(context: Asking, rows: readonly ListedInvoice[]): Promise<InvoiceRow[]> {
  const words = await describeRows(context, rows);
  return rows.map((row) => forReader(context.session, { ...presentRow(row), ...(words.get(row.id) ?? noWords) }));
}

/** What an invoice was for. */
export type InvoiceWords = Pick<InvoiceRow, 'description' | 'productName'>;

const noWords: InvoiceWords = { description: null, productName: null };

/** What each invoice was for, in the catalog's words, by its id (INV-19). */
export async function describeRows(
  context: Asking,
  rows: readonly Pick<ListedInvoice, 'id' | 'description'>[],
): Promise<ReadonlyMap<string, InvoiceWords>> {
  const lines = await findFirstLines(
    context.database.query,
    rows.map(({ id }) => id),
  );
  const words = await findLineWords(context, [...lines.values()]);
  return new Map(rows.map(({ id, description }) => [id, wordsOf(description, lines.get(id), words)]));
}

/** What an invoice was for, by its first line. */
function wordsOf(description: string | null, line: FirstLine | undefined, words: LineWords): InvoiceWords {
  const price = line?.stripePriceId ? words.prices.get(line.stripePriceId) : undefined;
  const product = price && words.products.get(price.productId);
  return {
    description: describeInvoice(description, line, words),
    productName: product ? localize(product.displayName, words.locale) : null,
  };
}

type LineWords = Pick<PreviewNames, 'products' | 'prices' | 'locale'>;

/** Where words come from. */
interface Wording {
  readonly catalog: Pick<CatalogReader, 'findByStripePrice' | 'findProducts'>;
  readonly locale: Locale;
}

/** The catalog's words for lines. */
async function findLineWords(
  { catalog, locale }: Wording,
  lines: readonly { readonly stripePriceId: string | null }[],
): Promise<LineWords> {
  const [products, prices] = await Promise.all([
    catalog.findProducts(),
    catalog.findByStripePrice(lines.flatMap(({ stripePriceId }) => stripePriceId ?? [])),
  ]);
  return { products, prices, locale };
}

/** @throws NotFoundError also for another account's. */
export async function getInvoice(
  context: Asking,
  invoiceId: string,
  options: Page,
): Promise<ResponseOf<typeof invoices.getDetails>> {
  const { database, session } = context;
  const invoice = await requireInvoice(database.query, session, invoiceId);
  const [{ items, total }, first, card, [discounts = []], taxes] = await Promise.all([
    listLines(database.query, invoiceId, options),
    findFirstLines(database.query, [invoiceId]),
    listPaymentsOfInvoice(database.query, invoiceId).then((ids) => context.findPaidWith(database.query, ids)),
    nameDiscounts(database.query, context.catalog, [invoice.data], context.locale),
    nameTaxes(database, invoice.data, context.locale),
  ]);
  const words = await findLineWords(context, [...items, ...first.values()]);
  const lines = listAnswer(
    items.map((line) => presentLine(line, words)),
    total,
    options,
  );
  const described = wordsOf(invoice.description, first.get(invoiceId), words);
  const paidWith = card ? { brand: cardBrand(card.brand), last4: card.last4 } : null;
  return forReader(session, {
    ...presentInvoice(invoice, context.locale),
    ...described,
    paidWith,
    discounts,
    taxes,
    lines,
  });
}

/**
 * The document of an invoice, for everybody who may see invoices (INV-22). Its address at Stripe leads to the payment page too and stays here (ACC-15).
 * @throws NotFoundError also for another account's, and where there is none yet; UnavailableError when it does not come.
 */
export async function readInvoicePdf(
  { database, gateway, session, accountId }: Asking,
  invoiceId: string,
): Promise<{ file: Buffer; name: string }> {
  const { number, invoicePdf } = await requireInvoice(database.query, session, invoiceId);
  if (invoicePdf === null) throw new NotFoundError();
  await documentLimit.take(database, accountId);
  return { file: await gateway.invoicePdfs.read(invoiceId), name: number ?? invoiceId };
}

/** @throws NotFoundError also for another account's. */
export async function listInvoiceEvents(
  context: Asking,
  invoiceId: string,
  options: TimelineOptions,
): Promise<ResponseOf<typeof invoices.listEvents>> {
  const { database, session } = context;
  await requireInvoice(database.query, session, invoiceId);
  return listTimeline(context, [invoiceId, ...(await listPaymentsOfInvoice(database.query, invoiceId))], options);
}

/** Drafts, open invoices, and items that wait for one (INV-7). */
export async function listPending(
  context: Asking,
  options: Page & { readonly order: 'asc' | 'desc' },
): Promise<ResponseOf<typeof invoices.listPending>> {
  const { database, session } = context;
  const { customerId } = session.account;
  if (customerId === null) return { ...listAnswer([], 0, options), pendingItems: [], pendingItemsTotal: 0 };
  const [{ items, total }, waiting] = await Promise.all([
    listPendingInvoices(database.query, customerId, options),
    listPendingItems(database, customerId, mostPendingItems),
  ]);
  const lines = await findFirstLines(
    database.query,
    items.map(({ id }) => id),
  );
  const words = await findLineWords(context, [...lines.values(), ...waiting]);
  return {
    ...listAnswer(
      items.map((row) => {
        const described = wordsOf(row.description, lines.get(row.id), words);
        return withoutPaymentPage(session, { ...presentPending(row), ...described });
      }),
      total,
      options,
    ),
    pendingItems: waiting.map(({ id, created, amount, currency, description, ...item }) => ({
      stripeId: id,
      description: description === null ? null : describeLine({ ...item, description, amount }, words),
      amount,
      currency,
      created: created.toISOString(),
    })),
    pendingItemsTotal: waiting[0]?.sum ?? 0,
  };
}

/**
 * Charges an open invoice or sends it to its payer (INV-5).
 * @throws NotFoundError; InvoiceNotPayableError unless it is open; CardError when the card is declined and the invoice stays open;
 * ChangeUnderWayError.
 */
export async function sendToPay(
  { database, operations, session, accountId, actor }: Asking,
  invoiceId: string,
): Promise<ResponseOf<typeof invoices.sendToPay>> {
  const { status } = await requireInvoice(database.query, session, invoiceId);
  if (status !== 'open') throw new InvoiceNotPayableError();
  await collectionLimit.take(database, accountId);
  const request: PayRequest = { invoiceId };
  const { kind } = payInvoiceOperation;
  const change = { accountId, userId: session.user.id, kind, subject: invoiceId, request, actor };
  return presentPayment(await makeChange(operations, change));
}

/** Finds an invoice under the session's account (ACC-10). @throws NotFoundError */
export async function requireInvoice(
  on: Queryable,
  { account: { customerId } }: RequestContext['session'],
  invoiceId: string,
): Promise<MirroredInvoice> {
  const found = customerId === null ? undefined : await findInvoice(on, customerId, invoiceId);
  if (!found) throw new NotFoundError();
  return found;
}

/** The state of a payment. A payment that requires authentication is settled here and continues on the invoice's page. */
export function presentPayment(state: Pick<OperationState, 'id' | 'state' | 'result'>) {
  const { outcome = null, hostedInvoiceUrl = null } = state.result === null ? {} : payOutcome.parse(state.result);
  const requiresAction = outcome === 'requiresAction';
  return {
    operationId: state.id,
    status: requiresAction ? ('requiresAction' as const) : toOperationStatus(state),
    outcome: requiresAction ? ('requiresAction' as const) : outcome,
    hostedInvoiceUrl,
  };
}

function presentRow({ id, created, dueDate, ...row }: ListedInvoice): Omit<InvoiceRow, 'productName'> {
  return { stripeId: id, ...row, created: created.toISOString(), dueDate: dueDate?.toISOString() ?? null };
}

function presentInvoice(
  invoice: MirroredInvoice,
  locale: Locale,
): Omit<InvoiceDetail, 'discounts' | 'lines' | 'paidWith' | 'productName' | 'taxes'> {
  const { id, created, dueDate, number, description, total, currency, status, invoicePdf, hostedInvoiceUrl } = invoice;
  const { amountDue, amountPaid, amountRemaining } = invoice;
  const document = readInvoiceDocument(invoice.data);
  return {
    stripeId: id,
    number,
    description,
    total,
    currency,
    status,
    created: created.toISOString(),
    dueDate: dueDate?.toISOString() ?? null,
    invoicePdf,
    hostedInvoiceUrl,
    amountDue,
    amountPaid,
    amountRemaining,
    paid: status === 'paid',
    ...document,
    customFields: document.customFields.map((field) => nameCustomField(field, locale)),
  };
}

function presentLine(line: MirroredLine, words: LineWords): InvoiceDetail['lines']['items'][number] {
  const { description } = line;
  return {
    stripeId: line.id,
    description: description === null ? null : describeLine({ ...line, description }, words),
    quantity: line.quantity,
    unitPrice: line.unitAmount === null ? null : Math.round(Number(line.unitAmount)),
    amount: line.amount,
    periodStart: line.periodStart.toISOString(),
    periodEnd: line.periodEnd.toISOString(),
    isProration: line.isProration,
  };
}

function presentPending({ id, created, dueDate, ...row }: PendingRow): Omit<PendingInvoice, 'productName'> {
  return { stripeId: id, ...row, created: created.toISOString(), dueDate: dueDate?.toISOString() ?? null };
}
