import { expect } from 'vitest';
import { begun, declining, type OperationCase, ready } from './operation-case.ts';
import { attach, newPerson, type Person } from './operation-person.ts';

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

/** Invoices that are paid or sent when somebody asks for it. */
export const invoiceCases: Readonly<Record<string, OperationCase>> = {
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
};
