import { expect, test } from 'vitest';
import { onlyHere, useStripe } from '../../test/at-stripe.ts';
import { customerWithCard } from '../../test/sandbox.ts';

const stripe = await useStripe();

test('keeps amounts through items, draft, finalize, send, void and payment out of band', async () => {
  const customer = await customerWithCard(stripe);
  const item = await stripe.invoiceItems.create({
    customer: customer.id,
    amount: 700,
    currency: 'usd',
    description: 'Support',
  });
  const spare = await stripe.invoiceItems.create({ customer: customer.id, amount: 100, currency: 'usd' });
  await stripe.invoiceItems.del(spare.id);
  const draft = await stripe.invoices.create({
    customer: customer.id,
    pending_invoice_items_behavior: 'include',
    collection_method: 'send_invoice',
    days_until_due: 7,
  });
  expect(draft).toMatchObject({ status: 'draft', total: 700, lines: { data: [{ description: 'Support' }] } });
  const sent = await stripe.invoices.sendInvoice(draft.id);
  expect(sent).toMatchObject({ status: 'open', amount_due: 700 });
  expect(
    (await stripe.invoices.listLineItems(draft.id, { limit: 1 })).data[0]?.parent?.invoice_item_details?.invoice_item,
  ).toBe(item.id);
  expect(await stripe.invoices.pay(draft.id, { paid_out_of_band: true })).toMatchObject({
    status: 'paid',
    amount_paid: 700,
    amount_paid_off_stripe: 700,
  });
  const other = await stripe.invoices.create({ customer: customer.id });
  await stripe.invoiceItems.create({ customer: customer.id, amount: 900, currency: 'usd', invoice: other.id });
  expect(await stripe.invoices.finalizeInvoice(other.id)).toMatchObject({ status: 'open', total: 900 });
  expect(await stripe.invoices.voidInvoice(other.id)).toMatchObject({ status: 'void' });
  expect((await stripe.invoices.list({ customer: customer.id, status: 'void' })).data).toHaveLength(1);
});

test('adds no tax to an amount that includes it', async () => {
  const customer = await customerWithCard(stripe);
  const rate = await stripe.taxRates.create({ display_name: 'VAT', percentage: 20, inclusive: true });
  const draft = await stripe.invoices.create({ customer: customer.id, auto_advance: false });
  const bill = { customer: customer.id, amount: 1200, currency: 'usd', invoice: draft.id };
  await stripe.invoiceItems.create({ ...bill, tax_rates: [rate.id] });
  expect(await stripe.invoices.retrieve(draft.id)).toMatchObject({ total: 1200, total_excluding_tax: 1000 });
});

onlyHere('automatic tax needs registrations that an account may lack')(
  'includes or adds automatic tax as the item states',
  async () => {
    const customer = await customerWithCard(stripe, 'pm_card_visa', { address: { country: 'FR' } });
    const totals: number[] = [];
    for (const tax_behavior of ['inclusive', 'exclusive'] as const) {
      const automatic_tax = { enabled: true };
      const { id } = await stripe.invoices.create({ customer: customer.id, auto_advance: false, automatic_tax });
      const bill = { customer: customer.id, amount: 1200, currency: 'usd', invoice: id, tax_behavior };
      await stripe.invoiceItems.create(bill);
      totals.push((await stripe.invoices.finalizeInvoice(id)).total);
    }
    expect(totals).toEqual([1200, 1440]);
  },
);
