import type { ShippingDetails } from '@portico/contract';
import type { Database } from '../../db/database.ts';
import { InvalidInputError } from '../../http/app-error.ts';
import type { Gateway, LineAmounts, PreviewLine } from '../../stripe/index.ts';
import { type CreditedInvoice, findCreditedInvoices } from '../invoices/index.ts';
import { findReturnedAmounts } from '../payments/index.ts';
import { isInvoiceUnpaid } from './facts.ts';
import { CreditAlreadyReturnedError, InvoiceUnpaidError } from './purchase.errors.ts';

/** A change by its preview. */
interface PreviewedChange {
  readonly accountId: number;
  readonly customerId: string;
  readonly stripeSubscriptionId: string;
  readonly lines: readonly PreviewLine[];
  /** The address that tax is calculated by. */
  readonly asked: ShippingDetails | undefined;
  /** That of the account's last purchase; null where there was none. */
  readonly last: ShippingDetails | null;
}

interface ReturnedInvoice extends CreditedInvoice {
  /** Cents that were refunded, credited by notes, or taken back by a bank since. */
  readonly returned: number;
}

type CreditedInvoices = ReadonlyMap<string, ReturnedInvoice>;

interface CreditContext {
  readonly database: Database;
  readonly gateway: Pick<Gateway, 'mirror' | 'subscriptions'>;
}

/** The part of an address that decides tax. */
function placeOf({ address }: ShippingDetails): string {
  return [address.country, address.state, address.postalCode, address.city]
    .map((part) => part?.trim() ?? '')
    .join('\n')
    .toLowerCase();
}

/** Sums up what was charged for the time that a line credits; undefined where a part of it is not known. */
function amountsCharged({ credited }: PreviewLine, invoices: CreditedInvoices): LineAmounts | undefined {
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

/** Whether a credit has its share of the tax that was charged. Amounts are rounded to cents, each tax and the discount for itself. */
function isTaxedAs(charged: LineAmounts, credit: PreviewLine): boolean {
  const share = charged.net === 0 ? 0 : (charged.tax * credit.net) / charged.net;
  return Math.abs(credit.tax - share) <= Math.max(charged.taxes, credit.taxes) + 1;
}

/**
 * A change credits what is left of time that was invoiced: once, and only what was paid for it.
 * - Its invoice is paid (CRED-5). What the mirror does not know as paid is fetched from Stripe, as webhooks may lag.
 * - What was refunded of that invoice, credited by notes or taken back by a bank, is not credited again (CRED-6). A small refund leaves room once as
 *   much of the time has passed.
 * - The credit carries the tax that was charged: else moving to and fro between addresses would pay (CRED-7). Where the invoice is not known, the
 *   address has to be that of the last purchase (CRED-8).
 * @throws InvoiceUnpaidError; CreditAlreadyReturnedError; InvalidInputError for the address; UnavailableError when Stripe does not answer.
 */
export async function assertCreditsWerePaid(context: CreditContext, change: PreviewedChange): Promise<void> {
  const { customerId, lines, asked, last } = change;
  const credits = lines.filter(({ net }) => net < 0);
  if (credits.length === 0) return;
  const ids = [...new Set(credits.flatMap(({ credited }) => credited?.invoiceId ?? []))];
  let invoices = await findReturnedInvoices(context, customerId, ids);
  const isProven = (credit: PreviewLine) =>
    amountsCharged(credit, invoices) && invoices.get(credit.credited?.invoiceId ?? '')?.status === 'paid';
  if (!credits.every(isProven)) {
    await refreshInvoices(context, change, ids);
    invoices = await findReturnedInvoices(context, customerId, ids);
  }
  for (const [id, invoice] of invoices) {
    const given = credits.filter(({ credited }) => credited?.invoiceId === id);
    assertPaidAndNotReturned(invoice, -sum(given.map(({ total }) => total)));
  }
  const hasMoved = asked && last && placeOf(asked) !== placeOf(last);
  for (const credit of credits) {
    const charged = amountsCharged(credit, invoices);
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
      // A credit note may be what a refund was made for: the larger of both is what was returned for certain.
      return [id, { ...invoice, returned: Math.max(invoice.creditNotes, refunded) }];
    }),
  );
}

/** Stores what Stripe says of invoices, and of what else of the subscription is not paid. @throws InvoiceUnpaidError */
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

/** @param given cents of the invoice that are to be credited. */
function assertPaidAndNotReturned({ status, lines, returned }: ReturnedInvoice, given: number): void {
  if (status === 'open' || status === 'draft') throw new InvoiceUnpaidError();
  const charged = sum([...lines.values()].map(({ total }) => total));
  if (status !== 'paid' || (returned > 0 && given + returned > charged)) throw new CreditAlreadyReturnedError();
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0);
}
