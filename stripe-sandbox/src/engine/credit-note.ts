import type Stripe from 'stripe';
import { invalidRequest } from '../errors.ts';
import { idOf, newId } from '../ids.ts';
import { ALL } from '../storage/select.ts';
import type { Work } from '../storage/work.ts';
import { decimalText, formatMoney } from './money.ts';
import { taxRatesOf } from './tax-rates.ts';
import { sum } from './totals.ts';

/** A line of a credit note as a call describes it. Amounts in cents. */
export interface GivenCreditLine {
  type: 'invoice_line_item' | 'custom_line_item';
  amount?: number | undefined;
  description?: string | undefined;
  invoice_line_item?: string | undefined;
  metadata?: Record<string, string> | undefined;
  quantity?: number | undefined;
  tax_amounts?: { amount: number; tax_rate: string; taxable_amount: number }[] | null | undefined;
  unit_amount?: number | undefined;
  unit_amount_decimal?: string | undefined;
}

/** States of an invoice that can be credited (STR-8). Assumed: not documented by Stripe. */
const CREDITABLE = ['open', 'paid', 'uncollectible'];

/** Credit notes of an invoice that are not void. */
export async function issuedNotes(work: Work, invoice: Stripe.Invoice): Promise<Stripe.CreditNote[]> {
  return work.list('credit_note', { related: [invoice.id], match: { status: 'issued' }, limit: ALL });
}

/**
 * The lines of a credit note. Discounts and taxes follow the invoice's line: several notes over one line together
 * return exactly its amount. Throws Stripe's errors for lines that are not on the invoice.
 */
export async function creditLines(
  work: Work,
  invoice: Stripe.Invoice,
  given: { amount?: number | undefined; lines?: GivenCreditLine[] | undefined },
): Promise<Stripe.CreditNoteLineItem[]> {
  if (!CREDITABLE.includes(invoice.status ?? '')) {
    throw invalidRequest(
      `You can only create a credit note for an open, paid or uncollectible invoice. This invoice is ${invoice.status}.`,
      { param: 'invoice' },
    );
  }
  if ((given.amount === undefined) === (given.lines === undefined)) {
    throw invalidRequest('You must pass exactly one of `amount` or `lines`.', {
      code: 'parameter_missing',
      param: 'amount',
    });
  }
  if (given.lines === undefined) {
    return [
      creditLine({ amount: given.amount ?? 0, description: `Credit for invoice ${invoice.number}`, quantity: 1 }),
    ];
  }
  const earlier = (await issuedNotes(work, invoice)).flatMap(({ lines }) => lines.data);
  const lines: Stripe.CreditNoteLineItem[] = [];
  for (const [index, one] of given.lines.entries()) {
    const line =
      one.type === 'custom_line_item'
        ? customLine(one, `lines[${index}]`)
        : partOfLine(invoice, one, [...earlier, ...lines], `lines[${index}]`);
    if (one.tax_amounts) line.taxes = one.tax_amounts.map((tax) => givenTax(tax));
    line.tax_rates = await taxRatesOf(
      work,
      (line.taxes ?? []).map((tax) => tax.tax_rate_details?.tax_rate ?? ''),
      `lines[${index}][tax_amounts]`,
    );
    lines.push(line);
  }
  return lines;
}

function customLine(one: GivenCreditLine, path: string): Stripe.CreditNoteLineItem {
  const unit = one.unit_amount_decimal ?? (one.unit_amount === undefined ? undefined : String(one.unit_amount));
  const missing = unit === undefined ? 'unit_amount' : one.description === undefined ? 'description' : null;
  if (missing !== null) {
    throw invalidRequest(`Missing required param: ${path}[${missing}].`, {
      code: 'parameter_missing',
      param: `${path}[${missing}]`,
    });
  }
  const quantity = one.quantity ?? 1;
  return {
    ...creditLine({ amount: Math.round(Number(unit) * quantity), description: one.description ?? '', quantity }),
    metadata: one.metadata ?? {},
    unit_amount: Number.isInteger(Number(unit)) ? Number(unit) : null,
    unit_amount_decimal: decimalText(unit ?? '0'),
  };
}

/** Part of an invoice's line, with its share of discounts and taxes after `earlier` credits. */
function partOfLine(
  invoice: Stripe.Invoice,
  one: GivenCreditLine,
  earlier: Stripe.CreditNoteLineItem[],
  path: string,
): Stripe.CreditNoteLineItem {
  const line = invoice.lines.data.find(({ id }) => id === one.invoice_line_item);
  if (line === undefined) {
    throw invalidRequest(`No such invoice line item: '${one.invoice_line_item ?? ''}'`, {
      code: 'resource_missing',
      param: `${path}[invoice_line_item]`,
    });
  }
  const before = earlier.filter(({ invoice_line_item: id }) => id === line.id);
  const credited = sum(before.map(({ amount }) => amount));
  const amount = amountOfPart(line, one, credited);
  if (amount < 0 || credited + amount > line.amount) {
    throw invalidRequest(
      `The amount to credit (${formatMoney(amount, invoice.currency)}) is more than what is left of the line (${formatMoney(line.amount - credited, invoice.currency)}).`,
      { param: `${path}[amount]` },
    );
  }
  const { discounts, taxes } = sharesOf(line, before, credited + amount);
  return {
    ...creditLine({
      amount,
      description: one.description ?? line.description,
      quantity: one.quantity ?? line.quantity,
    }),
    discount_amount: sum(discounts.map((discount) => discount.amount)),
    discount_amounts: discounts,
    invoice_line_item: line.id,
    metadata: one.metadata ?? {},
    taxes,
    type: 'invoice_line_item',
  };
}

