import type { ChangeTime, PurchaseEstimate, PurchaseSelection, UpcomingInvoice } from '@portico/contract';
import { findDues, type NextCharges } from '@portico/contract/dues';
import { secondsInDay } from 'date-fns/constants';
import type Stripe from 'stripe';
import { expect, test } from 'vitest';
import { startFullPortal } from '../../../test/full-portal.ts';
import { newPersonOnClock, type Person } from '../../../test/operation-person.ts';
import { randomNumbers, sampled, shuffled } from '../../../test/sample.ts';
import { shippingDetails } from './purchase.test-support.ts';

const whole = 200;
const { seed, size, isComplete } = sampled('histories of what is due', { sample: 2, whole });

const portal = await startFullPortal();
const { stripe, app } = portal;

/** Charges that were compared with the amounts shown before. */
let compared = 0;
/** Compared charges that the credit paid, and scheduled changes. */
const met = { credit: 0, scheduled: 0 };
const taken = new Set<string>();

type Random = () => number;
type Clocked = Awaited<ReturnType<typeof newPersonOnClock>>;

function pick<Item>(random: Random, ...items: readonly Item[]): Item {
  return items[random() % items.length] as Item;
}

/** Something to buy, of one of two products. */
function select(random: Random): { product: string; selection: PurchaseSelection } {
  const quantity = 1 + (random() % 5);
  const coupon = pick(random, undefined, undefined, 'THREE', 'HALF', 'SECOND', 'CLOUDONLY');
  const [subscriptionPlanId, priceId, addons] = pick<[string, string, Record<string, number>?]>(
    random,
    ['cloud-team', 'cloud-team-monthly'],
    ['cloud-team', 'cloud-team-monthly'],
    ['cloud-free', 'cloud-free-monthly'],
    ['desktop-basic', 'desktop-basic-monthly'],
    ['desktop-basic', 'desktop-basic-monthly', { 'forensics-monthly': 2 }],
    ['desktop-basic', 'desktop-basic-yearly'],
    ['desktop-basic', 'desktop-basic-yearly', { 'forensics-yearly': 1 }],
    ['desktop-pro', 'desktop-pro-monthly', { 'forensics-plus-monthly': 1 }],
  );
  const product = subscriptionPlanId.startsWith('cloud') ? 'cloud' : 'desktop';
  return { product, selection: { items: [{ subscriptionPlanId, priceId, quantity }], coupon, addons } };
}

/** Updates the mirror, as webhooks would. */
async function refresh({ customerId }: Person): Promise<void> {
  await app.gateway.mirror.refresh('customer', customerId);
  for await (const { id } of stripe.subscriptions.list({ customer: customerId, status: 'all', limit: 100 }))
    await app.gateway.mirror.refresh('subscription', id);
  for await (const { id } of stripe.subscriptionSchedules.list({ customer: customerId, limit: 100 }))
    await app.gateway.mirror.refresh('subscription_schedule', id);
  for await (const { id } of stripe.invoices.list({ customer: customerId, limit: 100 }))
    await app.gateway.mirror.refresh('invoice', id);
}

async function fetchUpcoming({ browser }: Person): Promise<{ total: number; items: UpcomingInvoice[] }> {
  const response = await browser.get('/api/Subscription/invoices/upcoming?pageSize=20');
  expect(response.statusCode, response.body).toBe(200);
  return response.json();
}

const listUpcoming = async (person: Person): Promise<UpcomingInvoice[]> => (await fetchUpcoming(person)).items;

/** Compares the next amount due on a purchase's screens with the next invoice (CHG-3). */
function compareDues(estimate: PurchaseEstimate, charges: NextCharges, next: UpcomingInvoice | undefined): void {
  // A new subscription is not yet among the charges.
  const dues = findDues(estimate, next?.subscriptionId ?? null, charges);
  if (!next || !dues.next) {
    expect(dues.next).toBe(next ?? null);
    return;
  }
  expect(dues.next).toMatchObject({ at: next.created, total: next.total });
  if (dues.next.isBeforeCredit) expect(next.amountDue).toBeLessThanOrEqual(next.total);
  else expect(dues.next.due).toBe(next.amountDue);
  if (dues.next.fromCredit > 0) met.credit += 1;
}

