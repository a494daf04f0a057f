import type { ShippingDetails } from '@portico/contract';
import type { Database } from '../../core/db/database.ts';
import { InvalidInputError } from '../../core/http/app-error.ts';
import type { Gateway, LineAmounts, PreviewLine } from '../../core/stripe/index.ts';
import { type CreditedInvoice, findCreditedInvoices } from '../invoices/credited.queries.ts';
import { findReturnedAmounts } from '../payments/charges.queries.ts';
import { isInvoiceUnpaid } from './facts.ts';
import { CreditAlreadyReturnedError, InvoiceUnpaidError } from './purchase.errors.ts';

interface PreviewedChange {
  readonly accountId: number;
  readonly customerId: string;
  readonly stripeSubscriptionId: string;
  readonly lines: readonly PreviewLine[];
  /** The requested address for tax. */
  readonly requested: ShippingDetails | undefined;
  /** The address of the account's last purchase, or null. */
  readonly last: ShippingDetails | null;
}

interface ReturnedInvoice extends CreditedInvoice {
  /** Cents of the invoice that were refunded, credited by notes or disputed. */
  readonly returned: number;
}

type CreditedInvoices = ReadonlyMap<string, ReturnedInvoice>;

interface CreditContext {
  readonly database: Database;
  readonly gateway: Pick<Gateway, 'mirror' | 'subscriptions'>;
}

/** The parts of an address that determine tax, as a comparable key. */
function taxAddressKey({ address }: ShippingDetails): string {
  return [address.country, address.state, address.postalCode, address.city]
    .map((part) => part?.trim() ?? '')
    .join('\n')
    .toLowerCase();
}

/** The sum of the charges for the time that a line credits; undefined if one of them is unknown. */
function findChargedAmounts({ credited }: PreviewLine, invoices: CreditedInvoices): LineAmounts | undefined {
  if (!credited || credited.lineIds.length === 0) return undefined;
  const whole = { net: 0, tax: 0, taxes: 0, total: 0 };
  for (const id of credited.lineIds) {
    const part = invoices.get(credited.invoiceId)?.lines.get(id);
    if (!part) return undefined;
    whole.net += part.net;
    whole.tax += part.tax;
    whole.taxes = Math.max(whole.taxes, part.taxes);
    whole.total += part.total;
  }
  return whole;
}

/** Whether a credit contains its share of the tax that was charged. Each tax and the discount are rounded to cents separately. */
function isTaxedAs(charged: LineAmounts, credit: PreviewLine): boolean {
  const share = charged.net === 0 ? 0 : (charged.tax * credit.net) / charged.net;
  return Math.abs(credit.tax - share) <= Math.max(charged.taxes, credit.taxes) + 1;
}

/**
 * Asserts that a change pays out at most the money that was received for unused time and not returned since.
 * - No credited invoice can still be paid (CRED-5). One that is unpaid in the mirror is fetched, because webhooks may be late.
 * - What the change credits beyond what it charges was received and kept (CRED-6). A change that charges more than it credits pays nothing out: it
 * charges what is added, even if the time was refunded or never paid.
 * - The credit contains the charged tax, because otherwise changing the address would pay out money (CRED-7). For an unknown invoice, the address must
 * be that of the last purchase (CRED-8).
 * @throws InvoiceUnpaidError; CreditAlreadyReturnedError; InvalidInputError for the address; UnavailableError if Stripe does not answer
 */
export async function assertCreditsWerePaid(context: CreditContext, change: PreviewedChange): Promise<void> {
  const { lines, requested, last } = change;
  const credits = lines.filter(({ net }) => net < 0);
  if (credits.length === 0) return;
  const ids = [...new Set(credits.flatMap(({ credited }) => credited?.invoiceId ?? []))];
  let invoices = await findReturnedInvoices(context, change);
  const isProven = (credit: PreviewLine) =>
    findChargedAmounts(credit, invoices) && invoices.get(credit.credited?.invoiceId ?? '')?.status === 'paid';
  if (!credits.every(isProven)) {
    await refreshInvoices(context, change, ids);
    invoices = await findReturnedInvoices(context, change);
  }
  if (ids.some((id) => mayStillBePaid(invoices.get(id)))) throw new InvoiceUnpaidError();
  assertKept(lines, invoices);
  const hasMoved = requested && last && taxAddressKey(requested) !== taxAddressKey(last);
  for (const credit of credits) {
    const charged = findChargedAmounts(credit, invoices);
    if (charged ? !isTaxedAs(charged, credit) : hasMoved)
      throw new InvalidInputError({ shippingDetails: [{ key: 'purchase.addressKept' }] });
  }
}