/** The credited amount of a line: the given amount, the amount of the given quantity, or the rest. */
function amountOfPart(line: Stripe.InvoiceLineItem, one: GivenCreditLine, credited: number): number {
  if (one.amount !== undefined) return one.amount;
  if (one.quantity === undefined || line.quantity === null) return line.amount - credited;
  return Math.round((line.amount * one.quantity) / Math.max(1, line.quantity));
}

/** The discounts and taxes of a credit that raises the total credited amount of a line to `credited`. */
function sharesOf(line: Stripe.InvoiceLineItem, before: Stripe.CreditNoteLineItem[], credited: number) {
  // The share of all credits so far, less the shares of earlier ones, so that the last credit takes the last cent.
  const share = (whole: number, taken: number) =>
    line.amount === 0 ? 0 : Math.round((whole * credited) / line.amount) - taken;
  const discounts = (line.discount_amounts ?? []).map((granted) => ({
    amount: share(
      granted.amount,
      sum(
        before.map((note) => note.discount_amounts.find(({ discount }) => discount === granted.discount)?.amount ?? 0),
      ),
    ),
    discount: granted.discount,
  }));
  const taxes = (line.taxes ?? []).map((tax) => {
    const takenOf = (name: 'amount' | 'taxable_amount') =>
      sum(
        before.map(
          (note) =>
            (note.taxes ?? []).find((taken) => taken.tax_rate_details?.tax_rate === tax.tax_rate_details?.tax_rate)?.[
              name
            ] ?? 0,
        ),
      );
    return {
      ...tax,
      amount: share(tax.amount, takenOf('amount')),
      taxable_amount: share(tax.taxable_amount ?? 0, takenOf('taxable_amount')),
    };
  });
  return { discounts, taxes };
}

function givenTax(tax: { amount: number; tax_rate: string; taxable_amount: number }): Stripe.CreditNoteLineItem.Tax {
  return {
    amount: tax.amount,
    tax_behavior: 'exclusive',
    tax_rate_details: { tax_rate: tax.tax_rate },
    taxability_reason: 'not_available',
    taxable_amount: tax.taxable_amount,
    type: 'tax_rate_details',
  };
}

function creditLine(given: { amount: number; description: string | null; quantity: number | null }) {
  return {
    id: newId('cnli'),
    object: 'credit_note_line_item',
    amount: given.amount,
    description: given.description,
    discount_amount: 0,
    discount_amounts: [],
    livemode: false,
    metadata: {},
    pretax_credit_amounts: [],
    quantity: given.quantity,
    tax_rates: [],
    taxes: [],
    type: 'custom_line_item',
    unit_amount: null,
    unit_amount_decimal: null,
  } satisfies Stripe.CreditNoteLineItem as Stripe.CreditNoteLineItem;
}

/** The totals of a credit note. Amounts in cents. */
export function creditTotals(lines: Stripe.CreditNoteLineItem[]) {
  const subtotal = sum(lines.map(({ amount }) => amount));
  const discount = sum(lines.map(({ discount_amount }) => discount_amount));
  const taxes = lines.flatMap((line) => line.taxes ?? []);
  const exclusive = sum(taxes.filter((tax) => tax.tax_behavior !== 'inclusive').map(({ amount }) => amount));
  const inclusive = sum(taxes.filter((tax) => tax.tax_behavior === 'inclusive').map(({ amount }) => amount));
  const discounts = new Map<string, number>();
  for (const { discount: reference, amount } of lines.flatMap((line) => line.discount_amounts)) {
    const id = idOf(reference);
    discounts.set(id, (discounts.get(id) ?? 0) + amount);
  }
  const byRate = new Map<string, Stripe.CreditNoteLineItem.Tax>();
  for (const tax of taxes) {
    const key = `${tax.tax_rate_details?.tax_rate} ${tax.tax_behavior} ${tax.taxability_reason}`;
    const known = byRate.get(key);
    byRate.set(key, {
      ...tax,
      amount: tax.amount + (known?.amount ?? 0),
      taxable_amount: (tax.taxable_amount ?? 0) + (known?.taxable_amount ?? 0),
    });
  }
  return {
    subtotal,
    discount,
    discounts: [...discounts].map(([id, amount]) => ({ amount, discount: id })),
    inclusive,
    exclusive,
    taxes: [...byRate.values()],
    total: subtotal - discount + exclusive,
  };
}
