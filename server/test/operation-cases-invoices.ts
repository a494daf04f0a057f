import { expect } from 'vitest';
import type { AccountState } from './account-states.ts';
import { authenticationCard, begun, createChange, decliningCard, type OperationCase } from './operation-case.ts';
import { attachCard, confirmIntent, newPerson, openInvoice, type Person, subscribe } from './operation-person.ts';

const payment = (person: Person, invoice: string) =>
  createChange(person, () => person.browser.post(`/api/Subscription/invoices/sendToPay/${invoice}`, {}));

/** Creates an unpaid invoice as after a renewal: three seats whose card declines $60. */
async function fallBehind(person: Person): Promise<string> {
  const { portal } = person;
  const { stripeId } = await subscribe(person);
  const [item] = (await portal.stripe.subscriptions.retrieve(stripeId)).items.data;
  const late = await portal.stripe.subscriptions.update(stripeId, {
    default_payment_method: await attachCard(person, decliningCard),
    items: [{ id: item?.id ?? '', quantity: 3 }],
    proration_behavior: 'always_invoice',
  });
  const invoice = String(late.latest_invoice);
  await portal.app.gateway.mirror.refresh('subscription', stripeId);
  await portal.app.gateway.mirror.refresh('invoice', invoice);
  return invoice;
}

const payWith = (person: Person, invoice: string, paymentMethodId: string) =>
  person.browser.post(`/api/Subscription/invoices/${invoice}/Pay`, { paymentMethodId, keepCard: true });

/** The result after the late invoice was paid with a card that is also used for renewals. */
const wonBack = (last4: string): AccountState => ({
  ...begun,
  charges: [3_000, 6_000],
  invoices: ['paid 3000', 'paid 6000'],
  subscriptions: [`active 3 ${last4}`],
  cards: ['0341', '4242', last4].toSorted(),
});

/** Invoices that are paid or sent on request. */
export const invoiceCases: Readonly<Record<string, OperationCase>> = {
  'invoice paid': {
    kind: 'invoice-pay',
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
    kind: 'invoice-pay',
    steps: ['collect'],
    refusable: [],
    prepare: async (portal) => {
      const person = await newPerson(portal);
      return payment(person, await openInvoice(person, { isSent: true }));
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
    kind: 'invoice-pay',
    steps: ['collect'],
    refusable: [],
    prepare: async (portal) => {
      const person = await newPerson(portal);
      const card = await attachCard(person, decliningCard);
      const settings = { invoice_settings: { default_payment_method: card } };
      await portal.stripe.customers.update(person.customerId, settings);
      await portal.app.gateway.mirror.refresh('customer', person.customerId);
      return payment(person, await openInvoice(person));
    },
    ends: 'failed',
    world: { ...begun, invoices: ['open 1234'], cards: ['0341', '4242'], defaultCard: '0341' },
  },
  'late invoice paid with another card': {
    kind: 'invoice-pay-card',
    steps: ['pay', 'subscription-card'],
    refusable: ['pay'],
    prepare: async (portal) => {
      const person = await newPerson(portal);
      const invoice = await fallBehind(person);
      const card = await attachCard(person, 'pm_card_mastercard');
      return createChange(person, () => payWith(person, invoice, card));
    },
    ends: 'succeeded',
    world: wonBack('4444'),
  },
  'late invoice paid with a card that asks': {
    kind: 'invoice-pay-card',
    steps: ['pay'],
    refusable: [],
    prepare: async (portal) => {
      const person = await newPerson(portal);
      const invoice = await fallBehind(person);
      const card = await attachCard(person, authenticationCard);
      const pay = () => payWith(person, invoice, card);
      return createChange(person, pay, async () => {
        const { clientSecret } = (await pay()).json<{ clientSecret?: string | null }>();
        if (clientSecret) await confirmIntent(person, clientSecret);
        await pay();
      });
    },
    ends: 'succeeded',
    world: wonBack('3184'),
  },
  'late invoice whose payment was confirmed': {
    kind: 'invoice-pay-card',
    steps: ['subscription-card'],
    refusable: [],
    continues: true,
    prepare: async (portal) => {
      const person = await newPerson(portal);
      const invoice = await fallBehind(person);
      const card = await attachCard(person, authenticationCard);
      const pay = () => payWith(person, invoice, card);
      const { clientSecret } = (await pay()).json<{ clientSecret: string }>();
      let isConfirmed = false;
      return createChange(
        person,
        async () => {
          if (!isConfirmed) await confirmIntent(person, clientSecret);
          isConfirmed = true;
          return pay();
        },
        async () => void (await pay()),
      );
    },
    ends: 'succeeded',
    world: wonBack('3184'),
  },
};
