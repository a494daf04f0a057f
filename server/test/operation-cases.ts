import { expect } from 'vitest';
import { enqueue } from '../src/jobs/queue.ts';
import type { FullPortal } from './full-portal.ts';
import {
  type Answer,
  attach,
  authenticate,
  look,
  newPerson,
  orderThatAsks,
  type Person,
  quote,
  subscribe,
} from './operation-person.ts';
import type { World } from './operation-worlds.ts';

/** A change that is ready to be asked for. */
export interface Change {
  readonly person: Person;
  /** Asks for it as the browser does. Asked again, it changes nothing more. */
  ask(): Promise<Answer | undefined>;
  /** What the card's holder, or whoever watches the order, does while it waits for them; more than once. */
  finish?(): Promise<void>;
}

/** One kind of change at Stripe, in one of the ways it can go. */
export interface OperationCase {
  /** Its calls that change something, as the idempotency keys name them. */
  readonly steps: readonly string[];
  /** Steps that a bank's refusal can meet. */
  readonly refusable: readonly string[];
  /** Steps whose work cannot be found again once their key is spent: the change has to be asked for anew, and nothing is left of it. */
  readonly unfindable?: readonly string[];
  /** The operation exists before it is asked for. */
  readonly continues?: boolean;
  prepare(portal: FullPortal): Promise<Change>;
  readonly ends: 'succeeded' | 'failed';
  /** What there is once it is made. */
  readonly world: World;
  /** What else must be so once it is made, before it is asked for again. */
  check?(change: Change): Promise<void>;
}

const begun: World = {
  customers: 1,
  charges: [],
  invoices: [],
  subscriptions: [],
  cards: ['4242'],
  defaultCard: '4242',
};
const bought: World = { ...begun, charges: [3_000], invoices: ['paid 3000'], subscriptions: ['active 1 4242'] };
const changed: World = {
  ...begun,
  charges: [3_000, 6_000],
  invoices: ['paid 3000', 'paid 6000'],
  subscriptions: ['active 3 4242'],
};
const declining = 'pm_card_chargeCustomerFail';
const asking = 'pm_card_authenticationRequired';

/** A person, their change, and what they do when it waits for them. */
function ready(person: Person, ask: () => Promise<Answer | undefined>, finish?: () => Promise<void>): Change {
  return { person, ask, ...(finish && { finish }) };
}

/** The last order that waits for its card's holder. */
async function waiting({ portal, accountId }: Person): Promise<string> {
  const { rows } = await portal.database.pool.query<{ id: string }>(
    "select id from stripe_operations where account_id = $1 and state = 'requires_action'",
    [accountId],
  );
  return rows[0]?.id ?? '';
}

/** The holder confirms, then the page looks every now and then what became of the order. */
function holder(person: Person): () => Promise<void> {
  let id: string | undefined;
  return async () => {
    const order = id ?? (await waiting(person));
    if (!id) await authenticate(person, () => look(person, order));
    id = order;
    await look(person, order);
  };
}

/** The holder's hour is over: the job comes that was set for then. */
async function hourPasses(person: Person, id: string): Promise<void> {
  await enqueue(
    person.portal.database.query,
    { name: 'stripe-operation', maxAttempts: 25 },
    { id, giveUp: true },
    { key: `stripe-operation-${id}`, runAt: new Date() },
  );
}

/** An order that has waited for an hour. */
async function forgotten(person: Person, order: () => Promise<Answer>): Promise<Change> {
  await orderThatAsks(person, order);
  const id = await waiting(person);
  return ready(person, async () => {
    await hourPasses(person, id);
    return undefined;
  });
}

async function openInvoice({ portal, customerId: customer }: Person, sent = false): Promise<string> {
  const { stripe, app } = portal;
  await stripe.invoiceItems.create({ customer, amount: 1_234, currency: 'usd', description: 'Training' });
  const { id = '' } = await stripe.invoices.create({
    customer,
    pending_invoice_items_behavior: 'include',
    ...(sent && { collection_method: 'send_invoice', days_until_due: 30 }),
  });
  await stripe.invoices.finalizeInvoice(id, { auto_advance: false });
  await app.gateway.mirror.refresh('invoice', id);
  return id;
}

const payment = (person: Person, invoice: string) =>
  ready(person, () => person.browser.post(`/api/Subscription/invoices/sendToPay/${invoice}`, {}));

