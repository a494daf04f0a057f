import { fileURLToPath } from 'node:url';
import { UTCDate } from '@date-fns/utc';
import { add } from 'date-fns/add';
import type Stripe from 'stripe';
import { describe, expect, test } from 'vitest';
import type { Browser } from '../../test/browser.ts';
import { type FullPortal, startFullPortal } from '../../test/full-portal.ts';
import { listMirroredObjects, listStripeObjects } from '../../test/mirrored-objects.ts';
import { waitForStripeEvents } from '../../test/wait-for-stripe-events.ts';
import { markStepDone } from '../core/db/installation.ts';
import type { DemonstrationHistory } from './history.ts';
import { historyWanted } from './script.ts';

const endpoint = '/api/Demonstration/History';
const owner = 'owner@acme.example';
const hour = 3_600;
const day = 24 * hour;

function createHistory({ app }: FullPortal): DemonstrationHistory {
  if (!app.history) throw new Error('there is no history here');
  return app.history;
}

const making = (
  portal: FullPortal,
  onPercent: (percent: number) => void = () => {},
  signal = new AbortController().signal,
) => createHistory(portal).make(signal, onPercent);

const sum = (amounts: Iterable<number>) => [...amounts].reduce((total, amount) => total + amount, 0);

/** All objects of the customer at Stripe, oldest first. */
async function readBooks(stripe: Stripe) {
  const [customer] = (await stripe.customers.list({ email: owner })).data;
  if (!customer) throw new Error('there is no customer');
  const of = { customer: customer.id, limit: 100 } as const;
  const oldestFirst = <Item extends { created: number }>(items: Item[]) => items.reverse();
  return {
    customer,
    subscriptions: (await stripe.subscriptions.list({ ...of, status: 'all' })).data,
    invoices: oldestFirst((await stripe.invoices.list(of)).data),
    charges: oldestFirst((await stripe.charges.list(of)).data),
    refunds: (await stripe.refunds.list({ limit: 100 })).data,
    credits: (await stripe.customers.listBalanceTransactions(customer.id, { limit: 100 })).data,
  };
}

const subscriptionId = (invoice: Stripe.Invoice) => String(invoice.parent?.subscription_details?.subscription);

