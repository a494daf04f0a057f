import type Stripe from 'stripe';
import { expect, test } from 'vitest';
import { onlyHere, useStripe } from '../../test/at-stripe.ts';
import { readTexts } from '../../test/pdf.ts';
import { customerWithCard, errorOf, expanded, monthly } from '../../test/sandbox.ts';
import { formatMoney } from '../engine/money.ts';

const stripe = await useStripe();
const vat = await stripe.taxRates.create({ display_name: 'VAT', percentage: 19, inclusive: false, country: 'DE' });

/** An invoice with lines of 1,000.00 and 100.00, both with a 10 % discount and 19 % tax. */
async function invoiceOf(customer: Stripe.Customer, given: Partial<Stripe.InvoiceCreateParams> = {}) {
  const tenth = await stripe.coupons.create({ percent_off: 10, duration: 'once' });
  const draft = await stripe.invoices.create({
    customer: customer.id,
    auto_advance: false,
    default_tax_rates: [vat.id],
    discounts: [{ coupon: tenth.id }],
    ...given,
  });
  for (const [description, amount] of [
    ['A day', 100_000],
    ['A book', 10_000],
  ] as const) {
    await stripe.invoiceItems.create({
      customer: customer.id,
      invoice: draft.id,
      description,
      amount,
      currency: 'usd',
    });
  }
  return stripe.invoices.finalizeInvoice(draft.id);
}

const german = () => customerWithCard(stripe, 'pm_card_visa', { address: { country: 'DE' } });
const WORDS = 'it checks the messages of refusals';

test('reduces an unpaid invoice by a credit note with its discount and tax', async () => {
  const invoice = await invoiceOf(await german());
  expect(invoice).toMatchObject({ total: 117_810, amount_remaining: 117_810 });
  const [, book] = invoice.lines.data;
  const about = {
    invoice: invoice.id,
    lines: [{ type: 'invoice_line_item' as const, invoice_line_item: book?.id ?? '', quantity: 1 }],
    memo: 'The book was lost',
    reason: 'order_change' as const,
  };
  const preview = await stripe.creditNotes.preview(about);
  const note = await stripe.creditNotes.create(about);
  expect(note).toMatchObject({
    number: `${invoice.number}-CN-01`,
    type: 'pre_payment',
    subtotal: 10_000,
    discount_amount: 1000,
    total: 10_710,
    total_excluding_tax: 9000,
    total_taxes: [{ amount: 1710, taxable_amount: 9000 }],
    pre_payment_amount: 10_710,
    post_payment_amount: 0,
    lines: { data: [{ invoice_line_item: book?.id, tax_rates: [{ percentage: 19 }] }] },
  });
  expect([preview.total, preview.lines.data[0]?.amount]).toEqual([note.total, 10_000]);
  const owed = await stripe.invoices.retrieve(invoice.id, { expand: ['payments.data.payment.payment_intent'] });
  expect(owed).toMatchObject({
    amount_due: 107_100,
    amount_remaining: 107_100,
    pre_payment_credit_notes_amount: 10_710,
    payments: { data: [{ amount_requested: 107_100, payment: { payment_intent: { amount: 107_100 } } }] },
  });
  expect(await errorOf(stripe.creditNotes.create(about))).toMatchObject({ param: 'lines[0][amount]' });

  expect((await stripe.creditNotes.voidCreditNote(note.id)).voided_at).not.toBeNull();
  expect(await stripe.invoices.retrieve(invoice.id)).toMatchObject({ amount_remaining: 117_810 });
  await stripe.creditNotes.create(about);
  const paid = await stripe.invoices.pay(invoice.id);
  expect(paid).toMatchObject({ status: 'paid', amount_paid: 107_100 });
  const [charge] = (await stripe.charges.list({ customer: String(invoice.customer) })).data;
  expect(charge?.amount).toBe(107_100);
});

test('settles an invoice by a credit note over the whole amount and charges nothing', async () => {
  const customer = await german();
  const invoice = await invoiceOf(customer);
  await stripe.creditNotes.create({ invoice: invoice.id, amount: invoice.total });
  expect(await stripe.invoices.retrieve(invoice.id, { expand: ['payments'] })).toMatchObject({
    status: 'paid',
    amount_paid: 0,
    payments: { data: [{ status: 'canceled' }] },
  });
  expect((await stripe.charges.list({ customer: customer.id })).data).toEqual([]);
});

