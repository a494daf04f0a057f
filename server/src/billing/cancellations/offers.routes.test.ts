import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Browser } from '../../../test/browser.ts';
import type { FaultyProxy } from '../../../test/faulty-proxy.ts';
import type { FullPortal } from '../../../test/full-portal.ts';
import { newPerson, type Person, subscribe } from '../../../test/operation-person.ts';
import { startPortalBehindProxy } from '../../../test/portal-behind-proxy.ts';
import { runOperation } from '../../core/operations/index.ts';

let portal: FullPortal;
let proxy: FaultyProxy;
let person: Person;
let browser: Browser;
let id: number;
let stripeId: string;

beforeAll(async () => {
  ({ portal, proxy } = await startPortalBehindProxy());
});

beforeEach(async () => {
  proxy.decide = () => undefined;
  person = await newPerson(portal);
  browser = person.browser;
  ({ id, stripeId } = await subscribe(person));
});

const offers = async () => (await browser.get(`/api/Subscription/${id}/CancellationOffers`)).json().items;
const accept = (offerId = 'stay') => browser.post(`/api/Subscription/${id}/CancellationOffers/${offerId}`, {});
const cancel = () => browser.send('DELETE', `/api/Subscription/${id}/Cancel`);
const restore = () => browser.post(`/api/Subscription/${id}/DontCancel`, {});
const atStripe = () => portal.stripe.subscriptions.retrieve(stripeId, { expand: ['discounts.source.coupon'] });
const accepted = async () =>
  (await portal.database.pool.query('select offer_id from accepted_offers where account_id = $1', [person.accountId]))
    .rows;

describe('an offer to stay', () => {
  test('shows the discount of the catalog, and gives it to the subscription once, named in the user’s language', async () => {
    expect(await offers()).toEqual([
      {
        id: 'stay',
        kind: 'coupon',
        reasons: [],
        text: null,
        percentOff: 25,
        amountOff: null,
        currency: 'usd',
        duration: 'repeating',
        months: 3,
      },
    ]);
    const answer = await accept();
    expect(answer.json(), answer.body).toMatchObject({ status: 'succeeded', subscription: { id, cancelAt: null } });
    expect((await atStripe()).discounts).toMatchObject([{ source: { coupon: { percent_off: 25 } } }]);
    const detail = (await browser.get(`/api/Subscription/${id}`)).json();
    expect(detail.discounts).toMatchObject([{ name: 'Thank you for staying', code: null }]);
    const upcoming = (await browser.get(`/api/Subscription/${id}/invoices/upcoming`)).json();
    expect(upcoming.items).toMatchObject([{ total: 2250 }]);
    expect(await offers()).toEqual([]);
    const { rows } = await portal.database.pool.query(
      'select saved_at is not null as saved, reason from cancellation_reasons where account_id = $1',
      [person.accountId],
    );
    expect(rows).toEqual([{ saved: true, reason: null }]);
  });

  test('is not available again after another cancellation', async () => {
    await accept();
    await portal.stripe.subscriptions.update(stripeId, { discounts: '' });
    await portal.app.gateway.mirror.refresh('subscription', stripeId);
    await cancel();
    await restore();
    expect(await offers()).toEqual([]);
    const again = await accept();
    expect(again.statusCode).toBe(409);
    expect(again.json()).toMatchObject({ code: 'Conflict', message: expect.stringContaining('not available') });
    expect((await atStripe()).discounts).toEqual([]);
  });

  test('is accepted only once by simultaneous requests', async () => {
    const answers = await Promise.all([accept(), accept(), accept()]);
    const statuses = answers.map(({ statusCode }) => statusCode);
    expect(statuses).toContain(200);
    expect(statuses.every((status) => status === 200 || status === 409)).toBe(true);
    expect((await atStripe()).discounts).toHaveLength(1);
    expect(await accepted()).toHaveLength(1);
  });

  test('is refused for a subscription that was canceled elsewhere, and available once it is restored', async () => {
    await portal.stripe.subscriptions.update(stripeId, { cancel_at_period_end: true });
    const refused = await accept();
    expect(refused.statusCode, refused.body).toBe(409);
    expect((await atStripe()).discounts).toEqual([]);
    expect(await accepted()).toEqual([]);
    // The portal’s outdated state is corrected.
    expect((await browser.get(`/api/Subscription/${id}`)).json().cancelAt).not.toBeNull();
    await restore();
    expect((await accept()).json()).toMatchObject({ status: 'succeeded' });
  });

  test('is not combined with a current discount', async () => {
    const coupon = await portal.stripe.coupons.create({ percent_off: 10, duration: 'forever' });
    await portal.stripe.subscriptions.update(stripeId, { discounts: [{ coupon: coupon.id }] });
    expect((await accept()).statusCode).toBe(409);
    expect(await offers()).toEqual([]);
    expect((await atStripe()).discounts).toMatchObject([{ source: { coupon: { id: coupon.id } } }]);
  });

  test('resumes after Stripe’s answer was lost', async () => {
    proxy.decide = () => 'drop';
    const { operationId, status } = (await accept()).json();
    expect(status).toBe('pending');
    // A cancellation in the meantime is another change of the same product.
    expect((await cancel()).json()).toMatchObject({ code: 'ChangeUnderWay' });
    proxy.decide = () => undefined;
    await runOperation(portal.app.operations, operationId);
    expect((await atStripe()).discounts).toHaveLength(1);
    expect(await accepted()).toHaveLength(1);
  });

  test('is not found for another account, another product or another kind of offer', async () => {
    const other = await newPerson(portal);
    const path = `/api/Subscription/${id}/CancellationOffers`;
    expect((await other.browser.get(path)).statusCode).toBe(404);
    expect((await other.browser.post(`${path}/stay`, {})).statusCode).toBe(404);
    expect((await accept('talk')).statusCode).toBe(404);
    expect((await accept('nothing')).statusCode).toBe(404);
    expect((await accept('%00')).statusCode).toBe(400);
  });

  test('has a coupon that cannot be redeemed as a code', async () => {
    const typed = await browser.post('/api/Billing/Coupon/Apply?coupon=STAY');
    expect(typed.statusCode, typed.body).toBe(422);
    expect((await browser.post('/api/Billing/Coupon/Apply?coupon=THREE')).statusCode).toBe(200);
  });
});

