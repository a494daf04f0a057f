import { beforeAll, describe, expect, test } from 'vitest';
import { type FullPortal, startFullPortal } from '../../../test/full-portal.ts';
import { attachCard, newPerson, type Person, subscribe } from '../../../test/operation-person.ts';
import { beginOperation } from '../../core/operations/index.ts';
import { basic, preview } from '../purchase/purchase.test-support.ts';

let portal: FullPortal;
const three = { items: [{ ...basic.items[0], quantity: 3 }] } as typeof basic;

beforeAll(async () => {
  portal = await startFullPortal();
});

/** Two subscriptions with the same card of their own, which is also the default card, and another saved card. */
async function subscriber() {
  const person = await newPerson(portal);
  const cloud = await subscribe(person);
  const replaced = await cardAtStripe(cloud.stripeId);
  const { taxTransactionId } = await preview(person.browser, 'desktop', basic, {});
  const bought = await person.browser.post('/api/Products/desktop/Purchase', {
    ...basic,
    paymentMethodId: replaced,
    taxTransactionId,
  });
  expect(bought.json(), bought.body).toMatchObject({ status: 'succeeded' });
  const all = (await portal.stripe.subscriptions.list({ customer: person.customerId })).data;
  const desktop = all.find(({ id }) => id !== cloud.stripeId)?.id ?? '';
  return { person, replaced, cloud, desktop, other: await attachCard(person, 'pm_card_mastercard') };
}

const cardAtStripe = async (stripeId: string) =>
  String((await portal.stripe.subscriptions.retrieve(stripeId)).default_payment_method);

const replace = ({ browser }: Person, card: string, paymentMethodId: string, deleteReplaced = false) =>
  browser.post(`/api/Billing/PaymentMethods/${card}/Replacement`, { paymentMethodId, deleteReplaced });

async function listCards({
  browser,
}: Person): Promise<{ stripeId: string; inUse: boolean; card: { isDefault: boolean } }[]> {
  return (await browser.get('/api/Billing/PaymentMethods/Card')).json().items;
}

async function listEvents({ accountId }: Person) {
  const { rows } = await portal.database.pool.query(
    `select kind, detail from audit_events where account_id = $1 and kind in ('cardReplaced', 'cardMadeDefault', 'cardDeleted')
    order by id`,
    [accountId],
  );
  return rows;
}

