import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Browser } from '../../test/browser.ts';
import { type Fault, type FaultyProxy, startFaultyProxy } from '../../test/faulty-proxy.ts';
import { type FullPortal, startFullPortal } from '../../test/full-portal.ts';

let portal: FullPortal;
let owner: Browser;
let proxy: FaultyProxy;
let customer: string;
let subscription: { id: number; stripeId: string };

const team = { items: [{ subscriptionPlanId: 'cloud-team', priceId: 'cloud-team-monthly', quantity: 1 }] };

beforeAll(async () => {
  portal = await startFullPortal({
    queue: true,
    apiBase: async (sandboxUrl) => {
      proxy = await startFaultyProxy(sandboxUrl);
      return proxy.url;
    },
  });
  owner = await portal.signIn('owner@acme.example');
  const paymentMethodId = await portal.addCard(owner);
  const { taxTransactionId } = (await owner.post('/api/Products/cloud/PreviewPurchase', team)).json();
  const bought = await owner.post('/api/Products/cloud/Purchase', { ...team, paymentMethodId, taxTransactionId });
  const [stripe] = (await portal.stripe.subscriptions.list({ limit: 1 })).data;
  subscription = { id: bought.json().subscriptionId, stripeId: stripe?.id ?? '' };
  customer = String(stripe?.customer);
});

beforeEach(async () => {
  proxy.decide = () => undefined;
  proxy.calls.length = 0;
  await portal.database.pool.query('delete from rate_limits');
});

interface Change {
  /** The call that changes something. */
  readonly call: RegExp;
  /** Puts things as they are before the change, and makes it. */
  prepare(): Promise<() => Promise<{ statusCode: number; json(): { operationId: string; status: string } }>>;
  /** What there is at Stripe and in the portal once it is made, once. */
  verify(): Promise<void>;
}

let card = '';
let cardsBefore = 0;
let openInvoice = '';

const cardsAtStripe = async () => (await portal.stripe.customers.listPaymentMethods(customer, { limit: 100 })).data;
const subscriptionAtStripe = () => portal.stripe.subscriptions.retrieve(subscription.stripeId);
const shown = async () => (await owner.get(`/api/Subscription/${subscription.id}`)).json();
const defaultAtStripe = async () => {
  const found = await portal.stripe.customers.retrieve(customer);
  return found.deleted ? undefined : found.invoice_settings.default_payment_method;
};

/** Sets how the subscription ends, behind the portal's back, and tells it. */
async function ending(atPeriodEnd: boolean): Promise<void> {
  await portal.stripe.subscriptions.update(subscription.stripeId, { cancel_at_period_end: atPeriodEnd });
  await portal.app.gateway.mirror.refresh('subscription', subscription.stripeId);
}

async function addAtStripe(): Promise<void> {
  card = (await portal.stripe.paymentMethods.attach('pm_card_mastercard', { customer })).id;
}

