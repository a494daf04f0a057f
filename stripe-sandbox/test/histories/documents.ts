import type Stripe from 'stripe';
import { expect } from 'vitest';
import { outcome } from './foretold.ts';
import type { Step } from './steps.ts';

/** Refunds part of the newest payment that is not fully refunded. */
export async function refund(stripe: Stripe, customer: string, share: number): Promise<void> {
  const { data } = await stripe.charges.list({ customer, limit: 3 });
  const charge = data.find((one) => one.status === 'succeeded' && one.amount_refunded < one.amount);
  if (charge === undefined) return;
  const amount = Math.max(1, Math.floor((charge.amount - charge.amount_refunded) * share));
  await stripe.refunds.create({ charge: charge.id, amount });
}

/** Checks that a credit note equals its preview and that too large a note is rejected. */
export async function creditNote(
  stripe: Stripe,
  customer: string,
  { share, as }: Extract<Step, { kind: 'credit note' }>,
): Promise<void> {
  const { data } = await stripe.invoices.list({ customer, status: 'paid', limit: 3 });
  const invoice = data.find(({ total }) => total > 0);
  if (invoice === undefined) return;
  const about: Stripe.CreditNoteCreateParams = { invoice: invoice.id };
  let amount = Math.max(1, Math.floor(invoice.total * share));
  if (as === 'lines') {
    const [line] = invoice.lines.data.filter((one) => one.amount > 0);
    if (line === undefined) return;
    about.lines = [
      { type: 'invoice_line_item', invoice_line_item: line.id, amount: Math.max(1, Math.floor(line.amount * share)) },
    ];
    const tried = await outcome(stripe.creditNotes.preview({ ...about, out_of_band_amount: 0 }));
    // The error contains the note's total.
    const sum = 'value' in tried ? null : /post payment amount \(\$([\d,.]+)\)/.exec(tried.message)?.[1];
    if (!sum) return;
    amount = Math.round(Number(sum.replaceAll(',', '')) * 100);
  } else about.amount = amount;
  const given = {
    ...about,
    ...(as === 'refund'
      ? { refund_amount: amount }
      : as === 'credit'
        ? { credit_amount: amount }
        : { out_of_band_amount: amount }),
  };
  const preview = await outcome(stripe.creditNotes.preview(given));
  const note = await outcome(stripe.creditNotes.create(given));
  if (!('value' in note) || !('value' in preview)) {
    expect(note).toEqual(preview);
    return;
  }
  expect([note.value.total, note.value.type]).toEqual([preview.value.total, preview.value.type]);
}

/** An invoice without a subscription: voided, or partly credited and paid. */
export async function manualInvoice(
  stripe: Stripe,
  customer: string,
  { amount, credited, isVoided }: Extract<Step, { kind: 'manual invoice' }>,
): Promise<void> {
  const draft = await stripe.invoices.create({ customer, auto_advance: false });
  await stripe.invoiceItems.create({ customer, amount, currency: 'usd', invoice: draft.id });
  const open = await stripe.invoices.finalizeInvoice(draft.id);
  if (open.status === 'paid') return;
  if (isVoided) {
    await stripe.invoices.voidInvoice(draft.id);
    return;
  }
  // An amount paid from the balance cannot be credited.
  const off = Math.floor(Math.min(open.total, open.amount_remaining) * credited);
  if (off > 0) {
    const note = await stripe.creditNotes.create({ invoice: draft.id, amount: off });
    expect(note.type).toBe('pre_payment');
  }
  const after = await stripe.invoices.retrieve(draft.id);
  expect(after.amount_remaining).toBe(open.amount_remaining - off);
  if (after.status === 'open') expect((await stripe.invoices.pay(draft.id)).amount_paid).toBe(after.amount_remaining);
}