/** Every kind of change that the portal makes at Stripe, by name. */
export const operationCases: Readonly<Record<string, OperationCase>> = {
  customer: {
    steps: ['customer'],
    refusable: ['customer'],
    prepare: async (portal) => {
      const person = await newPerson(portal, false);
      return ready(person, () => person.browser.post('/api/Billing/PaymentMethods', {}));
    },
    ends: 'succeeded',
    world: { ...begun, cards: [], defaultCard: null },
  },
  'card added': {
    steps: ['default'],
    refusable: ['default'],
    prepare: async (portal) => {
      const person = await newPerson(portal);
      const { id } = await portal.stripe.paymentMethods.attach('pm_card_mastercard', { customer: person.customerId });
      return ready(person, () =>
        person.browser.post(`/api/Billing/PaymentMethods/${id}/Confirmed`, { makeDefault: true }),
      );
    },
    ends: 'succeeded',
    world: { ...begun, cards: ['4242', '4444'], defaultCard: '4444' },
  },
  'card added by its token': {
    steps: ['method', 'attach', 'default'],
    refusable: ['method', 'attach'],
    unfindable: ['method'],
    prepare: async (portal) => {
      const person = await newPerson(portal);
      const card = { number: '5555555555554444', exp_month: '12', exp_year: '2040', cvc: '123' };
      const { id } = await portal.stripe.tokens.create({ card });
      const body = { stripeToken: id, billingDetails: { name: 'Ada' }, makeDefault: true };
      return ready(person, () => person.browser.post('/api/Billing/sources', body));
    },
    ends: 'succeeded',
    world: { ...begun, cards: ['4242', '4444'], defaultCard: '4444' },
  },
  'card made the default': {
    steps: ['default'],
    refusable: ['default'],
    prepare: async (portal) => {
      const person = await newPerson(portal);
      const card = await attach(person, 'pm_card_mastercard');
      return ready(person, () => person.browser.post(`/api/Billing/PaymentMethods/${card}/Default`, {}));
    },
    ends: 'succeeded',
    world: { ...begun, cards: ['4242', '4444'], defaultCard: '4444' },
  },
  'card deleted': {
    steps: ['detach'],
    refusable: ['detach'],
    prepare: async (portal) => {
      const person = await newPerson(portal);
      const card = await attach(person, 'pm_card_mastercard');
      return ready(person, () => person.browser.send('DELETE', `/api/Billing/PaymentMethods/${card}`));
    },
    ends: 'succeeded',
    world: begun,
  },
  cancellation: {
    steps: ['subscription'],
    refusable: ['subscription'],
    prepare: async (portal) => {
      const person = await newPerson(portal);
      const { id } = await subscribe(person);
      return ready(person, () => person.browser.send('DELETE', `/api/Subscription/${id}/Cancel`));
    },
    ends: 'succeeded',
    world: { ...bought, subscriptions: ['active 1 ends 4242'] },
  },
  restoration: {
    steps: ['subscription'],
    refusable: ['subscription'],
    prepare: async (portal) => {
      const person = await newPerson(portal);
      const { id, stripeId } = await subscribe(person);
      await portal.stripe.subscriptions.update(stripeId, { cancel_at_period_end: true });
      await portal.app.gateway.mirror.refresh('subscription', stripeId);
      return ready(person, () => person.browser.post(`/api/Subscription/${id}/DontCancel`, {}));
    },
    ends: 'succeeded',
    world: bought,
  },
  'invoice paid': {
    steps: ['collect'],
    refusable: ['collect'],
    prepare: async (portal) => {
      const person = await newPerson(portal);
      return payment(person, await openInvoice(person));
    },
    ends: 'succeeded',
    world: { ...begun, charges: [1_234], invoices: ['paid 1234'] },
  },
  'invoice sent': {
    steps: ['collect'],
    refusable: [],
    prepare: async (portal) => {
      const person = await newPerson(portal);
      return payment(person, await openInvoice(person, true));
    },
    ends: 'succeeded',
    world: { ...begun, invoices: ['open 1234'] },
    check: async ({ person }) => {
      const { data } = await person.portal.stripe.events.list({ type: 'invoice.sent', limit: 100 });
      const customers = data.map((event) => (event.data.object as { customer: string }).customer);
      expect(customers.filter((customer) => customer === person.customerId)).toHaveLength(1);
    },
  },
  'invoice whose card is declined': {
    steps: ['collect'],
    refusable: [],
    prepare: async (portal) => {
      const person = await newPerson(portal);
      const card = await attach(person, declining);
      const settings = { invoice_settings: { default_payment_method: card } };
      await portal.stripe.customers.update(person.customerId, settings);
      await portal.app.gateway.mirror.refresh('customer', person.customerId);
      return payment(person, await openInvoice(person));
    },
    ends: 'failed',
    world: { ...begun, invoices: ['open 1234'], cards: ['0341', '4242'], defaultCard: '0341' },
  },
  purchase: {
    steps: ['address', 'subscription'],
    refusable: ['address', 'subscription'],
    prepare: async (portal) => {
      const person = await newPerson(portal);
      return ready(person, await quote(person, 1));
    },
    ends: 'succeeded',
    world: bought,
  },
  'purchase whose card is declined': {
    steps: ['subscription'],
    refusable: [],
    prepare: async (portal) => {
      const person = await newPerson(portal);
      return ready(person, await quote(person, 1, await attach(person, declining)));
    },
    ends: 'failed',
    world: { ...begun, cards: ['0341', '4242'] },
  },
  'purchase that its holder confirms': {
    steps: ['subscription', 'subscription-confirm'],
    refusable: ['subscription-confirm'],
    prepare: async (portal) => {
      const person = await newPerson(portal);
      const order = await quote(person, 1, await attach(person, asking));
      return ready(person, order, holder(person));
    },
    ends: 'succeeded',
    world: { ...bought, subscriptions: ['active 1 3184'], cards: ['3184', '4242'] },
  },
  'purchase that its holder leaves': {
    steps: ['void'],
    refusable: [],
    continues: true,
    prepare: async (portal) => {
      const person = await newPerson(portal);
      return forgotten(person, await quote(person, 1, await attach(person, asking)));
    },
    ends: 'failed',
    world: { ...begun, invoices: ['void 3000'], cards: ['3184', '4242'] },
  },
  change: {
    steps: ['subscription'],
    refusable: ['subscription'],
    prepare: async (portal) => {
      const person = await newPerson(portal);
      await subscribe(person);
      return ready(person, await quote(person, 3));
    },
    ends: 'succeeded',
    world: changed,
  },
  'change whose card is declined': {
    steps: ['subscription'],
    refusable: [],
    prepare: async (portal) => {
      const person = await newPerson(portal);
      await subscribe(person);
      return ready(person, await quote(person, 3, await attach(person, declining)));
    },
    ends: 'failed',
    world: { ...bought, cards: ['0341', '4242'] },
  },
  'change that its holder confirms': {
    steps: ['subscription', 'subscription-prepare', 'subscription-confirm'],
    refusable: ['subscription-prepare', 'subscription-confirm'],
    prepare: async (portal) => {
      const person = await newPerson(portal);
      await subscribe(person);
      const order = await quote(person, 3, await attach(person, asking));
      return ready(person, order, holder(person));
    },
    ends: 'succeeded',
    world: { ...changed, subscriptions: ['active 3 3184'], cards: ['3184', '4242'] },
  },
  'change that was confirmed': {
    steps: ['subscription-complete'],
    refusable: [],
    continues: true,
    prepare: async (portal) => {
      const person = await newPerson(portal);
      await subscribe(person);
      const watch = await orderThatAsks(person, await quote(person, 3, await attach(person, asking)));
      let isConfirmed = false;
      return ready(
        person,
        async () => {
          if (!isConfirmed) await authenticate(person, watch);
          isConfirmed = true;
          return watch();
        },
        async () => void (await watch()),
      );
    },
    ends: 'succeeded',
    world: { ...changed, subscriptions: ['active 3 3184'], cards: ['3184', '4242'] },
  },
  'change that its holder leaves': {
    steps: ['void', 'former-card'],
    refusable: [],
    continues: true,
    prepare: async (portal) => {
      const person = await newPerson(portal);
      await subscribe(person);
      return forgotten(person, await quote(person, 3, await attach(person, asking)));
    },
    ends: 'failed',
    world: { ...bought, invoices: ['paid 3000', 'void 6000'], cards: ['3184', '4242'] },
  },
};