/** Buys something, and compares the amounts shown before with the invoice and with the amounts shown afterwards. */
async function buySomething({ person }: Clocked, random: Random, log: string[]): Promise<void> {
  const { product, selection } = select(random);
  const { browser } = person;
  const body: PurchaseSelection & { shippingDetails?: typeof shippingDetails; when?: ChangeTime } = {
    ...selection,
    shippingDetails: pick(random, undefined, shippingDetails),
    when: pick(random, undefined, undefined, 'periodEnd'),
  };
  const url = `/api/Products/${product}`;
  let estimated = await browser.post(`${url}/EstimatePurchase`, body);
  if (estimated.json().code === 'InvalidCoupon') {
    body.coupon = undefined;
    estimated = await browser.post(`${url}/EstimatePurchase`, body);
  }
  if (estimated.statusCode === 200 && !estimated.json().startsAt) body.when = undefined;
  log.push(
    `${JSON.stringify(body.items[0])} ${JSON.stringify(body.addons)} ${body.coupon} ${body.when} ${estimated.statusCode}`,
  );
  const quoted = await browser.post(`${url}/PreviewPurchase`, body);
  if (quoted.statusCode !== 200) {
    // A selection that changes nothing has an estimate, but cannot be bought. A credit needs the address of its charge.
    expect(['ValidationError', 'Conflict'], quoted.body).toContain(quoted.json().code);
    return;
  }
  const { includesTax, ...estimate } = estimated.json<PurchaseEstimate & { includesTax: boolean }>();
  const { taxTransactionId, expiresAt, ...quote } = quoted.json();
  expect(quote).toEqual(estimate);
  const customer = (await stripe.customers.retrieve(person.customerId)) as Stripe.Customer;
  const charges = await fetchUpcoming(person);
  const paymentMethodId = customer.invoice_settings.default_payment_method;
  const bought = await browser.post(`${url}/Purchase`, { ...body, paymentMethodId, taxTransactionId });
  expect(bought.json(), bought.body).toMatchObject({
    status: 'succeeded',
    amountPaid: estimate.subscriptionUpdateInvoiceDetails.amountDue,
  });
  const after = (await stripe.customers.retrieve(person.customerId)) as Stripe.Customer;
  expect(Math.max(0, -after.balance)).toBe(estimate.subscriptionUpdateInvoiceDetails.creditAfter);
  expect((await browser.get('/api/Billing/Balance')).json().endingBalance).toBe(0 - after.balance);
  const { subscriptionId } = bought.json();
  const next = (await listUpcoming(person)).find((one) => one.subscriptionId === subscriptionId);
  expect(next?.recurringCharges ?? []).toEqual(estimate.recurringCharges);
  if (next) expect(next.created).toBe(estimate.nextPaymentDate);
  compareDues(estimate, charges, next);
  if (body.when) met.scheduled += 1;
}

