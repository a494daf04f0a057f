import { expect, test } from 'vitest';
import { onlyHere, useStripe } from '../../test/at-stripe.ts';
import { customerWithCard, errorOf, monthly } from '../../test/sandbox.ts';

/** Objects of one customer are rejected for another, and nothing is billed twice. */
const stripe = await useStripe();
const gold = await monthly(stripe, 1000);

test('accepts a discount again for the same customer and rejects it for another', async () => {
  const [ada, bob] = [await customerWithCard(stripe), await customerWithCard(stripe)];
  const coupon = await stripe.coupons.create({ percent_off: 50, duration: 'forever' });
  const items = [{ price: gold.id }];
  const { discounts } = await stripe.subscriptions.create({
    customer: ada.id,
    items,
    discounts: [{ coupon: coupon.id }],
  });
  const granted = [{ discount: String(discounts[0]) }];
  const refused = await errorOf(stripe.subscriptions.create({ customer: bob.id, items, discounts: granted }));
  expect(refused).toMatchObject({ code: 'resource_missing', param: 'discounts[0][discount]' });
  const bill = { amount: 1000, currency: 'usd', discounts: granted };
  expect((await stripe.invoiceItems.create({ customer: ada.id, ...bill })).discounts).toEqual([granted[0]?.discount]);
  expect((await errorOf(stripe.invoiceItems.create({ customer: bob.id, ...bill }))).code).toBe('resource_missing');
});

onlyHere('it checks the messages of refusals')('accepts an item on a draft of its own customer only', async () => {
  const [ada, bob] = [await customerWithCard(stripe), await customerWithCard(stripe)];
  const draftOf = (customer: string) => stripe.invoices.create({ customer, auto_advance: false });
  const [draft, foreign] = [await draftOf(ada.id), await draftOf(bob.id)];
  const bill = { customer: ada.id, amount: 700, currency: 'usd' };
  expect(await errorOf(stripe.invoiceItems.create({ ...bill, invoice: foreign.id }))).toMatchObject({
    param: 'invoice',
  });
  expect((await stripe.invoiceItems.list({ customer: ada.id })).data).toEqual([]);
  await stripe.invoiceItems.create({ ...bill, invoice: draft.id });
  expect((await stripe.invoices.retrieve(draft.id)).total).toBe(700);
});

onlyHere('it checks the messages of refusals')(
  "accepts only the customer's own subscription and card on an invoice",
  async () => {
    const [ada, bob] = [await customerWithCard(stripe), await customerWithCard(stripe)];
    const { id: subscription } = await stripe.subscriptions.create({ customer: ada.id, items: [{ price: gold.id }] });
    const missing = { code: 'resource_missing', param: 'subscription' };
    expect(await errorOf(stripe.invoices.create({ customer: bob.id, subscription }))).toMatchObject(missing);
    const bill = { amount: 700, currency: 'usd', subscription };
    expect(await errorOf(stripe.invoiceItems.create({ customer: bob.id, ...bill }))).toMatchObject(missing);
    expect((await stripe.invoiceItems.create({ customer: ada.id, ...bill })).amount).toBe(700);

    const card = String(ada.invoice_settings.default_payment_method);
    const pays = { default_payment_method: card };
    const notTheirs = { code: 'resource_missing', param: 'default_payment_method' };
    expect(await errorOf(stripe.invoices.create({ customer: bob.id, ...pays }))).toMatchObject(notTheirs);
    const draft = await stripe.invoices.create({ customer: bob.id });
    expect(await errorOf(stripe.invoices.update(draft.id, pays))).toMatchObject(notTheirs);
    expect((await stripe.invoices.create({ customer: ada.id, ...pays })).default_payment_method).toBe(card);
  },
);