const changes: Record<string, Change> = {
  'card-add': {
    call: /^POST \/v1\/customers\/cus/,
    prepare: async () => {
      await addAtStripe();
      return () => owner.post(`/api/Billing/PaymentMethods/${card}/Confirmed`, { makeDefault: true });
    },
    verify: async () => {
      expect(await defaultAtStripe()).toBe(card);
      expect((await owner.get('/api/Billing/PaymentMethods/Card')).json().items[0]).toMatchObject({
        stripeId: card,
        card: { isDefault: true },
      });
    },
  },
  'card-token': {
    call: /^POST \/v1\/payment_methods\/pm_\w+\/attach/,
    prepare: async () => {
      cardsBefore = (await cardsAtStripe()).length;
      return () => owner.post('/api/Billing/sources', { stripeToken: 'tok_amex', billingDetails: { name: 'Ada' } });
    },
    verify: async () => {
      const cards = await cardsAtStripe();
      expect(cards).toHaveLength(cardsBefore + 1);
      expect(cards[0]).toMatchObject({ card: { brand: 'amex' }, billing_details: { name: 'Ada' } });
      expect((await owner.get('/api/Billing/Sources/Cards')).json().total).toBe(cards.length);
    },
  },
  'card-default': {
    call: /^POST \/v1\/customers\/cus/,
    prepare: async () => {
      await addAtStripe();
      await portal.app.gateway.mirror.refresh('payment_method', card);
      return () => owner.post(`/api/Billing/PaymentMethods/${card}/Default`, {});
    },
    verify: async () => expect(await defaultAtStripe()).toBe(card),
  },
  'card-delete': {
    call: /^POST \/v1\/payment_methods\/pm_\w+\/detach/,
    prepare: async () => {
      await addAtStripe();
      await portal.app.gateway.mirror.refresh('payment_method', card);
      return () => owner.send('DELETE', `/api/Billing/PaymentMethods/${card}`);
    },
    verify: async () => {
      expect((await portal.stripe.paymentMethods.retrieve(card)).customer).toBeNull();
      const { items } = (await owner.get('/api/Billing/PaymentMethods/Card')).json();
      expect(items.map(({ stripeId }: { stripeId: string }) => stripeId)).not.toContain(card);
    },
  },
  'subscription-cancel': {
    call: /^POST \/v1\/subscriptions\/sub/,
    prepare: async () => {
      await ending(false);
      return () => owner.send('DELETE', `/api/Subscription/${subscription.id}/Cancel`);
    },
    verify: async () => {
      expect(await subscriptionAtStripe()).toMatchObject({ status: 'active', cancel_at_period_end: true });
      expect(await shown()).toMatchObject({
        cancelAt: expect.any(String),
        restoreAllowed: true,
        cancellationAllowed: false,
        pendingOperationId: null,
      });
    },
  },
  'subscription-restore': {
    call: /^POST \/v1\/subscriptions\/sub/,
    prepare: async () => {
      await ending(true);
      return () => owner.post(`/api/Subscription/${subscription.id}/DontCancel`, {});
    },
    verify: async () => {
      expect(await subscriptionAtStripe()).toMatchObject({ status: 'active', cancel_at_period_end: false });
      expect(await shown()).toMatchObject({ cancelAt: null, restoreAllowed: false, cancellationAllowed: true });
    },
  },
  'invoice-pay': {
    call: /^POST \/v1\/invoices\/in_\w+\/pay/,
    prepare: async () => {
      await portal.stripe.invoiceItems.create({ customer, amount: 1234, currency: 'usd', description: 'Training' });
      const invoice = await portal.stripe.invoices.create({ customer, pending_invoice_items_behavior: 'include' });
      openInvoice = invoice.id ?? '';
      await portal.stripe.invoices.finalizeInvoice(openInvoice, { auto_advance: false });
      await portal.app.gateway.mirror.refresh('invoice', openInvoice);
      return () => owner.post(`/api/Subscription/invoices/sendToPay/${openInvoice}`, {});
    },
    verify: async () => {
      expect(await portal.stripe.invoices.retrieve(openInvoice)).toMatchObject({ status: 'paid', amount_paid: 1234 });
      const { data } = await portal.stripe.charges.list({ customer, limit: 100 });
      const { data: payments } = await portal.stripe.invoicePayments.list({ invoice: openInvoice });
      const intents = payments.map(({ payment }) => payment.payment_intent);
      expect(data.filter(({ payment_intent: intent }) => intents.includes(intent as string))).toHaveLength(1);
      const { items } = (await owner.get('/api/Subscription/invoices')).json();
      expect(items.find(({ stripeId }: { stripeId: string }) => stripeId === openInvoice)).toMatchObject({
        status: 'paid',
      });
    },
  },
};

const statusOf = async (operationId: string) =>
  (await owner.get(`/api/Billing/Operations/${operationId}`)).json<{ status: string }>().status;

