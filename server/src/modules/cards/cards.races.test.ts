import { describe, expect, test } from 'vitest';
import { testSecret } from '../../../test/full-portal.ts';
import { attach, newPerson, type Person, quote, subscribe } from '../../../test/operation-person.ts';
import { openPortalBehindProxy } from '../../../test/portal-behind-proxy.ts';
import type { RequestContext } from '../../http/request-context.ts';
import type { Person as SessionPerson } from '../../http/session-context.ts';
import { runOperation } from '../../operations/index.ts';
import { createAudit } from '../audit/index.ts';
import { listCardsInUse } from '../subscriptions/index.ts';
import type { CardsContext } from './cards.context.ts';
import { deleteCard, makeDefault } from './cards.service.ts';

const { portal, proxy } = await openPortalBehindProxy();

/** The context of somebody who looks at the account's cards once, before something else happens. */
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
    listCardsInUse: async (on, id) => {
      const inUse = await listCardsInUse(on, id);
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
    const context = await contextOfWhoLookedBefore(person, async () => {
      expect((await (await quote(person, 1, card))()).json()).toMatchObject({ status: 'succeeded' });
    });
    await expect(deleteCard(context, card)).rejects.toMatchObject({
      message: 'card.inUse',
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
    const context = await contextOfWhoLookedBefore(person, () =>
      person.browser.post(`/api/Billing/PaymentMethods/${card}/Default`, {}),
    );
    await expect(deleteCard(context, card)).rejects.toMatchObject({
      message: 'card.inUse',
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
    await runOperation(portal.app.operations, bought.operationId);
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
    await runOperation(portal.app.operations, operationId);
    expect((await buy()).statusCode).toBe(404);
  });
});

test('a card that was deleted since it was looked at is not made the default', async () => {
  const person = await newPerson(portal);
  const card = await attach(person, 'pm_card_mastercard');
  const context = await contextOfWhoLookedBefore(person, () => erase(person, card));
  await expect(makeDefault(context, card)).rejects.toMatchObject({ status: 404 });
  expect(await operations(person, 'card-default')).toEqual([]);
});
