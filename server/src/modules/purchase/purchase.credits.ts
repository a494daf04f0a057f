import type { ShippingDetails } from '@portico/contract';
import type { Database } from '../../db/database.ts';
import { InvalidInputError } from '../../http/app-error.ts';
import type { Gateway, LineAmounts, PreviewLine } from '../../stripe/index.ts';
import { type ChargingInvoice, findCharging } from './credits.queries.ts';
import { InvoiceUnpaidError, MoneyReturnedError } from './purchase.errors.ts';
import { isInvoiceOwed } from './unpaid.queries.ts';

/** A change, by what its preview says. */
interface PreviewedChange {
  readonly accountId: number;
  readonly customerId: string;
  readonly stripeSubscriptionId: string;
  readonly lines: readonly PreviewLine[];
  /** The address that it is reckoned at. */
  readonly asked: ShippingDetails | undefined;
  /** That of the account's last purchase; null where there was none. */
  readonly last: ShippingDetails | null;
}

type Charging = ReadonlyMap<string, ChargingInvoice>;

interface Dependencies {
  readonly database: Database;
  readonly gateway: Gateway;
}

/** What of an address tax goes by. */
function placeOf({ address }: ShippingDetails): string {
  return [address.country, address.state, address.postalCode, address.city]
    .map((part) => part?.trim() ?? '')
    .join('\n')
    .toLowerCase();
}

/** Sums up what was charged of the time that a credit gives back; undefined where a part of it is not known. */
function chargedFor({ credited }: PreviewLine, charging: Charging): LineAmounts | undefined {
  if (!credited || credited.lineIds.length === 0) return undefined;
  const whole = { net: 0, tax: 0, taxes: 0, total: 0 };
  for (const id of credited.lineIds) {
    const part = charging.get(credited.invoiceId)?.lines.get(id);
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
 * A change gives back what is left of time that was invoiced. It may be given back once, and only what was paid for it:
 * - Its invoice is paid. What the mirror does not know as paid is looked up at Stripe, as webhooks may lag.
 * - What was refunded of that invoice, credited by notes or taken back by a bank, is not given back again. A small refund out of kindness leaves room
 *   once as much of the time has gone by.
 * - The credit carries the tax that was charged: at another tax it would be more or less than was paid, and whoever moves their address to and fro would
 *   be paid for it. Where the invoice is not known, the address has to be that of the last purchase.
 * @throws InvoiceUnpaidError; MoneyReturnedError; InvalidInputError for the address; UnavailableError where Stripe is to be asked and does not answer.
 */
export async function requireOwnMoney(dependencies: Dependencies, change: PreviewedChange): Promise<void> {
  const { database } = dependencies;
  const { customerId, lines, asked, last } = change;
  const credits = lines.filter(({ net }) => net < 0);
  if (credits.length === 0) return;
  const invoiceIds = [...new Set(credits.flatMap(({ credited }) => credited?.invoiceId ?? []))];
  let charging = await findCharging(database.query, customerId, invoiceIds);
  const isProven = (credit: PreviewLine) =>
    chargedFor(credit, charging) && charging.get(credit.credited?.invoiceId ?? '')?.status === 'paid';
  if (!credits.every(isProven)) {
    await askStripe(dependencies, change, invoiceIds);
    charging = await findCharging(database.query, customerId, invoiceIds);
  }
  for (const [id, invoice] of charging) {
    const given = credits.filter(({ credited }) => credited?.invoiceId === id);
    requirePaidAndKept(invoice, -sum(given.map(({ total }) => total)));
  }
  const hasMoved = asked && last && placeOf(asked) !== placeOf(last);
  for (const credit of credits) {
    const charged = chargedFor(credit, charging);
    if (charged ? !isTaxedAs(charged, credit) : hasMoved)
      throw new InvalidInputError({ shippingDetails: [{ key: 'purchase.addressKept' }] });
  }
}

/** Takes in what Stripe says of invoices, and of what else of the subscription is not paid. @throws InvoiceUnpaidError */
async function askStripe(
  { database, gateway }: Dependencies,
  { accountId, stripeSubscriptionId }: PreviewedChange,
  invoiceIds: readonly string[],
): Promise<void> {
  for (const invoice of await gateway.subscriptions.listUnpaid(stripeSubscriptionId))
    await gateway.mirror.storeInvoice(invoice);
  if (await isInvoiceOwed(database.query, accountId, [stripeSubscriptionId])) throw new InvoiceUnpaidError();
  for (const id of invoiceIds) await gateway.mirror.refresh('invoice', id);
}

/** @param given cents that are to be given back of it. */
function requirePaidAndKept({ status, lines, returned }: ChargingInvoice, given: number): void {
  if (status === 'open' || status === 'draft') throw new InvoiceUnpaidError();
  const charged = sum([...lines.values()].map(({ total }) => total));
  if (status !== 'paid' || (returned > 0 && given + returned > charged)) throw new MoneyReturnedError();
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0);
}
