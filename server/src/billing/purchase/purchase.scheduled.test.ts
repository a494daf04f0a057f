import { secondsInDay } from 'date-fns/constants';
import { beforeAll, describe, expect, test } from 'vitest';
import { type FullPortal, startFullPortal } from '../../../test/full-portal.ts';
import { insertDevice } from '../../../test/licenses.ts';
import { attachCard, newPerson, newPersonOnClock, type Person } from '../../../test/operation-person.ts';
import { listLiveAtStripe } from './purchase.test-support.ts';

let portal: FullPortal;

beforeAll(async () => {
  portal = await startFullPortal();
});

const basic = (quantity: number, price = 'monthly') => ({
  items: [{ subscriptionPlanId: 'desktop-basic', priceId: `desktop-basic-${price}`, quantity }],
});
type Choice = ReturnType<typeof basic> & { when?: 'now' | 'periodEnd' };
const pro = {
  items: [{ subscriptionPlanId: 'desktop-pro', priceId: 'desktop-pro-monthly', quantity: 1 }],
};
const later = (choice: Choice): Choice => ({ ...choice, when: 'periodEnd' });

const findDefaultCard = async ({ customerId }: Person) => {
  const customer = await portal.stripe.customers.retrieve(customerId);
  return customer.deleted ? '' : String(customer.invoice_settings.default_payment_method);
};
const quote = (person: Person, choice: Choice) => person.browser.post('/api/Products/desktop/PreviewPurchase', choice);

/** Gets a quote for a selection. @returns the function that purchases it and can be called again */
async function quoted(person: Person, choice: Choice, card?: string) {
  const previewed = await quote(person, choice);
  expect(previewed.statusCode, previewed.body).toBe(200);
  const body = {
    ...choice,
    taxTransactionId: previewed.json().taxTransactionId,
    paymentMethodId: card ?? (await findDefaultCard(person)),
  };
  return () => person.browser.post('/api/Products/desktop/Purchase', body);
}

async function make(person: Person, choice: Choice, card?: string) {
  const made = await (await quoted(person, choice, card))();
  expect(made.json(), made.body).toMatchObject({ status: 'succeeded' });
  return made.json<{ subscriptionId: number; amountPaid: number }>();
}

const getSubscription = async ({ browser }: Person, id: number) =>
  (await browser.get(`/api/Subscription/${id}`)).json();
const takeBack = ({ browser }: Person, id: number) => browser.send('DELETE', `/api/Subscription/${id}/ScheduledChange`);
const upcoming = async ({ browser }: Person, id: number) =>
  (await browser.get(`/api/Subscription/${id}/invoices/upcoming`)).json().items[0];
const invoices = async ({ customerId }: Person) => (await portal.stripe.invoices.list({ customer: customerId })).data;

/** Updates the mirror, as a webhook would. */
async function refreshMirror(person: Person): Promise<void> {
  const { app, stripe } = portal;
  for (const { id } of await listLiveAtStripe(person)) await app.gateway.mirror.refresh('subscription', id);
  const { data } = await stripe.subscriptionSchedules.list({ customer: person.customerId });
  for (const { id } of data) await app.gateway.mirror.refresh('subscription_schedule', id);
  for (const { id } of await invoices(person)) await app.gateway.mirror.refresh('invoice', String(id));
}