/** Advances the clock to one of the next charges, and compares each charge with the amount shown before. */
async function renew({ person, pass }: Clocked, random: Random, log: string[]): Promise<void> {
  const before = await listUpcoming(person);
  const subject = pick(random, ...before.slice(0, 1 + (random() % 2)));
  if (!subject) return;
  const dates = [subject.created, ...subject.following.map(({ created }) => created)];
  const until = new Date(pick(random, ...dates)).getTime() / 1000 + 2 * 3_600;
  const now = await pass(1);
  if (until - now > 400 * secondsInDay) return;
  log.push(`until ${new Date(until * 1000).toISOString()}`);
  await pass(until - now);
  await refresh(person);
  for (const one of before) {
    const { rows } = await portal.database.pool.query(
      'select stripe_subscription_id as id from subscriptions where id = $1',
      [one.subscriptionId],
    );
    const { data } = await stripe.invoices.list({ subscription: rows[0].id, limit: 100 });
    const charged = data
      .filter((invoice) => invoice.billing_reason === 'subscription_cycle' && invoice.created > now)
      .map((invoice) => [invoice.created, invoice.total, invoice.amount_due])
      .reverse();
    const expected = [one, ...one.following]
      .map(({ created, total, amountDue }) => [new Date(created).getTime() / 1000, total, amountDue])
      .filter(([at]) => Number(at) <= until);
    expect(charged.slice(0, 4)).toEqual(expected);
    compared += expected.length;
    for (const [at, total] of charged.slice(1)) {
      const charge = one.recurringCharges.findLast(({ from }) => new Date(from).getTime() / 1000 <= Number(at));
      expect(total).toBe(charge?.total);
    }
  }
}

async function giveCredit({ person }: Clocked, random: Random, log: string[]): Promise<void> {
  // Sometimes a debt that is too small to be charged alone.
  const amount = random() % 4 === 0 ? 1 + (random() % 49) : -(random() % 15_000);
  log.push(`credit ${amount}`);
  await stripe.customers.createBalanceTransaction(person.customerId, { amount, currency: 'usd' });
  await refresh(person);
}

async function cancelOrRestore({ person }: Clocked, random: Random, log: string[]): Promise<void> {
  const { items } = (await person.browser.get('/api/Subscription/list')).json();
  const one = pick<{ id: number; cancellationAllowed: boolean; restoreAllowed: boolean }>(random, ...items);
  if (!one?.cancellationAllowed && !one?.restoreAllowed) return;
  log.push(one.cancellationAllowed ? 'cancel' : 'restore');
  const answer = one.cancellationAllowed
    ? await person.browser.send('DELETE', `/api/Subscription/${one.id}/Cancel`, {})
    : await person.browser.post(`/api/Subscription/${one.id}/DontCancel`, {});
  expect(answer.statusCode, answer.body).toBe(200);
}

const steps = { buySomething, renew, giveCredit, cancelOrRestore };
type StepName = keyof typeof steps;
const often = ['buySomething', 'renew'] as const;

/** The steps of a history: two purchases and a renewal first, then random steps, and a renewal at the end. */
function planHistory(random: Random): StepName[] {
  const others = Array.from({ length: 4 }, () =>
    pick<StepName>(random, ...often, ...often, ...often, 'giveCredit', 'cancelOrRestore'),
  );
  return ['buySomething', 'buySomething', 'renew', ...others, 'renew'];
}

const histories = Array.from({ length: whole }, (_, index) => seed + index);
const chosen = shuffled(histories, seed, (own) => planHistory(randomNumbers(own))).slice(0, size);

test.each(chosen)(
  'charges the amounts that every screen showed before, in the history %i',
  async (own) => {
    const random = randomNumbers(own);
    const clocked = await newPersonOnClock(portal);
    const log: string[] = [];
    try {
      for (const name of planHistory(random)) {
        await steps[name](clocked, random, log);
        taken.add(name);
        // The test does not cover limits.
        await portal.database.pool.query('delete from rate_limits');
        await clocked.pass(1 + (random() % (9 * secondsInDay)));
        await refresh(clocked.person);
      }
    } catch (error) {
      console.error(log.join('\n'));
      throw error;
    }
  },
  180_000,
);

test('the histories used each kind of step and compared charges', () => {
  expect(compared).toBeGreaterThan(0);
  if (isComplete) expect([...taken].toSorted()).toEqual(Object.keys(steps).toSorted());
  // A sample need not contain every kind.
  if (size < 100) return;
  expect(met.credit).toBeGreaterThan(0);
  expect(met.scheduled).toBeGreaterThan(0);
});