onlyHere(WORDS)('returns a paid amount by refund, balance or outside Stripe and rejects other sums', async () => {
  const customer = await german();
  const invoice = await invoiceOf(customer);
  await stripe.invoices.pay(invoice.id);
  expect(await errorOf(stripe.creditNotes.create({ invoice: invoice.id, amount: 10_000 }))).toMatchObject({
    statusCode: 400,
    message: expect.stringContaining('must equal the post payment amount ($100.00)'),
  });
  const earlier = await stripe.refunds.create({
    payment_intent: String((await stripe.paymentIntents.list({ customer: customer.id })).data[0]?.id),
    amount: 500,
  });
  const note = await stripe.creditNotes.create({
    invoice: invoice.id,
    amount: 10_000,
    refund_amount: 6000,
    refunds: [{ refund: earlier.id, amount_refunded: 500 }],
    credit_amount: 3000,
    out_of_band_amount: 500,
    expand: ['refunds.refund', 'customer_balance_transaction'],
  });
  expect(note).toMatchObject({
    type: 'post_payment',
    customer_balance_transaction: { amount: -3000, type: 'credit_note', invoice: invoice.id },
    refunds: [
      { amount_refunded: 500, refund: { id: earlier.id } },
      { amount_refunded: 6000, refund: { amount: 6000, status: 'succeeded' } },
    ],
  });
  expect(await stripe.customers.retrieve(customer.id)).toMatchObject({ balance: -3000 });
  expect(await stripe.invoices.retrieve(invoice.id)).toMatchObject({
    status: 'paid',
    amount_paid: invoice.total,
    post_payment_credit_notes_amount: 10_000,
  });
  const rest = invoice.total - 10_000;
  expect(
    await errorOf(stripe.creditNotes.create({ invoice: invoice.id, amount: rest + 1, out_of_band_amount: rest + 1 })),
  ).toMatchObject({ param: 'amount' });
  expect(
    await errorOf(stripe.creditNotes.create({ invoice: invoice.id, amount: rest, refund_amount: rest + 20_000 })),
  ).toMatchObject({ param: 'refund_amount' });
  expect(await errorOf(stripe.creditNotes.voidCreditNote(note.id))).toMatchObject({ statusCode: 400 });
  await stripe.creditNotes.create({ invoice: invoice.id, amount: rest, out_of_band_amount: rest });
  const { data } = await stripe.events.list({ types: ['credit_note.created', 'charge.refunded', 'refund.created'] });
  expect(data.map(({ type }) => type as string).sort()).toContain('credit_note.created');
  const pdf = await fetch(note.pdf);
  expect([pdf.status, pdf.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  const texts = readTexts(new Uint8Array(await pdf.arrayBuffer()));
  expect(texts.slice(texts.indexOf('Number'))[1]).toBe(note.number);
  const [line] = note.lines.data;
  const at = texts.indexOf(line?.description ?? '');
  expect(texts.slice(at, at + 3)).toEqual([
    line?.description,
    String(line?.quantity ?? ''),
    formatMoney(line?.amount ?? 0, 'usd'),
  ]);
  expect(texts.slice(texts.indexOf('Total'))).toEqual(['Total', '$100.00']);
  expect((await fetch(note.pdf.replace(/[^/]+\/pdf$/, 'wrong/pdf'))).status).toBe(404);
});

test('rejects credit notes of drafts and void invoices', async () => {
  const customer = await german();
  const draft = await stripe.invoices.create({ customer: customer.id });
  expect(await errorOf(stripe.creditNotes.create({ invoice: draft.id, amount: 1 }))).toMatchObject({
    param: 'invoice',
  });
});

onlyHere(WORDS)('credits one line in parts that add up exactly', async () => {
  const customer = await german();
  const invoice = await invoiceOf(customer);
  await stripe.invoices.pay(invoice.id);
  const [day] = invoice.lines.data;
  let total = 0;
  for (const amount of [33_333, 33_333, 33_334]) {
    const lines = [{ type: 'invoice_line_item' as const, invoice_line_item: day?.id ?? '', amount }];
    const { message } = await errorOf(stripe.creditNotes.preview({ invoice: invoice.id, lines }));
    const comesTo = Math.round(
      Number(/post payment amount \(\$([\d,.]+)\)/.exec(message)?.[1]?.replace(',', '')) * 100,
    );
    total += (await stripe.creditNotes.create({ invoice: invoice.id, lines, credit_amount: comesTo })).total;
  }
  expect(total).toBe(107_100);
});

test('applies created tax rates to subscriptions, items and invoices', async () => {
  const [twenty, levy] = await Promise.all([
    stripe.taxRates.create({ display_name: 'VAT', percentage: 20, inclusive: false, country: 'GB' }),
    stripe.taxRates.create({ display_name: 'Levy', percentage: 5, inclusive: true }),
  ]);
  const gold = await monthly(stripe, 1000);
  const book = await monthly(stripe, 2100);
  const customer = await customerWithCard(stripe);
  const subscription = await stripe.subscriptions.create({
    customer: customer.id,
    default_tax_rates: [twenty.id],
    items: [{ price: gold.id }, { price: book.id, tax_rates: [levy.id] }],
    expand: ['latest_invoice'],
  });
  expect(subscription).toMatchObject({ default_tax_rates: [{ id: twenty.id }] });
  expect(expanded(subscription.latest_invoice)).toMatchObject({
    subtotal: 3100,
    total: 3300,
    default_tax_rates: [{ id: twenty.id }],
    total_taxes: [
      { amount: 200, tax_behavior: 'exclusive', tax_rate_details: { tax_rate: twenty.id } },
      { amount: 100, tax_behavior: 'inclusive', tax_rate_details: { tax_rate: levy.id } },
    ],
  });
  const old = await stripe.taxRates.create({ display_name: 'VAT', percentage: 17, inclusive: false, active: false });
  const archived = stripe.invoices.create({ customer: customer.id, default_tax_rates: [old.id] });
  expect(await errorOf(archived)).toMatchObject({ param: 'default_tax_rates' });
  const both = stripe.invoices.create({
    customer: customer.id,
    default_tax_rates: [levy.id],
    automatic_tax: { enabled: true },
  });
  expect(await errorOf(both)).toMatchObject({ param: 'default_tax_rates' });
});
