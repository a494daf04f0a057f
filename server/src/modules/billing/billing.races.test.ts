import { describe, expect, test } from 'vitest';
import { attach, newPerson, type Person, quote, subscribe } from '../../../test/operation-person.ts';
import { openPortalBehindProxy } from '../../../test/portal-behind-proxy.ts';
import type { Person as SessionPerson } from '../../http/session-context.ts';
import { createBillingQueries } from './billing.queries.ts';
import { createBillingService } from './billing.service.ts';

const { portal, proxy } = await openPortalBehindProxy();

/** The account's cards as somebody sees them who looks once, before something else happens. */
function serviceOfWhoLookedBefore({ accountId }: Person, happens: () => Promise<unknown>) {
  const queries = createBillingQueries(portal.database);
  let happened = false;
  return createBillingService({
    database: portal.database,
    gateway: portal.app.gateway,
    listCardsInUse: async () => {
      const { rows } = await portal.database.pool.query(
        'select payment_method_id as card from subscriptions where account_id = $1 and cancel_at is null',
        [accountId],
      );
      return new Set(rows.map(({ card }) => card));
    },
    queries: {
      ...queries,
      findCard: async (...asked) => {
        const found = await queries.findCard(...asked);
        if (!happened) {
          happened = true;
          await happens();
        }
        return found;
      },
    },
  });
}

async function sessionOf({ accountId, email }: Person): Promise<SessionPerson> {
  const { rows } = await portal.database.pool.query('select id from users where account_id = $1', [accountId]);
  return { user: { id: Number(rows[0].id), email }, account: { id: accountId } } as SessionPerson;
}

const ownerOf = async (card: string) => (await portal.stripe.paymentMethods.retrieve(card)).customer;
const erase = ({ browser }: Person, card: string) => browser.send('DELETE', `/api/Billing/PaymentMethods/${card}`);
const operations = async ({ accountId }: Person, kind: string) => {
  const text = 'select state from stripe_operations where account_id = $1 and kind = $2';
  return (await portal.database.pool.query(text, [accountId, kind])).rows;
};

describe('deleting a card', () => {
  test('is refused where a purchase took it since it was looked at', async () => {
    const person = await newPerson(portal);
    const card = await attach(person, 'pm_card_mastercard');
    const service = serviceOfWhoLookedBefore(person, async () => {
      expect((await (await quote(person, 1, card))()).json()).toMatchObject({ status: 'succeeded' });
    });
    await expect(service.deleteCard(await sessionOf(person), card, {})).rejects.toMatchObject({
      message: 'billing.cardInUse',
    });
    expect(await ownerOf(card)).toBe(person.customerId);
    expect(await operations(person, 'card-delete')).toEqual([]);
  });

  test('is refused where it became the default since, which a subscription is charged to', async () => {
    const person = await newPerson(portal);
    const card = await attach(person, 'pm_card_mastercard');
    await (await quote(person, 1))();
    await portal.database.pool.query('update subscriptions set payment_method_id = null where account_id = $1', [
      person.accountId,
    ]);
    const service = serviceOfWhoLookedBefore(person, () =>
      person.browser.post(`/api/Billing/PaymentMethods/${card}/Default`, {}),
    );
    await expect(service.deleteCard(await sessionOf(person), card, {})).rejects.toMatchObject({
      message: 'billing.cardInUse',
    });
    expect(await ownerOf(card)).toBe(person.customerId);
  });

  test('is refused while a purchase with it is being confirmed', async () => {
    const person = await newPerson(portal);
    const card = await attach(person, 'pm_card_mastercard');
    proxy.decide = (method, path) => (method === 'POST' && path.startsWith('/v1/subscriptions') ? 'refuse' : undefined);
    const bought = (await (await quote(person, 1, card))()).json();
    expect(bought).toMatchObject({ status: 'pending' });
    const refused = await erase(person, card);
    expect(refused.statusCode, refused.body).toBe(409);
    expect(await ownerOf(card)).toBe(person.customerId);
    proxy.decide = () => undefined;
    await portal.app.gateway.operations.run(bought.operationId);
    expect((await person.browser.get(`/api/Billing/Operations/${bought.operationId}`)).json()).toMatchObject({
      status: 'succeeded',
    });
  });

  test.each([
    ['its own', ''],
    ['the default one', 'update subscriptions set payment_method_id = null where account_id = $1'],
  ])('is refused while a change waits that gives its subscription that card back, as %s', async (_, prepare) => {
    const person = await newPerson(portal);
    const { stripeId } = await subscribe(person);
    const { default_payment_method: former } = await portal.stripe.subscriptions.retrieve(stripeId);
    if (prepare) await portal.database.pool.query(prepare, [person.accountId]);
    const asking = await attach(person, 'pm_card_authenticationRequired');
    expect((await (await quote(person, 3, asking))()).json()).toMatchObject({ status: 'requiresAction' });
    const refused = await erase(person, String(former));
    expect(refused.statusCode, refused.body).toBe(409);
    expect(await ownerOf(String(former))).toBe(person.customerId);
  });

  test('keeps purchases from beginning with it, until it is gone', async () => {
    const person = await newPerson(portal);
    const card = await attach(person, 'pm_card_mastercard');
    const buy = await quote(person, 1, card);
    proxy.decide = (_method, path) => (path.endsWith('/detach') ? 'refuse' : undefined);
    const { operationId, status } = (await erase(person, card)).json();
    expect(status).toBe('pending');
    const refused = await buy();
    expect(refused.statusCode, refused.body).toBe(402);
    expect(refused.json()).toMatchObject({ code: 'CardError', message: expect.stringContaining('being deleted') });
    expect(await operations(person, 'purchase')).toEqual([]);
    proxy.decide = () => undefined;
    await portal.app.gateway.operations.run(operationId);
    expect((await buy()).statusCode).toBe(404);
  });
});

test('a card that was deleted since it was looked at is not made the default', async () => {
  const person = await newPerson(portal);
  const card = await attach(person, 'pm_card_mastercard');
  const service = serviceOfWhoLookedBefore(person, () => erase(person, card));
  await expect(service.makeDefault(await sessionOf(person), card, {})).rejects.toMatchObject({ status: 404 });
  expect(await operations(person, 'card-default')).toEqual([]);
});
