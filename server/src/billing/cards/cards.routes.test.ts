import { describe, expect, test, vi } from 'vitest';
import type { Browser } from '../../../test/browser.ts';
import { testSecret } from '../../../test/full-portal.ts';
import { attachCard, newPerson, type Person, quote, subscribe } from '../../../test/operation-person.ts';
import { openPortalBehindProxy } from '../../../test/portal-behind-proxy.ts';
import { waitForStripeEvents } from '../../../test/wait-for-stripe-events.ts';
import { createAudit } from '../../accounts/index.ts';
import { createCatalog } from '../../catalog/index.ts';
import type { RequestContext } from '../../core/http/request-context.ts';
import type { Person as SessionPerson } from '../../core/http/session-context.ts';
import { runOperation } from '../../core/operations/index.ts';
import { findDeclines } from '../payments/charges.queries.ts';
import { listCardUses, lockChargedTo } from '../subscriptions/subscriptions.queries.ts';
import type { CardsContext } from './cards.context.ts';
import { deleteCard, makeDefault } from './cards.service.ts';

const { portal, proxy } = await openPortalBehindProxy({ queue: true });
const owner = await portal.signIn('owner@acme.example');
const stranger = await portal.signIn('owner@globex.example');

async function cards(browser: Browser) {
  const { items } = (await browser.get('/api/Billing/PaymentMethods/Card')).json();
  return items.map(
    ({ card }: { card: { last4: string; brand: string; isDefault: boolean } }) =>
      `${card.brand} ${card.last4}${card.isDefault ? ' default' : ''}`,
  );
}