describe('the history of Acme Security', { timeout: 300_000 }, async () => {
  const portal = await startFullPortal({
    mode: 'demo',
    queue: true,
    catalog: fileURLToPath(new URL('../../../catalog/veriscan.yaml', import.meta.url)),
  });
  const { stripe, database } = portal;
  const [acme, globex, operator] = (await Promise.all(
    [owner, 'owner@globex.example', 'operator@portico.example'].map(portal.signIn),
  )) as [Browser, Browser, Browser];
  const getPercent = async (browser: Browser) => (await browser.get(endpoint)).json().percent;

  test('is generated once by one of two processes, resumes after an interruption, and reports its progress to its users', async () => {
    await markStepDone(database, historyWanted);
    // A page that is opened before the history begins shows that one will come.
    await createHistory(portal).prepare();
    expect(await Promise.all([acme, operator, globex].map(getPercent))).toEqual([0, 0, null]);
    // Interrupts the history after each scene, which is then repeated.
    for (let furthest = -1; furthest < 70; ) {
      const cut = new AbortController();
      const goOn = (percent: number) => {
        if (percent <= furthest) return;
        furthest = percent;
        cut.abort();
      };
      expect(await making(portal, goOn, cut.signal)).toBe('unfinished');
    }
    const seen: number[] = [];
    let shown: Promise<unknown[]> | undefined;
    const watch = (percent: number) => {
      seen.push(percent);
      if (percent > 40) shown ??= Promise.all([acme, operator, globex].map(getPercent));
    };
    // The first process generates the history; the other does nothing.
    const outcomes = await Promise.all([making(portal, watch), making(portal, watch)]);
    expect(outcomes.sort()).toEqual(['made', 'nothing']);
    expect(seen).toEqual([...seen].sort((a, b) => a - b));
    // An interrupted history resumes where it stopped.
    expect(seen[0]).toBeGreaterThan(60);
    expect(seen.at(-1)).toBe(100);
    const [ofAcme, ofOperator, ofGlobex] = (await shown) as [number, number, number | null];
    expect(ofAcme).toBeGreaterThan(40);
    expect(ofOperator).toBeGreaterThan(40);
    expect(ofGlobex).toBeNull();
    expect(await getPercent(acme)).toBeNull();
    expect(await making(portal)).toBe('nothing');
    await createHistory(portal).prepare();
    expect(await getPercent(acme)).toBeNull();
  });

  test('the mirror equals the objects at Stripe', async () => {
    await waitForStripeEvents(portal);
    expect(await listMirroredObjects(database)).toEqual(await listStripeObjects(stripe));
  });

  test('monthly subscriptions renew each month, and the yearly one renews after a year', async () => {
    const { customer, invoices, subscriptions } = await readBooks(stripe);
    const beginning = new UTCDate(customer.created * 1000);
    expect(Math.abs(add(beginning, { months: 14, days: 5 }).getTime() - Date.now())).toBeLessThan(4 * day * 1000);
    const dates = (productId: string) => {
      const its = subscriptions.filter(({ metadata }) => metadata.product_id === productId).map(({ id }) => id);
      return invoices
        .filter((invoice) => its.includes(subscriptionId(invoice)))
        .filter(({ billing_reason: reason }) => reason !== 'subscription_update')
        .map(({ created }) => created);
    };
    const monthly = (start: Date, count: number) =>
      Array.from({ length: count }, (_, months) => add(start, { months }).getTime() / 1000);
    expect(dates('veriscan-cloud')).toEqual(monthly(beginning, 15));
    expect(dates('age-check')).toEqual(monthly(add(beginning, { months: 6, days: 15 }), 8));
    expect(dates('document-forensics')).toEqual([
      ...monthly(add(beginning, { months: 2, days: 10 }), 2),
      ...monthly(add(beginning, { months: 12, days: 3 }), 3),
    ]);
    const yearly = add(beginning, { months: 1, days: 2 });
    expect(dates('parsing-sdk')).toEqual([yearly, add(yearly, { years: 1 })].map((date) => date.getTime() / 1000));
  });

  test('invoices are paid by card or credit, and the portal’s spending equals the payments', async () => {
    const { invoices, charges, refunds, credits, customer } = await readBooks(stripe);
    for (const invoice of invoices) {
      // One renewal is left to be paid.
      if (invoice.status === 'open') continue;
      const byCredit = (invoice.ending_balance ?? 0) - invoice.starting_balance;
      expect(invoice.amount_paid + byCredit, invoice.number ?? '').toBe(invoice.total);
      const tax = sum((invoice.total_taxes ?? []).map(({ amount }) => amount));
      expect((invoice.total_excluding_tax ?? 0) + tax, invoice.number ?? '').toBe(invoice.total);
      expect(sum(invoice.lines.data.map(({ amount }) => amount)), invoice.number ?? '').toBe(invoice.subtotal);
      expect(invoice.status).toBe('paid');
    }
    expect(invoices.map(({ status }) => status).filter((status) => status === 'open')).toHaveLength(1);
    const taken = sum(charges.filter(({ paid }) => paid).map(({ amount }) => amount));
    const givenBack = sum(refunds.map(({ amount }) => amount));
    expect(taken).toBe(sum(invoices.map((invoice) => invoice.amount_paid)));
    expect(givenBack).toBe(sum(charges.map((charge) => charge.amount_refunded)));
    const { spent, since, total, successPaymentsCount } = (
      await acme.get('/api/Billing/PaymentIntents?pageSize=100')
    ).json();
    expect(spent).toBe(taken - givenBack);
    expect(Date.parse(since)).toBe((charges[0]?.created ?? 0) * 1000);
    expect(successPaymentsCount).toBe(charges.filter(({ paid }) => paid).length);
    // Plus the declined payment that is still due.
    expect(total).toBe(successPaymentsCount + 1);
    // The granted credit was used exactly.
    expect(credits.map(({ amount }) => amount)).toEqual([7_207, 4_793, -12_000]);
    expect(customer.balance).toBe(0);
    expect((await acme.get('/api/Billing/Balance')).json().endingBalance).toBe(0);
  });

  test('every purchase was charged as quoted', async () => {
    const { rows } = await database.pool.query<{ product: string; due: number; paid: number }>(
      `select q.product_id as product, q.amount_due as due, (o.result ->> 'amountPaid')::int as paid
       from purchase_quotes q join stripe_operations o on o.id = q.operation_id order by q.created_at`,
    );
    expect(rows.map(({ product }) => product)).toEqual([
      'veriscan-cloud',
      'parsing-sdk',
      'veriscan-cloud',
      'document-forensics',
      'veriscan-cloud',
      'age-check',
      'document-forensics',
    ]);
    for (const { product, due, paid } of rows) expect(paid, product).toBe(due);
    // The charges for the rest of the month: of two more seats, and of a more expensive plan.
    const changes = (await readBooks(stripe)).invoices.filter(({ billing_reason: r }) => r === 'subscription_update');
    expect(changes).toHaveLength(2);
    for (const { lines, total } of changes) {
      expect(total).toBeGreaterThan(0);
      expect(lines.data.some(({ amount }) => amount < 0)).toBe(true);
    }
  });

  test('a coupon reduces three months by a fifth', async () => {
    const { invoices, subscriptions } = await readBooks(stripe);
    const cloud = subscriptions.find(({ metadata }) => metadata.product_id === 'veriscan-cloud');
    const renewals = invoices.filter(
      (invoice) => subscriptionId(invoice) === cloud?.id && invoice.billing_reason !== 'subscription_update',
    );
    const withTax = (cents: number) => Math.round(cents * 1.065);
    expect(renewals.slice(0, 4).map(({ total }) => total)).toEqual([
      ...Array(3).fill(withTax(3 * 3_500 * 0.8)),
      withTax(5 * 3_500),
    ]);
  });

  test('a declined renewal was paid three days later with the replacing card', async () => {
    const { invoices, charges, customer } = await readBooks(stripe);
    const declined = charges.filter(({ status }) => status === 'failed');
    expect(declined.map(({ payment_method_details: details }) => details?.card?.last4)).toEqual(['0341', '0341']);
    const twice = invoices.filter(({ attempt_count: attempts }) => attempts > 1);
    expect(twice).toHaveLength(1);
    const [invoice] = twice as [Stripe.Invoice];
    expect(invoice.status_transitions.paid_at).toBe(invoice.created + hour + 3 * day);
    const paying = charges.find(({ created, paid }) => paid && created === invoice.status_transitions.paid_at);
    expect(paying?.payment_method_details?.card?.last4).toBe('4444');
    const cards = (await acme.get('/api/Billing/PaymentMethods/Card')).json().items;
    expect(
      cards.map(({ card }: { card: { last4: string; isDefault: boolean } }) => [card.last4, card.isDefault]),
    ).toEqual([
      ['4444', true],
      ['0341', false],
      ['4242', false],
    ]);
    expect(customer.metadata.account_id).toBeDefined();
  });

  test('a fifth of a renewal was refunded', async () => {
    const { refunds, charges } = await readBooks(stripe);
    expect(refunds).toHaveLength(1);
    const refunded = charges.find(({ id }) => id === refunds[0]?.charge);
    expect(refunds[0]?.amount).toBe(Math.round((refunded?.amount ?? 0) / 5));
    expect(refunds[0]?.created).toBeGreaterThan(refunded?.created ?? 0);
  });

  test('the account’s subscriptions began when the script bought them', async () => {
    const { items } = (await acme.get('/api/Subscription/list?sortField=startDate&order=asc')).json();
    const { customer } = await readBooks(stripe);
    const beginning = new UTCDate(customer.created * 1000);
    const since = (after: Parameters<typeof add>[1]) => add(beginning, after).toISOString();
    const ofCard = { cancelAt: null, cancellationAllowed: true };
    expect(items).toMatchObject([
      {
        productId: 'veriscan-cloud',
        subscriptionPlanId: 'veriscan-cloud-business',
        quantity: 5,
        status: 1,
        amount: 40_700,
        startDate: since({}),
        expirationDate: since({ months: 15 }),
        ...ofCard,
      },
      {
        productId: 'parsing-sdk',
        quantity: 2,
        status: 1,
        interval: 'Year',
        startDate: since({ months: 1, days: 2 }),
        ...ofCard,
      },
      { productId: 'document-forensics', status: 4, startDate: since({ months: 2, days: 10 }) },
      {
        productId: 'age-check',
        quantity: 5,
        status: 1,
        startDate: since({ months: 6, days: 15 }),
        cancelAt: add(add(beginning, { months: 6, days: 15 }), { months: 8 }).toISOString(),
        restoreAllowed: true,
      },
      { productId: 'document-forensics', status: 3, startDate: since({ months: 12, days: 3 }), ...ofCard },
    ]);
  });

  test('an unpaid renewal, a canceled subscription, an expiring token and an expiring card are left for the user to act on', async () => {
    const { items } = (await acme.get('/api/Billing/Attention')).json();
    expect(items).toMatchObject([
      {
        kind: 'unpaid',
        card: { brand: 'visa', last4: '0341' },
        failedAt: expect.any(String),
        nextAttempt: expect.any(String),
        subscription: { productId: 'document-forensics', hasEnded: false },
      },
      { kind: 'ending', productId: 'age-check', restoreAllowed: true },
      { kind: 'tokenEnding', productId: 'veriscan-cloud', tokenName: 'Nightly export' },
      { kind: 'cardExpires', last4: '4242', hasExpired: false },
    ]);
    expect(items[3].subscriptions.map(({ productId }: { productId: string }) => productId)).toEqual(
      expect.arrayContaining(['veriscan-cloud', 'parsing-sdk']),
    );
  });

  test('the events of its subscriptions show the times when they happened', async () => {
    const { customer } = await readBooks(stripe);
    const beginning = new UTCDate(customer.created * 1000);
    const { items: held } = (await acme.get('/api/Subscription/list?sortField=startDate&order=asc')).json();
    const listEvents = async (at: number) => (await acme.get(`/api/Subscription/${held[at].id}/Events`)).json().items;
    const days = (events: { kind: string; at: string; detail: string | null }[]) =>
      events.map(({ kind, at, detail }) => [
        kind,
        detail,
        Math.round((Date.parse(at) - beginning.getTime()) / day / 1000),
      ]);
    const after = (duration: Parameters<typeof add>[1]) =>
      Math.round((add(beginning, duration).getTime() - beginning.getTime()) / day / 1000);
    const told = days(await listEvents(0));
    expect(told).toEqual(
      expect.arrayContaining([
        ['started', null, 0],
        ['discountStarted', expect.any(String), 0],
        ['quantityChanged', '3 to 5', after({ months: 2, days: 3 })],
        ['planChanged', 'Team to Business', after({ months: 5, days: 12 })],
        ['addonAdded', expect.any(String), after({ months: 5, days: 12 })],
        ['renews', null, after({ months: 15 })],
      ]),
    );
    // Each of them exists once, although every scene was repeated after an interruption.
    for (const kind of ['started', 'quantityChanged', 'planChanged', 'addonAdded'])
      expect(
        told.filter(([one]) => one === kind),
        kind,
      ).toHaveLength(1);
    expect(days(await listEvents(3)).slice(-2)).toEqual([
      ['canceled', null, after({ months: 14, days: 1 })],
      ['ends', null, Math.round((Date.parse(held[3].cancelAt) - beginning.getTime()) / day / 1000)],
    ]);
    expect(days(await listEvents(2)).at(-1)?.[0]).toBe('ended');
  });

  test('continues in real time: a purchase today is charged today, as quoted', async () => {
    const { items: cards } = (await acme.get('/api/Billing/PaymentMethods/Card')).json();
    const selection = {
      items: [
        {
          subscriptionPlanId: 'veriscan-desktop-professional',
          priceId: 'veriscan-desktop-professional-monthly',
          quantity: 2,
        },
      ],
      paymentMethodId: cards[0].stripeId,
    };
    const path = '/api/Products/veriscan-desktop';
    const quote = (await acme.post(`${path}/PreviewPurchase`, selection)).json();
    const inAMonth = add(new UTCDate(), { months: 1 }).getTime();
    expect(Math.abs(Date.parse(quote.nextPaymentDate) - inAMonth)).toBeLessThan(60_000);
    const bought = await acme.post(`${path}/Purchase`, {
      ...selection,
      productId: 'veriscan-desktop',
      taxTransactionId: quote.taxTransactionId,
    });
    expect(bought.json()).toMatchObject({
      status: 'succeeded',
      amountPaid: quote.subscriptionUpdateInvoiceDetails.amountDue,
    });
    const newest = (await readBooks(stripe)).invoices.at(-1);
    expect(Math.abs((newest?.created ?? 0) - Date.now() / 1000)).toBeLessThan(60);
  });
});

describe('a demo without a history', async () => {
  const portal = await startFullPortal({ mode: 'demo' });

  test('generates none unless it is wanted, and none for an account that bought something before', async () => {
    expect(await making(portal)).toBe('nothing');
    expect((await portal.stripe.testHelpers.testClocks.list()).data).toEqual([]);
    const acme = await portal.signIn(owner);
    await portal.addCard(acme);
    await markStepDone(portal.database, historyWanted);
    expect(await making(portal)).toBe('nothing');
    expect((await portal.stripe.subscriptions.list()).data).toEqual([]);
    expect((await portal.stripe.testHelpers.testClocks.list()).data).toEqual([]);
    expect((await acme.get(endpoint)).json()).toEqual({ percent: null });
  });
});

describe('the portal in production', async () => {
  const portal = await startFullPortal();

  test('has no history and no endpoint for its progress', async () => {
    expect(portal.app.history).toBeUndefined();
    const acme = await portal.signIn(owner);
    expect((await acme.get(endpoint)).statusCode).toBe(404);
    expect((await acme.open('/')).preloaded.historyPercent).toBeNull();
  });
});