describe('a reduction', () => {
  test('waits for the end of the period, is shown until then, and is charged with the shown amounts', async () => {
    const { person, pass } = await newPersonOnClock(portal);
    const { subscriptionId: id } = await make(person, basic(5));
    const before = await getSubscription(person, id);
    expect(before.scheduledChange).toBeNull();
    const estimate = await person.browser.post('/api/Products/desktop/EstimatePurchase', later(basic(2)));
    expect(estimate.json(), estimate.body).toMatchObject({
      waitsUntil: before.expirationDate,
      startsAt: before.expirationDate,
      nextPaymentDate: before.expirationDate,
      subscriptionUpdateInvoiceDetails: { total: 0, amountDue: 0 },
      recurringCharges: [{ from: before.expirationDate, total: 4_000 }],
    });
    expect(await make(person, later(basic(2)))).toMatchObject({ amountPaid: 0, subscriptionId: id });
    const waiting = await getSubscription(person, id);
    expect(waiting).toMatchObject({
      quantity: 5,
      scheduledChange: {
        at: before.expirationDate,
        subscriptionPlanName: 'Basic',
        quantity: 2,
        seats: 2,
        amount: 4_000,
      },
    });
    const { items } = (await person.browser.get('/api/Subscription/list')).json();
    expect(items[0].scheduledChange).toEqual(waiting.scheduledChange);
    const { items: events } = (await person.browser.get(`/api/Subscription/${id}/Events`)).json();
    expect(events.filter(({ isAhead }: { isAhead: boolean }) => isAhead)).toMatchObject([
      { kind: 'quantityChanged', at: before.expirationDate, detail: '5 to 2' },
      { kind: 'renews', at: before.expirationDate },
    ]);
    const next = await upcoming(person, id);
    expect(next).toMatchObject({ created: before.expirationDate, total: 4_000, lines: [{ quantity: 2 }] });
    await pass(31 * secondsInDay + 7_200);
    await refreshMirror(person);
    expect((await invoices(person))[0]).toMatchObject({ total: next.total, amount_due: next.amountDue });
    expect(await getSubscription(person, id)).toMatchObject({ quantity: 2, amount: 4_000, scheduledChange: null });
    const { rows } = await portal.database.pool.query('select quantity from licenses where account_id = $1', [
      person.accountId,
    ]);
    expect(rows).toEqual([{ quantity: 2 }]);
  });

  test('changes to a cheaper plan at the end of the period', async () => {
    const { person, pass } = await newPersonOnClock(portal);
    const { subscriptionId: id } = await make(person, pro);
    await make(person, later(basic(1)));
    const waiting = await getSubscription(person, id);
    expect(waiting).toMatchObject({
      subscriptionPlanId: 'desktop-pro',
      amount: 5_000,
      scheduledChange: { subscriptionPlanName: 'Basic', amount: 2_000, at: waiting.expirationDate },
    });
    const { items: events } = (await person.browser.get(`/api/Subscription/${id}/Events`)).json();
    expect(events.filter(({ isAhead }: { isAhead: boolean }) => isAhead)).toMatchObject([
      { kind: 'planChanged', at: waiting.expirationDate, detail: 'Professional to Basic' },
      { kind: 'renews', at: waiting.expirationDate },
    ]);
    expect(await upcoming(person, id)).toMatchObject({
      subscriptionPlanName: 'Basic',
      total: 2_000,
      lines: [{ description: 'Desktop – Basic, Monthly' }],
    });
    await pass(31 * secondsInDay + 7_200);
    await refreshMirror(person);
    expect((await invoices(person))[0]?.total).toBe(2_000);
    expect(await getSubscription(person, id)).toMatchObject({
      subscriptionPlanId: 'desktop-basic',
      subscriptionPlanName: 'Basic',
      amount: 2_000,
      scheduledChange: null,
    });
  });

  test('to a free plan has a next invoice of 0 before and after it is made', async () => {
    const { person } = await newPersonOnClock(portal);
    const choice = (plan: string) => ({
      items: [{ subscriptionPlanId: `cloud-${plan}`, priceId: `cloud-${plan}-monthly`, quantity: 1 }],
    });
    const ask = async (call: string, body: object) =>
      (await person.browser.post(`/api/Products/cloud/${call}`, body)).json();
    const buy = async (body: object) => {
      const { taxTransactionId } = await ask('PreviewPurchase', body);
      return ask('Purchase', { ...body, taxTransactionId, paymentMethodId: await findDefaultCard(person) });
    };
    const { subscriptionId } = await buy(choice('team'));
    await refreshMirror(person);
    const free = { ...choice('free'), when: 'periodEnd' };
    const { recurringCharges, nextPaymentDate, startsAt } = await ask('EstimatePurchase', free);
    expect(recurringCharges).toEqual([{ from: startsAt, until: null, total: 0, discount: 0 }]);
    expect(nextPaymentDate).toBe(startsAt);
    expect(await buy(free)).toMatchObject({ status: 'succeeded', amountPaid: 0 });
    await refreshMirror(person);
    expect(await upcoming(person, subscriptionId)).toMatchObject({ created: startsAt, amountDue: 0, recurringCharges });
  });

  test('changes from yearly to monthly at the end of the period', async () => {
    const { person, pass } = await newPersonOnClock(portal);
    const { subscriptionId: id } = await make(person, basic(1, 'yearly'));
    await make(person, later(basic(1)));
    const next = await upcoming(person, id);
    expect(next).toMatchObject({ total: 2_000 });
    const [following] = next.following;
    const days = (Date.parse(following.created) - Date.parse(next.created)) / 1000 / secondsInDay;
    expect(days).toBeLessThan(32);
    await pass(366 * secondsInDay + 7_200);
    await refreshMirror(person);
    expect((await invoices(person))[0]?.total).toBe(2_000);
    expect(await getSubscription(person, id)).toMatchObject({ interval: 'Month', scheduledChange: null });
  });

  test('keeps the discount', async () => {
    const { person, pass } = await newPersonOnClock(portal);
    const { subscriptionId: id } = await make(person, basic(5));
    const coupon = await portal.stripe.coupons.create({ percent_off: 10, duration: 'forever' });
    const [held] = await listLiveAtStripe(person);
    await portal.stripe.subscriptions.update(held?.id ?? '', { discounts: [{ coupon: coupon.id }] });
    await refreshMirror(person);
    await make(person, later(basic(2)));
    expect(await upcoming(person, id)).toMatchObject({ total: 3_600 });
    await pass(31 * secondsInDay + 7_200);
    expect((await invoices(person))[0]?.total).toBe(3_600);
  });

  test('can be taken back and made again', async () => {
    const person = await newPerson(portal);
    const { subscriptionId: id } = await make(person, basic(5));
    await make(person, later(basic(2)));
    const taken = await takeBack(person, id);
    expect(taken.json(), taken.body).toMatchObject({
      status: 'succeeded',
      subscription: { quantity: 5, scheduledChange: null },
    });
    expect((await takeBack(person, id)).statusCode).toBe(409);
    expect(await upcoming(person, id)).toMatchObject({ total: 10_000 });
    await make(person, later(basic(3)));
    expect((await getSubscription(person, id)).scheduledChange).toMatchObject({ quantity: 3 });
    const kinds = await portal.database.pool.query(
      "select kind from audit_events where account_id = $1 and kind ilike '%scheduled%' order by id",
      [person.accountId],
    );
    expect(kinds.rows.map(({ kind }) => kind)).toEqual([
      'changeScheduled',
      'scheduledChangeTakenBack',
      'changeScheduled',
    ]);
  });

  test('replaces a scheduled change, unless the reduction was quoted before that change', async () => {
    const person = await newPerson(portal);
    const { subscriptionId: id } = await make(person, basic(5));
    const first = await quoted(person, later(basic(3)));
    await make(person, later(basic(2)));
    // The first quote would replace a change that it did not show.
    expect((await first()).json()).toMatchObject({ code: 'PriceChanged' });
    const { consequences } = (await quote(person, later(basic(4)))).json();
    expect(consequences.replacedChange).toMatchObject({ quantity: 2 });
    await make(person, later(basic(4)));
    expect((await getSubscription(person, id)).scheduledChange).toMatchObject({ quantity: 4 });
    expect((await listLiveAtStripe(person)).length).toBe(1);
  });

  test('is made once by simultaneous requests', async () => {
    const person = await newPerson(portal);
    const { subscriptionId: id } = await make(person, basic(5));
    const press = await quoted(person, later(basic(2)));
    const answers = await Promise.all(Array.from({ length: 5 }, press));
    expect(new Set(answers.map((answer) => answer.json().operationId)).size).toBe(1);
    expect((await getSubscription(person, id)).scheduledChange).toMatchObject({ quantity: 2 });
    const made = await portal.stripe.subscriptionSchedules.list({ customer: person.customerId });
    expect(made.data).toHaveLength(1);
  });
});

