import { beforeAll, expect, test } from 'vitest';
import { type FullPortal, startFullPortal } from '../../../test/full-portal.ts';
import { newPerson, type Person } from '../../../test/operation-person.ts';
import { listLiveAtStripe, quoted } from './purchase.test-support.ts';

let portal: FullPortal;

beforeAll(async () => {
  portal = await startFullPortal();
});

const choice = (quantity: number) => ({
  items: [{ subscriptionPlanId: 'cloud-team', priceId: 'cloud-team-monthly', quantity }],
});
const preview = (person: Person, quantity: number, more: object = {}) =>
  person.browser.post('/api/Products/cloud/PreviewPurchase', { ...choice(quantity), ...more });

async function newSubscriber(quantity: number) {
  const person = await newPerson(portal);
  expect((await (await quoted(person, quantity)).send()).json()).toMatchObject({ status: 'succeeded' });
  const [subscription] = await listLiveAtStripe(person);
  return { person, subscriptionId: subscription?.id ?? '' };
}

/** Adds seats at Stripe with a card that is declined, so that their invoice is open and the subscription past due. */
async function fallBehind({ customerId }: Person, subscriptionId: string): Promise<void> {
  const card = await portal.stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer: customerId });
  const [item] = (await portal.stripe.subscriptions.retrieve(subscriptionId)).items.data;
  await portal.stripe.subscriptions.update(subscriptionId, {
    default_payment_method: card.id,
    items: [{ id: item?.id ?? '', quantity: 9 }],
    proration_behavior: 'always_invoice',
  });
}

test('rejects a change that would credit unpaid time, in the mirror or only at Stripe', async () => {
  const { person, subscriptionId } = await newSubscriber(3);
  const less = await quoted(person, 1);
  await fallBehind(person, subscriptionId);
  const refused = await less.send();
  expect(refused.statusCode, refused.body).toBe(409);
  expect(refused.json()).toMatchObject({ code: 'Conflict', message: expect.stringContaining('Pay it first') });
  expect((await portal.stripe.subscriptions.retrieve(subscriptionId)).items.data[0]?.quantity).toBe(9);
  expect(await portal.stripe.customers.retrieve(person.customerId)).toMatchObject({ balance: 0 });
  await portal.app.gateway.mirror.refresh('subscription', subscriptionId);
  expect((await preview(person, 1)).json()).toMatchObject({ code: 'Conflict' });
});

test('rejects a change while Stripe will finalize a draft, but not with other drafts', async () => {
  const { person, subscriptionId } = await newSubscriber(2);
  const { invoices, invoiceItems } = portal.stripe;
  const { customerId: customer } = person;
  const draft = await invoices.create({ customer, subscription: subscriptionId, auto_advance: false });
  await invoiceItems.create({ customer, invoice: draft.id ?? '', amount: 3_000, currency: 'usd' });
  const answer = async () => {
    await portal.app.gateway.mirror.refresh('invoice', draft.id ?? '');
    return (await preview(person, 1)).statusCode;
  };
  expect(await answer()).toBe(200);
  await invoices.update(draft.id ?? '', { auto_advance: true });
  expect(await answer()).toBe(409);
});

test('rejects a purchase until the invoices of an ended subscription are paid', async () => {
  const { person, subscriptionId } = await newSubscriber(2);
  await fallBehind(person, subscriptionId);
  await portal.stripe.subscriptions.cancel(subscriptionId);
  const [open] = (await portal.stripe.invoices.list({ customer: person.customerId, status: 'open' })).data;
  await portal.app.gateway.mirror.refresh('subscription', subscriptionId);
  await portal.app.gateway.mirror.refresh('invoice', open?.id ?? '');
  expect((await preview(person, 1)).json()).toMatchObject({ code: 'Conflict' });
  await portal.stripe.invoices.pay(open?.id ?? '', { payment_method: 'pm_card_visa' });
  await portal.app.gateway.mirror.refresh('invoice', open?.id ?? '');
  expect((await preview(person, 1)).statusCode).toBe(200);
});
