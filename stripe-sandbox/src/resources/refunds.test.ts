import { expect, test } from 'vitest';
import { useStripe } from '../../test/at-stripe.ts';
import { customerWithCard, errorOf, expanded, monthly } from '../../test/sandbox.ts';

const stripe = await useStripe();

test('refunds a charge in parts and rejects more than was paid', async () => {
  const paid = await stripe.paymentIntents.create({
    amount: 1000,
    currency: 'usd',
    payment_method: 'pm_card_visa',
    allowed_payment_method_types: ['card'],
    confirm: true,
  });
  const first = await stripe.refunds.create({
    payment_intent: paid.id,
    amount: 300,
    reason: 'requested_by_customer',
    expand: ['charge', 'balance_transaction'],
  });
  expect(first).toMatchObject({
    status: 'succeeded',
    charge: { amount_refunded: 300, refunded: false },
    balance_transaction: { amount: -300, type: 'refund' },
  });
  expect(await errorOf(stripe.refunds.create({ payment_intent: paid.id, amount: 701 }))).toMatchObject({
    param: 'amount',
  });
  await stripe.refunds.create({ payment_intent: paid.id });
  const charge = await stripe.charges.retrieve(expanded(first.charge).id, { expand: ['refunds'] });
  expect(charge).toMatchObject({ amount_refunded: 1000, refunded: true });
  expect(charge.refunds?.data.map(({ amount }) => amount).sort()).toEqual([300, 700]);
  expect(await errorOf(stripe.refunds.create({ charge: charge.id }))).toMatchObject({
    code: 'charge_already_refunded',
  });
});

test('returns the balance that a void invoice had used', async () => {
  const customer = await stripe.customers.create();
  await stripe.customers.createBalanceTransaction(customer.id, { amount: -700, currency: 'usd' });
  const draft = await stripe.invoices.create({ customer: customer.id, auto_advance: false });
  await stripe.invoiceItems.create({ customer: customer.id, amount: 1000, currency: 'usd', invoice: draft.id });
  expect(await stripe.invoices.finalizeInvoice(draft.id)).toMatchObject({ amount_due: 300, ending_balance: 0 });
  await stripe.invoices.voidInvoice(draft.id);
  expect(await stripe.customers.retrieve(customer.id)).toMatchObject({ balance: -700 });
  const { data } = await stripe.customers.listBalanceTransactions(customer.id);
  expect(data[0]).toMatchObject({ amount: -700, type: 'unapplied_from_invoice', invoice: draft.id });
});

test('applies balance credit to the next invoice and records the transactions', async () => {
  const customer = await customerWithCard(stripe);
  const credit = await stripe.customers.createBalanceTransaction(customer.id, {
    amount: -700,
    currency: 'usd',
    description: 'Goodwill',
  });
  expect(credit).toMatchObject({ type: 'adjustment', ending_balance: -700 });
  const gold = await monthly(stripe, 1000);
  const subscription = await stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: gold.id }],
    expand: ['latest_invoice'],
  });
  expect(expanded(subscription.latest_invoice)).toMatchObject({
    total: 1000,
    starting_balance: -700,
    amount_due: 300,
    ending_balance: 0,
  });
  const { data } = await stripe.customers.listBalanceTransactions(customer.id);
  expect(data.map(({ amount, type }) => [amount, type])).toEqual([
    [700, 'applied_to_invoice'],
    [-700, 'adjustment'],
  ]);
});