describe('an immediate change', () => {
  test('takes back the scheduled change once it is paid, but not if its card is declined', async () => {
    const person = await newPerson(portal);
    const { subscriptionId: id } = await make(person, basic(5));
    await make(person, later(basic(2)));
    const declining = await attachCard(person, 'pm_card_chargeCustomerFail');
    expect((await (await quoted(person, basic(7), declining))()).json()).toMatchObject({ code: 'CardError' });
    expect((await getSubscription(person, id)).scheduledChange).toMatchObject({ quantity: 2 });
    const { consequences } = (await quote(person, basic(7))).json();
    expect(consequences.replacedChange).toMatchObject({ quantity: 2 });
    await make(person, basic(7));
    expect(await getSubscription(person, id)).toMatchObject({ quantity: 7, scheduledChange: null });
    expect((await listLiveAtStripe(person))[0]?.schedule).toBeNull();
  });
});

describe('a cancellation', () => {
  test('takes back the scheduled change, which restoring does not bring back', async () => {
    const person = await newPerson(portal);
    const { subscriptionId: id } = await make(person, basic(5));
    await make(person, later(basic(2)));
    const canceled = await person.browser.send('DELETE', `/api/Subscription/${id}/Cancel`);
    expect(canceled.json(), canceled.body).toMatchObject({
      status: 'succeeded',
      subscription: { scheduledChange: null, restoreAllowed: true },
    });
    const restored = await person.browser.post(`/api/Subscription/${id}/DontCancel`, {});
    expect(restored.json()).toMatchObject({ subscription: { scheduledChange: null, cancelAt: null } });
    expect(await upcoming(person, id)).toMatchObject({ total: 10_000 });
  });
});