describe('saved cards', () => {
  test('are empty at first', async () => {
    expect((await owner.get('/api/Billing/PaymentMethods/Card')).json()).toEqual({
      items: [],
      total: 0,
      totalPages: 0,
      page: 1,
      pageSize: 100,
    });
  });

  test('make the first card the default one, or another one on request', async () => {
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

  test('are not saved a second time, by the card form or by a token', async () => {
    const list = async () => (await owner.get('/api/Billing/PaymentMethods/Card')).json();
    const before = await list();
    const visa = before.items.find(({ card }: { card: { last4: string } }) => card.last4 === '4242').stripeId;
    const customer = String((await portal.stripe.paymentMethods.retrieve(visa)).customer);
    const { id } = await portal.stripe.paymentMethods.attach('pm_card_visa', { customer });
    const confirm = () => owner.post(`/api/Billing/PaymentMethods/${id}/Confirmed`, {});
    for (const answer of [await confirm(), await confirm()])
      expect(answer.json()).toMatchObject({ status: 'succeeded', savedCard: { stripeId: visa } });
    expect((await portal.stripe.paymentMethods.retrieve(id)).customer).toBeNull();
    const { card } = await portal.stripe.paymentMethods.retrieve(visa);
    const { id: stripeToken } = await portal.stripe.tokens.create({
      card: { number: '4242424242424242', exp_month: `${card?.exp_month}`, exp_year: `${card?.exp_year}`, cvc: '123' },
    });
    expect((await owner.post('/api/Billing/sources', { stripeToken })).json().savedCard.stripeId).toBe(visa);
    expect(await list()).toEqual(before);
  });

  test('create one customer for two simultaneous first cards', async () => {
    await Promise.all([portal.addCard(stranger), portal.addCard(stranger, 'pm_card_mastercard')]);
    const found = await portal.stripe.customers.list({ limit: 100 });
    expect(found.data.filter(({ email }) => email === 'owner@globex.example')).toHaveLength(1);
    expect(await cards(stranger)).toHaveLength(2);
  });

  test('are deleted here and at Stripe', async () => {
    const card = await portal.addCard(owner, 'pm_card_discover');
    expect((await owner.send('DELETE', `/api/Billing/PaymentMethods/${card}`)).statusCode).toBe(200);
    expect((await portal.stripe.paymentMethods.retrieve(card)).customer).toBeNull();
    expect((await cards(owner)).some((text: string) => text.startsWith('discover'))).toBe(false);
    expect((await owner.send('DELETE', `/api/Billing/PaymentMethods/${card}`)).statusCode).toBe(404);
  });

  test('leave the list when Stripe reports that they were detached', async () => {
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

  test('are set up for the account’s customer', async () => {
    const { clientSecret } = (await owner.post('/api/Billing/PaymentMethods', {})).json();
    const { rows } = await portal.database.pool.query(
      "select stripe_customer_id as customer from accounts where name = 'Acme Security'",
    );
    expect(await portal.stripe.setupIntents.retrieve(clientSecret.split('_secret_')[0])).toMatchObject(rows[0]);
  });

  test('cannot be deleted while they pay for a subscription', async () => {
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

  test('of another account are not found', async () => {
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

  test('can be added by single-use tokens, and are also listed at their older path', async () => {
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
});

describe('an unsettled purchase', () => {
  const live = async (browser: Browser) => (await browser.get('/api/Billing/Operations')).json();

  test('is listed for its account only, until it is settled', async () => {
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

/** A context whose first read of the account's cards is followed by another action. */
async function contextOfWhoLookedBefore(
  { accountId, email }: Person,
  happens: () => Promise<unknown>,
): Promise<CardsContext & RequestContext<SessionPerson>> {
  const { rows } = await portal.database.pool.query('select id from users where account_id = $1', [accountId]);
  const userId = Number(rows[0].id);
  let happened = false;
  return {
    database: portal.database,
    gateway: portal.app.gateway,
    operations: portal.app.operations,
    audit: createAudit({ database: portal.database, appSecret: testSecret }),
    catalog: createCatalog({ database: portal.database }),
    findDeclines,
    lockChargedTo,
    listCardUses: async (on, id) => {
      const inUse = await listCardUses(on, id);
      if (!happened) {
        happened = true;
        await happens();
      }
      return inUse;
    },
    session: { user: { id: userId, email }, account: { id: accountId } },
    accountId,
    actor: { accountId, userId, realUserId: userId, address: null, requestId: null },
    locale: 'en',
  };
}

const findOwner = async (card: string) => (await portal.stripe.paymentMethods.retrieve(card)).customer;
const erase = ({ browser }: Person, card: string) => browser.send('DELETE', `/api/Billing/PaymentMethods/${card}`);
const operations = async ({ accountId }: Person, kind: string) => {
  const text = 'select state from stripe_operations where account_id = $1 and kind = $2';
  return (await portal.database.pool.query(text, [accountId, kind])).rows;
};

describe('deleting a card', () => {
  test('is refused if a purchase has used it in the meantime', async () => {
    const person = await newPerson(portal);
    const card = await attachCard(person, 'pm_card_mastercard');
    const context = await contextOfWhoLookedBefore(person, async () => {
      expect((await (await quote(person, 1, card))()).json()).toMatchObject({ status: 'succeeded' });
    });
    await expect(deleteCard(context, card)).rejects.toMatchObject({
      message: 'card.inUse',
    });
    expect(await findOwner(card)).toBe(person.customerId);
    expect(await operations(person, 'card-delete')).toEqual([]);
  });

  test('is refused if it has become the default card of a subscription in the meantime', async () => {
    const person = await newPerson(portal);
    const card = await attachCard(person, 'pm_card_mastercard');
    await (await quote(person, 1))();
    // Stripe's later events would undo the next statement.
    await waitForStripeEvents(portal);
    await portal.database.pool.query('update subscriptions set payment_method_id = null where account_id = $1', [
      person.accountId,
    ]);
    const context = await contextOfWhoLookedBefore(person, () =>
      person.browser.post(`/api/Billing/PaymentMethods/${card}/Default`, {}),
    );
    await expect(deleteCard(context, card)).rejects.toMatchObject({
      message: 'card.inUse',
    });
    expect(await findOwner(card)).toBe(person.customerId);
  });

  test('is refused while a purchase with it is unsettled', async () => {
    const person = await newPerson(portal);
    const card = await attachCard(person, 'pm_card_mastercard');
    proxy.decide = (method, path) => (method === 'POST' && path.startsWith('/v1/subscriptions') ? 'refuse' : undefined);
    const bought = (await (await quote(person, 1, card))()).json();
    expect(bought).toMatchObject({ status: 'pending' });
    const refused = await erase(person, card);
    expect(refused.statusCode, refused.body).toBe(409);
    expect(await findOwner(card)).toBe(person.customerId);
    proxy.decide = () => undefined;
    await runOperation(portal.app.operations, bought.operationId);
    expect((await person.browser.get(`/api/Billing/Operations/${bought.operationId}`)).json()).toMatchObject({
      status: 'succeeded',
    });
  });

  test.each([
    ['the own card', ''],
    ['the default card', 'update subscriptions set payment_method_id = null where account_id = $1'],
  ])('is refused while an unsettled change may restore it as %s of the subscription', async (_, prepare) => {
    const person = await newPerson(portal);
    const { stripeId } = await subscribe(person);
    const { default_payment_method: former } = await portal.stripe.subscriptions.retrieve(stripeId);
    await waitForStripeEvents(portal);
    if (prepare) await portal.database.pool.query(prepare, [person.accountId]);
    const asking = await attachCard(person, 'pm_card_authenticationRequired');
    expect((await (await quote(person, 3, asking))()).json()).toMatchObject({ status: 'requiresAction' });
    const refused = await erase(person, String(former));
    expect(refused.statusCode, refused.body).toBe(409);
    expect(await findOwner(String(former))).toBe(person.customerId);
  });

  test('prevents purchases with the card, even while Stripe has not detached it yet', async () => {
    const person = await newPerson(portal);
    const card = await attachCard(person, 'pm_card_mastercard');
    const buy = await quote(person, 1, card);
    proxy.decide = (_method, path) => (path.endsWith('/detach') ? 'refuse' : undefined);
    const { operationId, status } = (await erase(person, card)).json();
    expect(status).toBe('pending');
    const refused = await buy();
    expect(refused.statusCode, refused.body).toBe(402);
    expect(refused.json()).toMatchObject({ code: 'CardError', message: expect.stringContaining('being deleted') });
    expect(await operations(person, 'purchase')).toEqual([]);
    proxy.decide = () => undefined;
    await runOperation(portal.app.operations, operationId);
    expect((await buy()).statusCode).toBe(404);
  });
});

test('a card that was deleted in the meantime does not become the default card', async () => {
  const person = await newPerson(portal);
  const card = await attachCard(person, 'pm_card_mastercard');
  const context = await contextOfWhoLookedBefore(person, () => erase(person, card));
  await expect(makeDefault(context, card)).rejects.toMatchObject({ status: 404 });
  expect(await operations(person, 'card-default')).toEqual([]);
});
