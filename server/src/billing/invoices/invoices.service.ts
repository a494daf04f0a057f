import type { InvoiceRow, invoices, Locale, ResponseOf } from '@portico/contract';
import { findCompany } from '../../accounts/index.ts';
import type { CatalogReader, Product } from '../../catalog/index.ts';
import type { Queryable } from '../../core/db/database.ts';
import { NotFoundError } from '../../core/http/app-error.ts';
import { defineLimit } from '../../core/http/limits.ts';
import { listAnswer } from '../../core/http/list-answer.ts';
import type { RequestContext } from '../../core/http/request-context.ts';
import { localize } from '../../core/messages/index.ts';
import { makeChange, type OperationState, toOperationStatus } from '../../core/operations/index.ts';
import { cardBrand } from '../../core/stripe/index.ts';
import { findSubscription } from '../subscriptions/subscriptions.queries.ts';
import { listTimeline, type TimelineOptions } from '../timeline/timeline.service.ts';
import { nameDiscounts } from './discounts.ts';
import { type InvoiceFilter, isFiltered, type ResolvedFilter, resolveFilter } from './filter.rules.ts';
import { listFilteredInvoices } from './filtered.queries.ts';
import type { InvoicesContext } from './invoices.context.ts';
import { InvoiceNotPayableError } from './invoices.errors.ts';
import { type PayRequest, payInvoiceOperation, payOutcome } from './invoices.operations.ts';
import {
  forUser,
  hidePaymentPage,
  presentInvoice,
  presentLine,
  presentPending,
  presentRow,
} from './invoices.presentation.ts';
import { describeInvoice, describeLine, type LineNames } from './invoices.preview.ts';
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
  type MirroredInvoice,
} from './invoices.queries.ts';
import { listPendingInvoices, listPendingItems } from './pending.queries.ts';
import { nameTaxes } from './tax-rates.ts';

/** The maximum number of pending items that are shown. */
const maxPendingItems = 100;

/**
 * The maximum number of invoices that an account may charge or send per hour (LIM-8). Each attempt may charge a card
 * or send an email.
 */
export const collectionLimit = defineLimit('invoice-collection', 20, 3_600);

/** The maximum number of documents that an account may fetch per hour (LIM-8). */
const documentLimit = defineLimit('invoice-document', 300, 3_600);

export type InvoiceRequestContext = InvoicesContext & RequestContext;

interface Page {
  readonly page: number;
  readonly pageSize: number;
}

export async function listInvoices(
  context: InvoiceRequestContext,
  { text, status, productId, createdFrom, createdBefore, ...options }: InvoiceListOptions & InvoiceFilter,
): Promise<ResponseOf<typeof invoices.list>> {
  const { database, session } = context;
  const { customerId } = session.account;
  if (customerId === null) return listAnswer([], 0, options);
  const filter = { text, status, productId, createdFrom, createdBefore };
  if (isFiltered(filter)) {
    const resolved = await resolveInvoiceFilter(context, filter);
    const { items, total, sums } = await listFilteredInvoices(database.query, customerId, options, resolved);
    return { ...listAnswer(await presentRows(context, items), total, options), sums };
  }
  const { items, total, catalogVersion } = await listInvoiceRows(database, customerId, options);
  if (catalogVersion === undefined) return listAnswer([], 0, options);
  const catalog = await context.catalog.at(catalogVersion);
  const names = await findLineNames({ catalog, locale: context.locale }, items);
  return listAnswer(
    items.map(({ stripePriceId, lineAmount, isProration, ...row }) => {
      const line = { stripePriceId, lineAmount, isProration };
      return forUser(session, { ...row, ...describeByLine(row.description, line, names) });
    }),
    total,
    options,
  );
}

export async function resolveInvoiceFilter(
  { catalog, locale }: InvoiceRequestContext,
  filter: InvoiceFilter,
): Promise<ResolvedFilter> {
  const [products, prices] = await Promise.all([catalog.findProducts(), catalog.findSoldPrices()]);
  return resolveFilter(filter, { products, prices, locale });
}