async function settled(operationId: string): Promise<void> {
  await vi.waitFor(async () => expect(await statusOf(operationId)).toBe('succeeded'), {
    timeout: 60_000,
    interval: 200,
  });
}

/** How often a fault befalls the call: until the SDK gives up, or once where the failure then repeats by itself. */
const occurrences: Partial<Record<Fault, number>> = { 'fail and keep': 1, 'do, fail and keep': 1 };

/** Each fault on one change at Stripe and on one that moves money; on the others those that differ by how they are resumed. */
const faultsOf = (kind: string): readonly Fault[] =>
  kind === 'subscription-cancel' || kind === 'invoice-pay'
    ? ['drop', 'refuse', 500, 429, 'fail and keep', 'do, fail and keep']
    : ['drop', 'do, fail and keep'];

describe.each(Object.entries(changes))('%s', (kind, change) => {
  test.each(faultsOf(kind))(
    'whose call meets %s is settled, once',
    async (fault) => {
      const make = await change.prepare();
      let left = occurrences[fault] ?? 3;
      proxy.decide = (method, path) => (change.call.test(`${method} ${path}`) && left-- > 0 ? fault : undefined);
      const response = await make();
      expect(response.statusCode).toBe(200);
      await settled(response.json().operationId);
      await change.verify();
    },
    90_000,
  );

  test('ten at once are one', async () => {
    const make = await change.prepare();
    const answers = await Promise.all(Array.from({ length: 10 }, make));
    const accepted = answers.filter(({ statusCode }) => statusCode === 200).map((answer) => answer.json().operationId);
    // One that comes after the change was made finds that there is nothing left to do.
    for (const answer of answers) expect([200, 404, 409]).toContain(answer.statusCode);
    expect(accepted.length).toBeGreaterThan(0);
    // A card can be made the default one again.
    if (!kind.startsWith('card-')) expect(new Set(accepted).size).toBe(1);
    await change.verify();
  });
});

test('a change whose process was killed before its first call is found by the worker', async () => {
  await ending(false);
  const { operations } = portal.app.gateway;
  const { rows } = await portal.database.pool.query<{ id: string }>(
    'select account_id as id from subscriptions where id = $1',
    [subscription.id],
  );
  const begun = await portal.database.transaction((transaction) =>
    operations.begin(transaction, {
      accountId: Number(rows[0]?.id),
      userId: null,
      kind: 'subscription-cancel',
      subject: 'cloud',
      request: { subscriptionId: subscription.id, stripeSubscriptionId: subscription.stripeId, ending: 'atPeriodEnd' },
      actor: {},
    }),
  );
  expect(await shown()).toMatchObject({ cancelAt: null, pendingOperationId: begun.id });
  await settled(begun.id);
  expect(await shown()).toMatchObject({ cancelAt: expect.any(String), pendingOperationId: null });
}, 60_000);

test('a customer whose making fails in any way is made once', async () => {
  const globex = await portal.signIn('owner@globex.example');
  for (const fault of ['drop', 'refuse', 500, 'fail and keep', 'do, fail and keep'] as const) {
    await portal.database.pool.query(
      "update accounts set stripe_customer_id = null where id = (select account_id from users where email = 'owner@globex.example')",
    );
    const before = (await portal.stripe.customers.list({ email: 'owner@globex.example', limit: 100 })).data.length;
    let left = occurrences[fault] ?? 3;
    proxy.decide = (method, path) => (method === 'POST' && path === '/v1/customers' && left-- > 0 ? fault : undefined);
    await vi.waitFor(async () => expect((await globex.post('/api/Billing/PaymentMethods', {})).statusCode).toBe(200), {
      timeout: 60_000,
      interval: 300,
    });
    const after = (await portal.stripe.customers.list({ email: 'owner@globex.example', limit: 100 })).data;
    expect(after, String(fault)).toHaveLength(before + 1);
  }
}, 120_000);
