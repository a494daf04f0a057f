import { beforeAll, describe, expect, test } from 'vitest';
import { type FullPortal, startFullPortal } from '../../../test/full-portal.ts';
import { confirm, newPerson } from '../../../test/operation-person.ts';

let portal: FullPortal;

beforeAll(async () => {
  portal = await startFullPortal();
});

const idOf = (clientSecret: string) => clientSecret.split('_secret_')[0] ?? '';
const newCustomer = async () => (await portal.stripe.customers.create({ email: 'new@globex.example' })).id;

describe('beginning to save a card', () => {
  test('is for payments without its holder, and for the customer', async () => {
    const { browser, customerId } = await newPerson(portal);
    const { clientSecret } = (await browser.post('/api/Billing/PaymentMethods', {})).json();
    expect(await portal.stripe.setupIntents.retrieve(idOf(clientSecret))).toMatchObject({
      customer: customerId,
      usage: 'off_session',
      allowed_payment_method_types: ['card'],
    });
  });

  test('works before there is a customer, who gets the card afterwards', async () => {
    const { cards } = portal.app.gateway;
    const { clientSecret } = await cards.beginSetup();
    const intent = await portal.stripe.setupIntents.confirm(idOf(clientSecret), { payment_method: 'pm_card_visa' });
    expect(intent).toMatchObject({ status: 'succeeded', customer: null, usage: 'off_session' });
    const card = String(intent.payment_method);
    expect(await cards.retrieve(card)).toMatchObject({ customer: null });
    const customer = await newCustomer();
    expect(await cards.attach(card, customer, 'bare-visa')).toMatchObject({ id: card, customer });
    const { data } = await portal.stripe.customers.listPaymentMethods(customer);
    expect(data.map(({ id }) => id)).toEqual([card]);
  });

  test('keeps what its holder confirmed then: later payments ask nobody', async () => {
    const { cards } = portal.app.gateway;
    const { clientSecret } = await cards.beginSetup();
    const intent = await portal.stripe.setupIntents.confirm(idOf(clientSecret), {
      payment_method: 'pm_card_authenticationRequiredOnSetup',
    });
    expect(intent.status).toBe('requires_action');
    await confirm({ portal }, clientSecret);
    const { status, payment_method: card } = await portal.stripe.setupIntents.retrieve(intent.id);
    expect(status).toBe('succeeded');
    const customer = await newCustomer();
    await cards.attach(String(card), customer, 'bare-asking');
    const payment = await portal.stripe.paymentIntents.create({
      amount: 1_000,
      currency: 'usd',
      customer,
      payment_method: String(card),
      off_session: true,
      confirm: true,
    });
    expect(payment.status).toBe('succeeded');
  });

  test('of one that its bank refuses leaves nothing to attach', async () => {
    const { clientSecret } = await portal.app.gateway.cards.beginSetup();
    const refused = portal.stripe.setupIntents.confirm(idOf(clientSecret), {
      payment_method: 'pm_card_chargeDeclined',
    });
    await expect(refused).rejects.toMatchObject({ code: 'card_declined' });
    expect(await portal.stripe.setupIntents.retrieve(idOf(clientSecret))).toMatchObject({
      status: 'requires_payment_method',
      payment_method: null,
    });
  });
});