/** @throws NotFoundError also for another account's subscription */
export async function listInvoicesForSubscription(
  context: InvoiceRequestContext,
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

async function presentRows(context: InvoiceRequestContext, rows: readonly ListedInvoice[]): Promise<InvoiceRow[]> {
  const descriptions = await describeRows(context, rows);
  return rows.map((row) =>
    forUser(context.session, { ...presentRow(row), ...(descriptions.get(row.id) ?? noDescription) }),
  );
}

export type InvoiceDescription = Pick<InvoiceRow, 'description' | 'productName'>;

const noDescription: InvoiceDescription = { description: null, productName: null };

/** The catalog's description of each invoice, by the invoice's id (INV-19). */
export async function describeRows(
  context: InvoiceRequestContext,
  rows: readonly Pick<ListedInvoice, 'id' | 'description'>[],
): Promise<ReadonlyMap<string, InvoiceDescription>> {
  const lines = await findFirstLines(
    context.database.query,
    rows.map(({ id }) => id),
  );
  const names = await findLineNames(context, [...lines.values()]);
  return new Map(rows.map(({ id, description }) => [id, describeByLine(description, lines.get(id), names)]));
}

function describeByLine(description: string | null, line: FirstLine | undefined, names: LineNames): InvoiceDescription {
  const product = findLineProduct(line, names);
  return {
    description: describeInvoice(description, line, names),
    productName: product ? localize(product.displayName, names.locale) : null,
  };
}

function findLineProduct(line: FirstLine | undefined, { prices, products }: LineNames): Product | undefined {
  const price = line?.stripePriceId ? prices.get(line.stripePriceId) : undefined;
  return price && products.get(price.productId);
}

interface NameSource {
  readonly catalog: Pick<CatalogReader, 'findByStripePrice' | 'findProducts'>;
  readonly locale: Locale;
}

async function findLineNames(
  { catalog, locale }: NameSource,
  lines: readonly { readonly stripePriceId: string | null }[],
): Promise<LineNames> {
  const [products, prices] = await Promise.all([
    catalog.findProducts(),
    catalog.findByStripePrice(lines.flatMap(({ stripePriceId }) => stripePriceId ?? [])),
  ]);
  return { products, prices, locale };
}

/** @throws NotFoundError also for another account's invoice */
export async function getInvoice(
  context: InvoiceRequestContext,
  invoiceId: string,
  options: Page,
): Promise<ResponseOf<typeof invoices.getDetails>> {
  const { database, session } = context;
  const invoice = await getOwnInvoice(database.query, session, invoiceId);
  const [{ items, total }, first, card, [discounts = []], taxes] = await Promise.all([
    listLines(database.query, invoiceId, options),
    findFirstLines(database.query, [invoiceId]),
    listPaymentsOfInvoice(database.query, invoiceId).then((ids) => context.findPaidWith(database.query, ids)),
    nameDiscounts(database.query, context.catalog, [invoice.data], context.locale),
    nameTaxes(database, invoice.data, context.locale),
  ]);
  const names = await findLineNames(context, [...items, ...first.values()]);
  const lines = listAnswer(
    items.map((line) => presentLine(line, names)),
    total,
    options,
  );
  const line = first.get(invoiceId);
  const paidWith = card ? { brand: cardBrand(card.brand), last4: card.last4 } : null;
  return forUser(session, {
    ...presentInvoice(invoice, context.locale),
    ...describeByLine(invoice.description, line, names),
    productId: findLineProduct(line, names)?.id ?? null,
    paidWith,
    discounts,
    taxes,
    lines,
  });
}

/**
 * The document of an invoice, for all users who may see invoices (INV-22). Its URL at Stripe also leads to the payment page, so it is not passed on
 * (ACC-15).
 * @throws NotFoundError also for another account's invoice, or without a document; UnavailableError if Stripe does not answer
 */
export async function readInvoicePdf(
  { database, gateway, session, accountId }: InvoiceRequestContext,
  invoiceId: string,
): Promise<{ file: Buffer; name: string }> {
  const { number, invoicePdf } = await getOwnInvoice(database.query, session, invoiceId);
  if (invoicePdf === null) throw new NotFoundError();
  await documentLimit.take(database, accountId);
  return { file: await gateway.invoicePdfs.read(invoiceId), name: number ?? invoiceId };
}

/** @throws NotFoundError also for another account's invoice */
export async function listInvoiceEvents(
  context: InvoiceRequestContext,
  invoiceId: string,
  options: TimelineOptions,
): Promise<ResponseOf<typeof invoices.listEvents>> {
  const { database, session } = context;
  await getOwnInvoice(database.query, session, invoiceId);
  return listTimeline(context, [invoiceId, ...(await listPaymentsOfInvoice(database.query, invoiceId))], options);
}

/** Drafts, open invoices and pending items (INV-7). */
export async function listPending(
  context: InvoiceRequestContext,
  options: Page & { readonly order: 'asc' | 'desc' },
): Promise<ResponseOf<typeof invoices.listPending>> {
  const { database, session } = context;
  const { customerId } = session.account;
  if (customerId === null) return { ...listAnswer([], 0, options), pendingItems: [], pendingItemsTotal: 0 };
  const [{ items, total }, pendingItems, { name: accountName }] = await Promise.all([
    listPendingInvoices(database.query, customerId, options),
    listPendingItems(database, customerId, maxPendingItems),
    findCompany(database, session.account.companyId),
  ]);
  const lines = await findFirstLines(
    database.query,
    items.map(({ id }) => id),
  );
  const names = await findLineNames(context, [...lines.values(), ...pendingItems]);
  return {
    ...listAnswer(
      items.map((row) => {
        const described = describeByLine(row.description, lines.get(row.id), names);
        return hidePaymentPage(session, { ...presentPending(row), accountName, ...described });
      }),
      total,
      options,
    ),
    pendingItems: pendingItems.map(({ id, created, amount, currency, description, ...item }) => ({
      stripeId: id,
      description: description === null ? null : describeLine({ ...item, description, amount }, names),
      amount,
      currency,
      created: created.toISOString(),
    })),
    pendingItemsTotal: pendingItems[0]?.sum ?? 0,
  };
}

/**
 * Charges an open invoice or sends it to the customer (INV-5).
 * @throws NotFoundError; InvoiceNotPayableError unless it is open; CardError if the card is declined and the invoice stays open;
 * ChangeUnderWayError.
 */
export async function sendToPay(
  { database, operations, session, accountId, actor }: InvoiceRequestContext,
  invoiceId: string,
): Promise<ResponseOf<typeof invoices.sendToPay>> {
  const { status } = await getOwnInvoice(database.query, session, invoiceId);
  if (status !== 'open') throw new InvoiceNotPayableError();
  await collectionLimit.take(database, accountId);
  const request: PayRequest = { invoiceId };
  const { kind } = payInvoiceOperation;
  const change = { accountId, userId: session.user.id, kind, subject: invoiceId, request, actor };
  return presentPayment(await makeChange(operations, change));
}

/** Gets an invoice of the session's account (ACC-10). @throws NotFoundError */
export async function getOwnInvoice(
  on: Queryable,
  { account: { customerId } }: RequestContext['session'],
  invoiceId: string,
): Promise<MirroredInvoice> {
  const found = customerId === null ? undefined : await findInvoice(on, customerId, invoiceId);
  if (!found) throw new NotFoundError();
  return found;
}

/**
 * The portal settles a payment that requires authentication; the cardholder continues on the invoice's page at
 * Stripe.
 */
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
