import { beforeAll, describe, expect, test } from 'vitest';
import { startMirror, type TestMirror } from '../../../../test/mirror.ts';
import { confirmIntent } from '../../../../test/operation-person.ts';
import { NotFoundError } from '../../http/app-error.ts';
import { CardError } from '../errors.ts';

let started: TestMirror;

beforeAll(async () => {
  started = await startMirror();
});

const setupIntentId = (clientSecret: string) => clientSecret.split('_secret_')[0] ?? '';
const newCustomer = async () => (await started.stripe.customers.create({ email: 'new@globex.example' })).id;

describe('saving a card', () => {
  test('allows the customer’s later payments without the cardholder', async () => {
    const customer = await newCustomer();
    const { clientSecret } = await started.app.gateway.cards.beginSetup(customer);
    expect(await started.stripe.setupIntents.retrieve(setupIntentId(clientSecret))).toMatchObject({
      customer,
      usage: 'off_session',
      allowed_payment_method_types: ['card'],
    });
  });

  test('works before there is a customer; the customer gets the card afterwards', async () => {
    const { cards } = started.app.gateway;
    const { clientSecret } = await cards.beginSetup();
    const intent = await started.stripe.setupIntents.confirm(setupIntentId(clientSecret), {
      payment_method: 'pm_card_visa',
    });
    expect(intent).toMatchObject({ status: 'succeeded', customer: null, usage: 'off_session' });
    const card = String(intent.payment_method);
    expect(await cards.retrieve(card)).toMatchObject({ customer: null });
    const customer = await newCustomer();
    expect(await cards.attach(card, customer, 'bare-visa')).toMatchObject({ id: card, customer });
    const { data } = await started.stripe.customers.listPaymentMethods(customer);
    expect(data.map(({ id }) => id)).toEqual([card]);
  });

  test('distinguishes cards that the cardholder saved from unsaved cards, and from cards saved too long ago', async () => {
    const { cards } = started.app.gateway;
    const { clientSecret } = await cards.beginSetup();
    const intent = await started.stripe.setupIntents.confirm(setupIntentId(clientSecret), {
      payment_method: 'pm_card_visa',
    });
    const saved = String(intent.payment_method);
    expect(await cards.isSaved(saved, 0)).toBe(true);
    expect(await cards.isSaved(saved, Math.floor(Date.now() / 1000) + 60)).toBe(false);
    const made = await started.stripe.paymentMethods.create({ type: 'card', card: { token: 'tok_visa' } });
    expect(await cards.isSaved(made.id, 0)).toBe(false);
    expect(await cards.isSaved('pm_1Nobody', 0)).toBe(false);
  });

  test('asks the bank about an unsaved card, without authentication', async () => {
    const { cards } = started.app.gateway;
    const make = async (name: string) =>
      (await started.stripe.paymentMethods.create({ type: 'card', card: { token: `tok_${name}` } })).id;
    const good = await make('visa');
    await cards.validate(good);
    expect(await cards.isSaved(good, 0)).toBe(true);
    const asking = await make('authenticationRequired');
    await cards.validate(asking);
    expect(await cards.isSaved(asking, 0)).toBe(false);
    await expect(cards.validate(await make('visa_chargeDeclined'))).rejects.toThrow(CardError);
    await expect(cards.validate('pm_1Nobody')).rejects.toThrow(NotFoundError);
  });

  test('keeps the authentication: later payments need none', async () => {
    const { cards } = started.app.gateway;
    const { clientSecret } = await cards.beginSetup();
    const intent = await started.stripe.setupIntents.confirm(setupIntentId(clientSecret), {
      payment_method: 'pm_card_authenticationRequiredOnSetup',
    });
    expect(intent.status).toBe('requires_action');
    await confirmIntent({ portal: started }, clientSecret);
    const { status, payment_method: card } = await started.stripe.setupIntents.retrieve(intent.id);
    expect(status).toBe('succeeded');
    const customer = await newCustomer();
    await cards.attach(String(card), customer, 'bare-asking');
    const payment = await started.stripe.paymentIntents.create({
      amount: 1_000,
      currency: 'usd',
      customer,
      payment_method: String(card),
      off_session: true,
      confirm: true,
    });
    expect(payment.status).toBe('succeeded');
  });

  test('leaves nothing to attach if the bank refuses the card', async () => {
    const { clientSecret } = await started.app.gateway.cards.beginSetup();
    const refused = started.stripe.setupIntents.confirm(setupIntentId(clientSecret), {
      payment_method: 'pm_card_chargeDeclined',
    });
    await expect(refused).rejects.toMatchObject({ code: 'card_declined' });
    expect(await started.stripe.setupIntents.retrieve(setupIntentId(clientSecret))).toMatchObject({
      status: 'requires_payment_method',
      payment_method: null,
    });
  });
});
