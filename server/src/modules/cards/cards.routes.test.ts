import { beforeAll, describe, expect, test, vi } from 'vitest';
import type { Browser } from '../../../test/browser.ts';
import { type FullPortal, startFullPortal } from '../../../test/full-portal.ts';
import { runOperation } from '../../operations/index.ts';

let portal: FullPortal;
let owner: Browser;
let stranger: Browser;

beforeAll(async () => {
  portal = await startFullPortal({ queue: true });
  owner = await portal.signIn('owner@acme.example');
  stranger = await portal.signIn('owner@globex.example');
});

async function cards(browser: Browser) {
  const { items } = (await browser.get('/api/Billing/PaymentMethods/Card')).json();
  return items.map(
    ({ card }: { card: { last4: string; brand: string; isDefault: boolean } }) =>
      `${card.brand} ${card.last4}${card.isDefault ? ' default' : ''}`,
  );
}

describe('saved cards', () => {
  test('begin with none', async () => {
    expect((await owner.get('/api/Billing/PaymentMethods/Card')).json()).toEqual({
      items: [],
      total: 0,
      totalPages: 0,
      page: 1,
      pageSize: 100,
    });
  });

  test('the first becomes the default, another may', async () => {
    await portal.addCard(owner);
    const second = await portal.addCard(owner, 'pm_card_amex');
    expect(await cards(owner)).toEqual(['visa 4242 default', 'american express 0005']);
    const response = await owner.post(`/api/Billing/PaymentMethods/${second}/Default`, {});
    expect(response.json()).toMatchObject({
      status: 'succeeded',
      savedCard: { card: { isDefault: true, brand: 'american express' }, inUse: false },
    });
    expect(await cards(owner)).toEqual(['american express 0005 default', 'visa 4242']);
  });

  test('two first cards at once make one customer', async () => {
    await Promise.all([portal.addCard(stranger), portal.addCard(stranger, 'pm_card_mastercard')]);
    const found = await portal.stripe.customers.list({ limit: 100 });
    expect(found.data.filter(({ email }) => email === 'owner@globex.example')).toHaveLength(1);
    expect(await cards(stranger)).toHaveLength(2);
  });

  test('are forgotten, here and at Stripe', async () => {
    const card = await portal.addCard(owner, 'pm_card_discover');
    expect((await owner.send('DELETE', `/api/Billing/PaymentMethods/${card}`)).statusCode).toBe(200);
    expect((await portal.stripe.paymentMethods.retrieve(card)).customer).toBeNull();
    expect((await cards(owner)).some((text: string) => text.startsWith('discover'))).toBe(false);
    expect((await owner.send('DELETE', `/api/Billing/PaymentMethods/${card}`)).statusCode).toBe(404);
  });

  test('that were taken away at Stripe leave the list when Stripe tells of it', async () => {
    const card = await portal.addCard(owner, 'pm_card_mastercard');
    await portal.stripe.paymentMethods.detach(card);
    await vi.waitFor(
      async () => {
        const { items } = (await owner.get('/api/Billing/PaymentMethods/Card')).json();
        expect(items.map(({ stripeId }: { stripeId: string }) => stripeId)).not.toContain(card);
      },
      { timeout: 30_000 },
    );
  });

  test('are begun for the account’s customer', async () => {
    const { clientSecret } = (await owner.post('/api/Billing/PaymentMethods', {})).json();
    const { rows } = await portal.database.pool.query(
      "select stripe_customer_id as customer from accounts where name = 'Acme Security'",
    );
    expect(await portal.stripe.setupIntents.retrieve(clientSecret.split('_secret_')[0])).toMatchObject(rows[0]);
  });

  test('one that pays for a subscription stays', async () => {
    const card = await portal.addCard(owner, 'pm_card_jcb');
    const team = { items: [{ subscriptionPlanId: 'cloud-team', priceId: 'cloud-team-monthly', quantity: 1 }] };
    const { taxTransactionId } = (await owner.post('/api/Products/cloud/PreviewPurchase', team)).json();
    await owner.post('/api/Products/cloud/Purchase', { ...team, paymentMethodId: card, taxTransactionId });
    const response = await owner.send('DELETE', `/api/Billing/PaymentMethods/${card}`);
    expect(response.statusCode).toBe(409);
    expect(response.json()).toMatchObject({
      code: 'Conflict',
      message: 'This card pays for a subscription. Choose another card for it first.',
    });
  });

  test('of another account are not there', async () => {
    const card = await portal.addCard(owner);
    for (const call of [
      stranger.post(`/api/Billing/PaymentMethods/${card}/Default`, {}),
      stranger.post(`/api/Billing/PaymentMethods/${card}/Confirmed`, {}),
      stranger.send('DELETE', `/api/Billing/PaymentMethods/${card}`),
      stranger.post('/api/Billing/PaymentMethods/pm_nothing/Default', {}),
    ]) {
      expect((await call).statusCode).toBe(404);
    }
    expect((await portal.stripe.paymentMethods.retrieve(card)).customer).not.toBeNull();
  });

  test('come as tokens too, each of which is used once, and are listed under their older path', async () => {
    const card = { number: '5555555555554444', exp_month: '12', exp_year: '2040', cvc: '123' };
    const { id: stripeToken } = await portal.stripe.tokens.create({ card });
    const add = (browser: Browser) => browser.post('/api/Billing/sources', { stripeToken });
    expect((await add(owner)).json()).toMatchObject({ status: 'succeeded' });
    const listed = (await owner.get('/api/Billing/Sources/Cards')).json();
    expect(listed.items.filter((item: { card: { last4: string } }) => item.card.last4 === '4444')).toHaveLength(1);
    expect(listed).toEqual((await owner.get('/api/Billing/PaymentMethods/Card')).json());
    const again = await add(stranger);
    expect(again.statusCode).toBe(422);
    expect(again.json()).toMatchObject({
      code: 'ValidationError',
      propertyErrors: { stripeToken: ['The card could not be added. Please enter it again.'] },
    });
    expect((await stranger.get('/api/Billing/Sources/Cards')).json().total).toBe(2);
  });

  test('are not for read-only users to change', async () => {
    const readOnly = await portal.signIn('readonly@acme.example');
    expect((await readOnly.get('/api/Billing/PaymentMethods/Card')).statusCode).toBe(200);
    const response = await readOnly.post('/api/Billing/PaymentMethods', {});
    expect(response.statusCode).toBe(403);
    expect(response.json()).toMatchObject({ code: 'Forbidden', message: expect.stringContaining('read-only') });
  });
});

describe('what is being confirmed', () => {
  const live = async (browser: Browser) => (await browser.get('/api/Billing/Operations')).json();

  test('is listed to its account until it is settled, and to nobody else', async () => {
    expect(await live(stranger)).toEqual({ items: [] });
    const card = await portal.addCard(stranger, 'pm_card_authenticationRequired');
    const team = { items: [{ subscriptionPlanId: 'cloud-team', priceId: 'cloud-team-monthly', quantity: 1 }] };
    const { taxTransactionId } = (await stranger.post('/api/Products/cloud/PreviewPurchase', team)).json();
    const order = { ...team, paymentMethodId: card, taxTransactionId };
    const { operationId } = (await stranger.post('/api/Products/cloud/Purchase', order)).json();
    expect(await live(stranger)).toEqual({
      items: [
        {
          id: operationId,
          kind: 'purchase',
          productId: 'cloud',
          status: 'requiresAction',
          createdAt: expect.stringMatching(/Z$/),
        },
      ],
    });
    expect(await live(owner)).toEqual({ items: [] });
    await runOperation(portal.app.operations, operationId, { abandon: true });
    expect(await live(stranger)).toEqual({ items: [] });
  });
});