describe('an offered plan or interval', () => {
  let held: number;
  const product = '/api/Products/desktop';
  const follow = (offerId: string, of = held) =>
    browser.post(`/api/Subscription/${of}/CancellationOffers/${offerId}/Follow`, {});
  const kept = async () =>
    (
      await portal.database.pool.query(
        'select offer_id as offer, plan_id as plan, saved_at is not null as saved from cancellation_reasons where subscription_id = $1 order by id',
        [held],
      )
    ).rows;

  async function buy(plan: string, interval: 'monthly' | 'yearly', when: 'now' | 'periodEnd' = 'now') {
    const { data } = await portal.stripe.customers.listPaymentMethods(person.customerId);
    const items = [{ subscriptionPlanId: plan, priceId: `${plan}-${interval}`, quantity: 1 }];
    const { taxTransactionId } = (await browser.post(`${product}/PreviewPurchase`, { items, when })).json();
    const purchase = { items, when, paymentMethodId: data[0]?.id, taxTransactionId };
    const answer = await browser.post(`${product}/Purchase`, purchase);
    expect(answer.json(), answer.body).toMatchObject({ status: 'succeeded' });
    return answer.json().subscriptionId as number;
  }

  test('counts as saving the subscription once the change is made or scheduled', async () => {
    held = await buy('desktop-pro', 'monthly');
    expect((await follow('smaller')).json()).toEqual({});
    expect(await kept()).toEqual([{ offer: 'smaller', plan: 'desktop-pro', saved: false }]);
    await buy('desktop-basic', 'monthly', 'periodEnd');
    expect(await kept()).toEqual([{ offer: 'smaller', plan: 'desktop-pro', saved: true }]);
    const { rows } = await portal.database.pool.query(
      "select detail from audit_events where account_id = $1 and kind = 'cancellationOfferAccepted'",
      [person.accountId],
    );
    expect(rows).toEqual([{ detail: { subscriptionId: held, offerId: 'smaller' } }]);
  });

  test('does not count after another change, after a day, or if the subscription was canceled in the meantime', async () => {
    held = await buy('desktop-basic', 'monthly');
    await follow('yearly');
    await portal.database.pool.query("update cancellation_reasons set offer_followed_at = now() - interval '25 hours'");
    await buy('desktop-pro', 'monthly');
    expect(await kept()).toMatchObject([{ saved: false }]);
    await follow('smaller');
    await browser.send('DELETE', `/api/Subscription/${held}/Cancel`);
    await browser.post(`/api/Subscription/${held}/DontCancel`, {});
    await buy('desktop-basic', 'monthly');
    expect((await kept()).some(({ saved }) => saved)).toBe(false);
  });

  test('a discount to stay ends with a change to a longer interval, as the quote says', async () => {
    held = await buy('desktop-basic', 'monthly');
    expect((await browser.post(`/api/Subscription/${held}/CancellationOffers/stay`, {})).statusCode).toBe(200);
    const preview = async (interval: string, quantity: number) =>
      (
        await browser.post(`${product}/PreviewPurchase`, {
          items: [{ subscriptionPlanId: 'desktop-basic', priceId: `desktop-basic-${interval}`, quantity }],
        })
      ).json();
    expect(await preview('monthly', 2)).toMatchObject({
      recurringInvoiceDetails: { discount: 1_000 },
      consequences: { removedDiscounts: [] },
    });
    const quote = await preview('yearly', 2);
    expect(quote).toMatchObject({
      recurringInvoiceDetails: { total: 40_000, discount: 0 },
      consequences: { removedDiscounts: ['Thank you for staying'] },
    });
    expect(quote.recurringCharges).toMatchObject([{ total: 40_000 }]);
    expect(quote.current.recurringInvoiceDetails.discount).toBe(500);
    const { total } = (await preview('yearly', 1)).subscriptionUpdateInvoiceDetails;
    await buy('desktop-basic', 'yearly');
    const { rows } = await portal.database.pool.query(
      'select stripe_subscription_id as id from subscriptions where id = $1',
      [held],
    );
    const changed = await portal.stripe.subscriptions.retrieve(rows[0].id, { expand: ['latest_invoice'] });
    expect([changed.discounts, (changed.latest_invoice as { total: number }).total]).toEqual([[], total]);
  });

  test('is not found for discounts, unknown offers and other accounts, and refused if it does not fit', async () => {
    held = await buy('desktop-basic', 'monthly');
    expect((await follow('stay')).statusCode).toBe(404);
    expect((await follow('nothing')).statusCode).toBe(404);
    expect((await follow('smaller')).statusCode).toBe(409);
    const other = await newPerson(portal);
    const path = `/api/Subscription/${held}/CancellationOffers/yearly/Follow`;
    expect((await other.browser.post(path, {})).statusCode).toBe(404);
    expect(await kept()).toEqual([]);
  });
});
