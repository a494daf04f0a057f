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
 * Asserts that a change of a subscription credits unused time only once, and only if the time was paid.
 * - The time's invoice is paid (CRED-5). An invoice that is unpaid in the mirror is fetched, because webhooks may be late.
 * - Refunded, disputed or already credited amounts of that invoice are not credited again (CRED-6).
 * - The credit contains the charged tax, because otherwise changing the address would pay out money (CRED-7). For an unknown invoice, the address must
 * be that of the last purchase (CRED-8).
 * @throws InvoiceUnpaidError; CreditAlreadyReturnedError; InvalidInputError for the address; UnavailableError if Stripe does not answer
 */
export async function assertCreditsWerePaid(context: CreditContext, change: PreviewedChange): Promise<void> {
  const { customerId, lines, requested, last } = change;
  const credits = lines.filter(({ net }) => net < 0);
  if (credits.length === 0) return;
  const ids = [...new Set(credits.flatMap(({ credited }) => credited?.invoiceId ?? []))];
  let invoices = await findReturnedInvoices(context, customerId, ids);
  const isProven = (credit: PreviewLine) =>
    findChargedAmounts(credit, invoices) && invoices.get(credit.credited?.invoiceId ?? '')?.status === 'paid';
  if (!credits.every(isProven)) {
    await refreshInvoices(context, change, ids);
    invoices = await findReturnedInvoices(context, customerId, ids);
  }
  for (const [id, invoice] of invoices) {
    const ofInvoice = credits.filter(({ credited }) => credited?.invoiceId === id);
    assertPaidAndNotReturned(invoice, -sum(ofInvoice.map(({ total }) => total)));
  }
  const hasMoved = requested && last && taxAddressKey(requested) !== taxAddressKey(last);
  for (const credit of credits) {
    const charged = findChargedAmounts(credit, invoices);
    if (charged ? !isTaxedAs(charged, credit) : hasMoved)
      throw new InvalidInputError({ shippingDetails: [{ key: 'purchase.addressKept' }] });
  }
}

async function findReturnedInvoices(
  { database }: CreditContext,
  customerId: string,
  ids: readonly string[],
): Promise<CreditedInvoices> {
  const invoices = await findCreditedInvoices(database.query, customerId, ids);
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

/** @param credited cents of the invoice that the change credits */
function assertPaidAndNotReturned({ status, lines, returned }: ReturnedInvoice, credited: number): void {
  if (status === 'open' || status === 'draft') throw new InvoiceUnpaidError();
  const charged = sum([...lines.values()].map(({ total }) => total));
  if (status !== 'paid' || (returned > 0 && credited + returned > charged)) throw new CreditAlreadyReturnedError();
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0);
}
