import type { Locale, SignUpReceipt } from '@portico/contract';
import {
  describeMailedLines,
  findCardsById,
  findMailedInvoice,
  nameTaxes,
  type PurchaseOutcome,
} from '../../billing/index.ts';
import type { Catalog, Product } from '../../catalog/index.ts';
import type { Database } from '../../core/db/database.ts';
import { brandName, localize } from '../../core/messages/index.ts';
import { findOperation } from '../../core/operations/index.ts';
import { findLicense, listLicenseIds } from '../../licensing/index.ts';
import type { Outcome } from './outcomes.queries.ts';
import { registrationOutcome, registrationRequest } from './registration.schema.ts';
import { findAccountRegistration } from './registrations.queries.ts';

export interface ReceiptContext {
  readonly database: Database;
  readonly catalog: Pick<Catalog, 'findProducts' | 'findByStripePrice'>;
}

/** The receipt of a registration (SIGN-50); null for a known address, and until the payment is settled. */
export async function findReceipt(
  context: ReceiptContext,
  { accountId }: Pick<Outcome, 'accountId'>,
  locale: Locale,
): Promise<SignUpReceipt | null> {
  const { database, catalog } = context;
  const registration = accountId === null ? undefined : await findAccountRegistration(database.query, accountId);
  if (accountId === null || registration?.state !== 'succeeded' || registration.operationId === null) return null;
  const operation = await findOperation(database.query, registration.operationId, accountId);
  if (!operation) return null;
  const { purchase } = registrationRequest.parse(operation.request);
  const paid = registrationOutcome.parse(operation.result).purchase;
  if (!purchase || !paid || paid.amountPaid === 0) return null;
  const product = (await catalog.findProducts()).get(purchase.productId);
  const { nextPaymentDate, recurringTotal, planId } = purchase.quoted;
  const plan = product?.plans.find(({ id }) => id === planId);
  const invoice = await describeInvoice(context, paid, locale);
  const [card] = await findCardsById(database.query, purchase.paymentMethodId ? [purchase.paymentMethodId] : []);
  const license = await findNewLicense(database, accountId, purchase.productId);
  return {
    amountPaid: paid.amountPaid,
    currency: plan?.pricePlans[0]?.currency ?? 'usd',
    ...invoice,
    paidAt: (invoice.paidAt ?? registration.settledAt ?? registration.createdAt).toISOString(),
    card: card ? { brand: brandName(card.brand), last4: card.last4 } : null,
    url: paid.receiptUrl,
    nextCharge: nextPaymentDate === null ? null : { at: nextPaymentDate, amount: recurringTotal },
    license: license?.serialNumber ?? null,
    countsDevices: license !== undefined && product !== undefined && product.licensingType !== 'None',
    productPage: product ? findProductPage(product, locale) : null,
  };
}

/** The invoice's number and lines, if the payment provider has reported them. */
async function describeInvoice({ database, catalog }: ReceiptContext, paid: PurchaseOutcome, locale: Locale) {
  const id = paid.stripeInvoiceId;
  const invoice = id === null ? undefined : await findMailedInvoice(database.query, id);
  if (!invoice) return { number: null, paidAt: null, lines: [], discount: 0, taxes: [] };
  const [lines, taxes] = await Promise.all([
    describeMailedLines(catalog, invoice.lines, locale),
    nameTaxes(database, invoice.data, locale),
  ]);
  return { number: invoice.number, paidAt: invoice.createdAt, lines, discount: invoice.discount, taxes };
}

async function findNewLicense({ query }: Database, accountId: number, productId: string) {
  const [id] = await listLicenseIds(query, accountId, productId);
  return id === undefined ? undefined : findLicense(query, accountId, id);
}

/** The page that the first steps open, too (SIGN-26). */
function findProductPage(product: Product, locale: Locale): SignUpReceipt['productPage'] {
  const { url, urlCaption, displayType, disabled, version } = product;
  if (url === null || displayType === 'Subscribe' || disabled) return null;
  return { url, caption: urlCaption && localize(urlCaption, locale), version };
}