describe('the replacement of a card', () => {
  test('moves all of its subscriptions and the default, charges nothing, and is audited', async () => {
    const { person, replaced, cloud, desktop, other } = await subscriber();
    const before = (await portal.stripe.charges.list({ customer: person.customerId })).data.length;
    const answer = await replace(person, replaced, other);
    expect(answer.json(), answer.body).toMatchObject({ status: 'succeeded' });
    expect([await cardAtStripe(cloud.stripeId), await cardAtStripe(desktop)]).toEqual([other, other]);
    expect(await listCards(person)).toMatchObject([
      { stripeId: other, inUse: true, card: { isDefault: true } },
      { stripeId: replaced, inUse: false, card: { isDefault: false } },
    ]);
    expect((await portal.stripe.charges.list({ customer: person.customerId })).data).toHaveLength(before);
    expect(await listEvents(person)).toEqual([
      { kind: 'cardReplaced', detail: { paymentMethodId: other, replacedId: replaced, subscriptions: 2 } },
      { kind: 'cardMadeDefault', detail: { paymentMethodId: other } },
    ]);
  });

  test('deletes the replaced card on request', async () => {
    const { person, replaced, other } = await subscriber();
    expect((await replace(person, replaced, other, true)).json()).toMatchObject({ status: 'succeeded' });
    expect(await listCards(person)).toMatchObject([{ stripeId: other }]);
    expect((await portal.stripe.paymentMethods.retrieve(replaced)).customer).toBeNull();
    expect((await listEvents(person)).at(-1)).toEqual({ kind: 'cardDeleted', detail: { paymentMethodId: replaced } });
  });

  test('keeps the default card if another one was replaced', async () => {
    const { person, replaced, other } = await subscriber();
    const third = await attachCard(person, 'pm_card_amex');
    await replace(person, replaced, other);
    expect((await replace(person, other, third, true)).json()).toMatchObject({ status: 'succeeded' });
    await replace(person, third, await attachCard(person, 'pm_card_discover'));
    const cards = await listCards(person);
    expect(cards.filter(({ card }) => card.isDefault)).toHaveLength(1);
  });

  test('moves no subscription if one has ended, even if the portal does not know that yet', async () => {
    const { person, replaced, cloud, desktop, other } = await subscriber();
    // The subscription that is moved second.
    await portal.stripe.subscriptions.cancel(desktop);
    const refused = await replace(person, replaced, other, true);
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'Conflict']);
    expect(await cardAtStripe(cloud.stripeId)).toBe(replaced);
    expect(await listCards(person)).toMatchObject([
      { stripeId: replaced, card: { isDefault: true } },
      { stripeId: other },
    ]);
    expect(await listEvents(person)).toEqual([]);
    // The portal now knows that it has ended, so the other one can be moved.
    expect((await replace(person, replaced, other, true)).json()).toMatchObject({ status: 'succeeded' });
    expect(await cardAtStripe(cloud.stripeId)).toBe(other);
  });

  test('rejects another account’s card, an unknown card, and the same card twice', async () => {
    const { person, replaced, cloud, other } = await subscriber();
    const stranger = await newPerson(portal);
    const foreign = await attachCard(stranger, 'pm_card_mastercard');
    const answers = await Promise.all([
      replace(person, replaced, foreign),
      replace(person, replaced, 'pm_missing'),
      replace(person, 'pm_missing', other),
      replace(stranger, replaced, foreign),
    ]);
    const bodies = answers.map((answer) => ({ ...answer.json(), requestId: '' }));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404]);
    expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBe(1);
    expect((await replace(person, replaced, replaced)).statusCode).toBe(422);
    expect(await cardAtStripe(cloud.stripeId)).toBe(replaced);
  });

  test('never leaves a subscription with a deleted card if the other card is deleted at the same time', async () => {
    const { person, replaced, cloud, other } = await subscriber();
    const [deleted, moved] = await Promise.all([
      person.browser.send('DELETE', `/api/Billing/PaymentMethods/${other}`),
      replace(person, replaced, other),
    ]);
    const outcomes = [deleted.statusCode === 200, moved.statusCode === 200];
    expect(outcomes.filter(Boolean), `${deleted.body} ${moved.body}`).toHaveLength(1);
    expect((await cardAtStripe(cloud.stripeId)) === other).toBe(moved.statusCode === 200);
  });

  test('allows no other change of what the card pays for until it ends', async () => {
    const { person, replaced, cloud, other } = await subscriber();
    const { accountId, customerId, browser } = person;
    const third = await attachCard(person, 'pm_card_amex');
    const subscriptions = await portal.database.pool.query(
      'select id::int, product_id, stripe_subscription_id as "stripeSubscriptionId" from subscriptions where account_id = $1 order by id',
      [accountId],
    );
    const request = {
      customerId,
      replacedId: replaced,
      paymentMethodId: other,
      subscriptions: subscriptions.rows.map(({ id, stripeSubscriptionId }) => ({ id, stripeSubscriptionId })),
      makesDefault: true,
      deletesReplaced: false,
    };
    const { taxTransactionId } = await preview(browser, 'desktop', three, {});
    await portal.database.transaction((transaction) =>
      beginOperation(transaction, { accountId, userId: null, kind: 'card-replacement', subject: replaced, request }),
    );
    const id = subscriptions.rows.find(({ stripeSubscriptionId }) => stripeSubscriptionId === cloud.stripeId)?.id;
    const answers = [
      await browser.post(`/api/Subscription/${id}`, { paymentMethodId: third }),
      await browser.post('/api/Products/desktop/Purchase', { ...three, paymentMethodId: replaced, taxTransactionId }),
    ];
    expect(answers.map((answer) => answer.json().code)).toEqual(['ChangeUnderWay', 'ChangeUnderWay']);
    expect((await replace(person, replaced, other)).json()).toMatchObject({ status: 'succeeded' });
    expect(await cardAtStripe(cloud.stripeId)).toBe(other);
  });

  test('leaves all subscriptions on one card if two cards replace each other at the same time', async () => {
    const { person, replaced, cloud, desktop, other } = await subscriber();
    const answers = await Promise.all([replace(person, replaced, other), replace(person, other, replaced)]);
    for (const answer of answers) expect([200, 409], answer.body).toContain(answer.statusCode);
    expect(await cardAtStripe(cloud.stripeId)).toBe(await cardAtStripe(desktop));
  });
});
