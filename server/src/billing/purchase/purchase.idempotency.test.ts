import { beforeAll, describe, expect, test } from 'vitest';
import { type FullPortal, startFullPortal } from '../../../test/full-portal.ts';
import { attachCard, newPerson } from '../../../test/operation-person.ts';
import { runOperation } from '../../core/operations/index.ts';
import { listLiveAtStripe, quoted } from './purchase.test-support.ts';

let portal: FullPortal;

beforeAll(async () => {
  portal = await startFullPortal();
});

describe('a coupon', () => {
  test('is redeemed once by an account, even by two simultaneous purchases, and by other accounts', async () => {
    const person = await newPerson(portal);
    const both = [
      await quoted(person, 1, { coupon: 'HALF' }),
      await quoted(person, 1, { coupon: 'half', product: 'desktop' }),
    ];
    const atOnce = await Promise.all(both.map(({ send }) => send()));
    expect(atOnce.map((answer) => answer.statusCode).sort()).toEqual([200, 409]);
    const answers = await Promise.all(both.map(({ send }) => send()));
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([200, 422]);
    const used = {
      code: 'InvalidCoupon',
      propertyErrors: { coupon: ['This coupon has already been used for this account.'] },
    };
    expect(answers.find(({ statusCode }) => statusCode === 422)?.json()).toMatchObject(used);
    expect(await listLiveAtStripe(person)).toHaveLength(1);
    const items = [{ subscriptionPlanId: 'desktop-basic', priceId: 'desktop-basic-monthly', quantity: 3 }];
    for (const answer of [
      await person.browser.post('/api/Products/desktop/PreviewPurchase', { items, coupon: 'HALF' }),
      await person.browser.post('/api/Billing/Coupon/Apply?coupon=HALF', {}),
    ]) {
      expect(answer.statusCode, answer.body).toBe(422);
      expect(answer.json()).toMatchObject(used);
    }
    const another = await newPerson(portal);
    expect((await (await quoted(another, 1, { coupon: 'HALF' })).send()).json()).toMatchObject({ amountPaid: 1500 });
  });

  test('is released by a failed purchase', async () => {
    const person = await newPerson(portal);
    const bad = await portal.stripe.paymentMethods.attach('pm_card_chargeCustomerFail', {
      customer: person.customerId,
    });
    await portal.app.gateway.mirror.refresh('payment_method', bad.id);
    const good = await portal.stripe.customers.retrieve(person.customerId);
    await portal.stripe.customers.update(person.customerId, { invoice_settings: { default_payment_method: bad.id } });
    expect((await (await quoted(person, 1, { coupon: 'HALF' })).send()).statusCode).toBe(402);
    const card = good.deleted ? '' : String(good.invoice_settings.default_payment_method);
    await portal.stripe.customers.update(person.customerId, { invoice_settings: { default_payment_method: card } });
    expect((await (await quoted(person, 1, { coupon: 'HALF' })).send()).json()).toMatchObject({ amountPaid: 1500 });
  });

  test('is released by at most two unauthenticated purchases', async () => {
    const person = await newPerson(portal);
    const authenticationCard = await attachCard(person, 'pm_card_authenticationRequired');
    await portal.stripe.customers.update(person.customerId, {
      invoice_settings: { default_payment_method: authenticationCard },
    });
    for (let time = 0; time < 3; time += 1) {
      const waiting = (await (await quoted(person, 1, { coupon: 'CLOUDONLY' })).send()).json();
      expect(waiting).toMatchObject({ status: 'requiresAction' });
      await runOperation(portal.app.operations, waiting.operationId, { abandon: true });
    }
    const items = [{ subscriptionPlanId: 'cloud-team', priceId: 'cloud-team-monthly', quantity: 1 }];
    const refused = await person.browser.post('/api/Products/cloud/PreviewPurchase', { items, coupon: 'CLOUDONLY' });
    expect(refused.json()).toMatchObject({ code: 'InvalidCoupon' });
  });

  test('for one payment applies only to a first payment, and does not combine with a current discount', async () => {
    const person = await newPerson(portal);
    expect((await (await quoted(person, 1, { coupon: 'CLOUDONLY' })).send()).json()).toMatchObject({
      amountPaid: 2500,
    });
    const refusal = async (coupon: string) => {
      const items = [{ subscriptionPlanId: 'cloud-team', priceId: 'cloud-team-monthly', quantity: 2 }];
      const answer = await person.browser.post('/api/Products/cloud/PreviewPurchase', { items, coupon });
      return answer.json().propertyErrors?.coupon;
    };
    expect(await refusal('HALF')).toEqual([
      'This coupon is good for the first payment of a new subscription, and not for a change.',
    ]);
    await portal.database.pool.query('delete from coupon_redemptions where account_id = $1', [person.accountId]);
    expect(await refusal('CLOUDONLY')).toEqual([
      'This subscription already has a discount, which stays. Remove the coupon.',
    ]);
    expect((await (await quoted(person, 2)).send()).json()).toMatchObject({ status: 'succeeded' });
    const [subscription] = await listLiveAtStripe(person);
    expect(subscription?.discounts).toHaveLength(1);
    const { total } = await portal.stripe.invoices.createPreview({ subscription: subscription?.id ?? '' });
    expect(total).toBe(6000 - 500);
  });
});

test('rejects a second trial, even after the product was bought and ended', async () => {
  const person = await newPerson(portal);
  const { items: plans } = (await person.browser.get('/api/Products/desktop/Plans')).json();
  const trial = plans.find(({ isTrial }: { isTrial: boolean }) => isTrial);
  expect(trial.canSubscribe).toBe(true);
  const items = [{ subscriptionPlanId: trial.id, priceId: trial.pricePlans[0].id, quantity: 1 }];
  const preview = () => person.browser.post('/api/Products/desktop/PreviewPurchase', { items });
  const { taxTransactionId } = (await preview()).json();
  const begun = await person.browser.post('/api/Products/desktop/Purchase', { items, taxTransactionId });
  expect(begun.json(), begun.body).toMatchObject({ status: 'succeeded' });
  // A trial may be bought with a coupon for the first payment.
  const bought = await quoted(person, 1, { product: 'desktop', coupon: 'HALF' });
  expect((await bought.send()).json()).toMatchObject({ amountPaid: 1000 });
  for (const { id } of await listLiveAtStripe(person)) {
    await portal.stripe.subscriptions.cancel(id);
    await portal.app.gateway.mirror.refresh('subscription', id);
  }
  expect((await preview()).json()).toMatchObject({ code: 'NotForSale' });
  const after = (await person.browser.get('/api/Products/desktop/Plans')).json().items;
  expect(after.find(({ isTrial }: { isTrial: boolean }) => isTrial)?.canSubscribe).toBe(false);
});
