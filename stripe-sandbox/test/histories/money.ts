import type Stripe from 'stripe';
import { expect } from 'vitest';

const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0);

async function all<T>(pages: AsyncIterable<T>): Promise<T[]> {
  const whole: T[] = [];
  for await (const one of pages) whole.push(one);
  return whole;
}

/** Reads all objects of a customer and checks that every cent is accounted for. Amounts in cents. */
export async function expectConservation(stripe: Stripe, id: string): Promise<void> {
  const customer = (await stripe.customers.retrieve(id)) as Stripe.Customer;
  const [invoices, changes, charges, refunds, notes, intents] = await Promise.all([
    all(stripe.invoices.list({ customer: id, limit: 100 })),
    all(stripe.customers.listBalanceTransactions(id, { limit: 100 })),
    all(stripe.charges.list({ customer: id, limit: 100, expand: ['data.balance_transaction'] })),
    all(stripe.refunds.list({ limit: 100, expand: ['data.balance_transaction'] })),
    all(stripe.creditNotes.list({ customer: id, limit: 100 })),
    all(stripe.paymentIntents.list({ customer: id, limit: 100 })),
  ]);

  // The balance is the sum of its transactions, each of which has the resulting balance.
  expect(customer.balance).toBe(sum(changes.map(({ amount }) => amount)));
  let balance = 0;
  for (const change of changes.reverse()) {
    balance += change.amount;
    expect(change.ending_balance).toBe(balance);
  }

  const finalized = invoices.filter(({ status }) => status !== 'draft');
  for (const invoice of finalized) {
    const off = sum((invoice.total_discount_amounts ?? []).map(({ amount }) => amount));
    const tax = sum(
      (invoice.total_taxes ?? []).filter((one) => one.tax_behavior === 'exclusive').map(({ amount }) => amount),
    );
    expect(invoice.total).toBe(invoice.subtotal - off + tax);
    expect((invoice.ending_balance ?? 0) + invoice.amount_due + invoice.pre_payment_credit_notes_amount).toBe(
      invoice.starting_balance + invoice.total,
    );
    expect(Math.min(invoice.amount_due, invoice.amount_remaining, invoice.amount_paid)).toBeGreaterThanOrEqual(0);
    expect(invoice.amount_paid + invoice.amount_remaining).toBe(invoice.amount_due);
    const used = sum(
      changes
        .filter((change) => change.invoice === invoice.id && change.type !== 'credit_note')
        .map(({ amount }) => amount),
    );
    // Voided invoices returned the balance that they had used.
    expect(invoice.status === 'void' ? 0 : (invoice.ending_balance ?? 0) - invoice.starting_balance).toBe(used);
    const own = notes.filter((note) => note.invoice === invoice.id && note.status === 'issued');
    expect(invoice.pre_payment_credit_notes_amount).toBe(sum(own.map((note) => note.pre_payment_amount)));
    expect(invoice.post_payment_credit_notes_amount).toBe(sum(own.map((note) => note.post_payment_amount)));
    expect(sum(own.map(({ total }) => total))).toBeLessThanOrEqual(Math.max(0, invoice.total));
  }

  // Payments of invoices equal their charges, and refunds equal the refunded amounts of charges.
  const succeeded = charges.filter(({ status }) => status === 'succeeded');
  expect(sum(finalized.map((invoice) => invoice.amount_paid - (invoice.amount_paid_off_stripe ?? 0)))).toBe(
    sum(succeeded.map(({ amount }) => amount)),
  );
  expect(sum(intents.map(({ amount_received }) => amount_received))).toBe(sum(succeeded.map(({ amount }) => amount)));
  for (const charge of succeeded) {
    const returned = refunds.filter((refund) => refund.charge === charge.id);
    expect(charge.amount_refunded).toBe(sum(returned.map(({ amount }) => amount)));
    expect(charge.amount_refunded).toBeLessThanOrEqual(charge.amount);
    const moved = [charge, ...returned].map(
      ({ balance_transaction }) => balance_transaction as Stripe.BalanceTransaction,
    );
    expect(sum(moved.map(({ amount }) => amount))).toBe(charge.amount - charge.amount_refunded);
    for (const { amount, fee, net } of moved) expect(net).toBe(amount - fee);
  }

  for (const note of notes) {
    const off = sum(note.lines.data.map(({ discount_amount }) => discount_amount));
    const taxes = note.lines.data.flatMap((line) => line.taxes ?? []);
    const tax = sum(taxes.filter((one) => one.tax_behavior === 'exclusive').map(({ amount }) => amount));
    expect(note.total).toBe(sum(note.lines.data.map(({ amount }) => amount)) - off + tax);
    expect(note.total).toBe(note.pre_payment_amount + note.post_payment_amount);
    const credited = changes.filter((change) => change.credit_note === note.id).map(({ amount }) => -amount);
    const returned = note.refunds.map(({ amount_refunded }) => amount_refunded);
    expect(note.post_payment_amount).toBe(sum([...credited, ...returned, note.out_of_band_amount ?? 0]));
  }

  // Credits never exceed charges for an item. A renewal is a draft for an hour, so its period may be credited before
  // it is charged.
  const lines = (
    await Promise.all(
      invoices.map(({ id: invoice, lines: first }) =>
        first.has_more ? all(stripe.invoices.listLineItems(invoice, { limit: 100 })) : first.data,
      ),
    )
  ).flat();
  const items = new Set(lines.map((line) => line.parent?.subscription_item_details?.subscription_item));
  for (const item of items) {
    if (item === undefined) continue;
    const own = lines.filter((line) => line.parent?.subscription_item_details?.subscription_item === item);
    expect(sum(own.map(({ amount }) => amount))).toBeGreaterThanOrEqual(0);
  }
  // Credited tax never exceeds charged tax, even after the customer moved.
  const taxesOf = (line: Stripe.InvoiceLineItem) => sum((line.taxes ?? []).map(({ amount }) => amount));
  for (const charged of lines) {
    const credits = lines.filter((line) => isCreditOf(line, charged.id));
    const left = taxesOf(charged) + sum(credits.map(taxesOf));
    expect(left).toBeGreaterThanOrEqual(Math.min(0, taxesOf(charged)));
    if (sum([charged, ...credits].map(({ amount }) => amount)) === 0) expect(left).toBe(0);
  }
}

function isCreditOf({ parent }: Stripe.InvoiceLineItem, charged: string): boolean {
  const details = parent?.subscription_item_details ?? parent?.invoice_item_details;
  return details?.proration_details?.credited_items?.invoice_line_items.includes(charged) ?? false;
}