async function findReturnedInvoices(
  { database }: CreditContext,
  { customerId, stripeSubscriptionId }: PreviewedChange,
): Promise<CreditedInvoices> {
  const invoices = await findCreditedInvoices(database.query, customerId, stripeSubscriptionId);
  const intents = [...invoices.values()].flatMap(({ paymentIntentIds }) => paymentIntentIds);
  const returned = await findReturnedAmounts(database.query, intents);
  return new Map(
    [...invoices].map(([id, invoice]) => {
      const refunded = sum(invoice.paymentIntentIds.map((intent) => returned.get(intent) ?? 0));
      // A credit note and a refund may be for the same amount, so the larger of both counts as returned.
      return [id, { ...invoice, returned: Math.max(invoice.creditNotes, refunded) }];
    }),
  );
}

/**
 * Fetches and stores these invoices and the other unpaid invoices of the subscription.
 * @throws InvoiceUnpaidError
 */
async function refreshInvoices(
  { database, gateway }: CreditContext,
  { accountId, stripeSubscriptionId }: PreviewedChange,
  invoiceIds: readonly string[],
): Promise<void> {
  for (const invoice of await gateway.subscriptions.listUnpaid(stripeSubscriptionId))
    await gateway.mirror.storeInvoice(invoice);
  if (await isInvoiceUnpaid(database.query, accountId, [stripeSubscriptionId])) throw new InvoiceUnpaidError();
  for (const id of invoiceIds) await gateway.mirror.refresh('invoice', id);
}

function mayStillBePaid(invoice: ReturnedInvoice | undefined): boolean {
  return invoice?.status === 'open' || (invoice?.status === 'draft' && invoice.willBeFinalized);
}

/** @throws CreditAlreadyReturnedError if the change would pay out more than was kept for the time that it credits */
function assertKept(lines: readonly PreviewLine[], invoices: CreditedInvoices): void {
  const credits = lines.flatMap(({ total, credited }) =>
    total < 0 ? [{ invoiceId: credited?.invoiceId ?? '', amount: -total }] : [],
  );
  // Only what is added within the paid period may be set off against time that was not kept.
  const paidOut = -sum(lines.filter(({ isProration }) => isProration).map(({ total }) => total));
  if (paidOut > 0 && paidOut > sumKept(credits, invoices, new Map())) throw new CreditAlreadyReturnedError();
}

/** The part of credits that was received and not returned. Time that was not invoiced yet counts as kept. */
function sumKept(
  credits: CreditedInvoice['credits'],
  invoices: Parameters<typeof findKeptAmount>[1],
  known: Map<string, number>,
): number {
  const byInvoice = Map.groupBy(credits, ({ invoiceId }) => invoiceId);
  return sum(
    [...byInvoice].map(([id, its]) =>
      Math.min(sum(its.map(({ amount }) => amount)), findKeptAmount(id, invoices, known)),
    ),
  );
}

/**
 * Cents of an invoice that were received and not returned, with what it took over from the invoices that it credits.
 * @param known those that were calculated already
 */
export function findKeptAmount(
  id: string,
  invoices: ReadonlyMap<string, Pick<ReturnedInvoice, 'status' | 'total' | 'returned' | 'credits'>>,
  known: Map<string, number> = new Map(),
): number {
  const invoice = invoices.get(id);
  if (!invoice) return Number.POSITIVE_INFINITY;
  const received = invoice.status === 'paid' ? invoice.total : Math.min(0, invoice.total);
  const kept = known.get(id) ?? Math.max(0, received - invoice.returned + sumKept(invoice.credits, invoices, known));
  known.set(id, kept);
  return kept;
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0);
}