describe('scheduling a change', () => {
  test('rejects a change to a higher price, and one that is already scheduled', async () => {
    const person = await newPerson(portal);
    await make(person, basic(2));
    const dearer = await quote(person, later(basic(3)));
    expect(dearer.json()).toMatchObject({ code: 'ValidationError', propertyErrors: { when: expect.any(Array) } });
    const estimate = await person.browser.post('/api/Products/desktop/EstimatePurchase', later(basic(3)));
    expect(estimate.json()).toMatchObject({ waitsUntil: null, startsAt: null });
    await make(person, later(basic(1)));
    expect((await quote(person, later(basic(1)))).json()).toMatchObject({
      propertyErrors: { items: expect.any(Array) },
    });
  });

  test('rejects fewer seats than devices in use, like an immediate change', async () => {
    const person = await newPerson(portal);
    await make(person, basic(3));
    await portal.database.pool.query('update licenses set used_quantity = 2 where account_id = $1', [person.accountId]);
    const answers = [await quote(person, basic(1)), await quote(person, later(basic(1)))].map((answer) =>
      answer.json(),
    );
    expect(answers[1]).toMatchObject({ code: 'ValidationError', propertyErrors: answers[0].propertyErrors });
    expect((await quote(person, later(basic(2)))).statusCode).toBe(200);
  });

  test('frees the exceeding seats if devices were added in the meantime', async () => {
    const { person, pass } = await newPersonOnClock(portal);
    const { subscriptionId: id } = await make(person, basic(3));
    await make(person, later(basic(1)));
    const { rows } = await portal.database.pool.query('select id from licenses where account_id = $1', [
      person.accountId,
    ]);
    const license = { id: rows[0].id, accountId: person.accountId };
    for (const hardwareId of ['HW-1', 'HW-2']) await insertDevice(portal.database, license, { hardwareId });
    await portal.database.pool.query('update licenses set used_quantity = 2 where id = $1', [license.id]);
    const { items } = (await person.browser.get('/api/Billing/Attention')).json();
    expect(items).toContainEqual(
      expect.objectContaining({ kind: 'placesEnding', subscriptionId: id, licenseId: license.id, inUse: 2, places: 1 }),
    );
    await pass(31 * secondsInDay + 7_200);
    await refreshMirror(person);
    expect(await getSubscription(person, id)).toMatchObject({ quantity: 1, seats: { inUse: 1, total: 1 } });
    const { rows: devices } = await portal.database.pool.query(
      'select hardware_id, status from devices where license_id = $1 order by id',
      [license.id],
    );
    // The device that was assigned last loses its seat (DEV-2).
    expect(devices).toEqual([
      { hardware_id: 'HW-1', status: 3 },
      { hardware_id: 'HW-2', status: 1 },
    ]);
  });

  test("neither shows nor takes back another account's change", async () => {
    const person = await newPerson(portal);
    const { subscriptionId: id } = await make(person, basic(5));
    await make(person, later(basic(2)));
    const stranger = await newPerson(portal);
    expect((await takeBack(stranger, id)).statusCode).toBe(404);
    expect((await takeBack(stranger, 999_999)).json()).toMatchObject({ code: 'NotFound' });
    expect((await getSubscription(person, id)).scheduledChange).toMatchObject({ quantity: 2 });
  });
});

test('keeps a card that was changed in the meantime', async () => {
  const { person, pass } = await newPersonOnClock(portal);
  const { subscriptionId: id } = await make(person, basic(5));
  await make(person, later(basic(2)));
  const paymentMethodId = await attachCard(person, 'pm_card_mastercard');
  const changed = await person.browser.post(`/api/Subscription/${id}`, { paymentMethodId });
  expect(changed.json(), changed.body).toMatchObject({ status: 'succeeded' });
  await pass(31 * secondsInDay + 7_200);
  expect((await listLiveAtStripe(person))[0]?.default_payment_method).toBe(paymentMethodId);
});
