import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type FullPortal, startFullPortal } from '../../../test/full-portal.ts';
import { attachCard, confirmIntent, newPerson, type Person, subscribe } from '../../../test/operation-person.ts';

let portal: FullPortal;
let person: Person;
let card: string;

beforeAll(async () => {
  portal = await startFullPortal();
});

beforeEach(async () => {
  person = await newPerson(portal);
  card = await attachCard(person, 'pm_card_visa');
});

describe('requesting payment of an invoice', () => {
  async function openInvoice(settings: object): Promise<string> {
    const customer = person.customerId;
    await portal.stripe.invoiceItems.create({ customer, amount: 2500, currency: 'usd' });
    const { id = '' } = await portal.stripe.invoices.create({
      customer,
      pending_invoice_items_behavior: 'include',
      ...settings,
    });
    await portal.stripe.invoices.finalizeInvoice(id, { auto_advance: false });
    await portal.app.gateway.mirror.refresh('invoice', id);
    return id;
  }
  const pay = (id: string) => person.browser.post(`/api/Subscription/invoices/sendToPay/${id}`, {});

  test('charges its card once', async () => {
    const id = await openInvoice({ default_payment_method: card });
    expect((await pay(id)).json()).toMatchObject({ status: 'succeeded', outcome: 'paid' });
    expect(await portal.stripe.invoices.retrieve(id)).toMatchObject({ status: 'paid' });
    const again = await pay(id);
    expect(again.statusCode).toBe(409);
    expect(again.json()).toMatchObject({ code: 'Conflict', message: 'This invoice can no longer be paid.' });
  });

  test('sends the cardholder to the invoice’s page for authentication', async () => {
    const id = await openInvoice({
      default_payment_method: await attachCard(person, 'pm_card_authenticationRequired'),
    });
    const answer = (await pay(id)).json();
    expect(answer).toMatchObject({ status: 'requiresAction', outcome: 'requiresAction' });
    expect(answer.hostedInvoiceUrl).toBe((await portal.stripe.invoices.retrieve(id)).hosted_invoice_url);
    expect(await portal.stripe.invoices.retrieve(id)).toMatchObject({ status: 'open' });
  });

  test('requires authentication from the present cardholder, even if off-session charges are allowed', async () => {
    const begun = (await person.browser.post('/api/Billing/PaymentMethods', {})).json<{ clientSecret: string }>();
    const intent = await portal.stripe.setupIntents.confirm(begun.clientSecret.split('_secret')[0] ?? '', {
      payment_method: 'pm_card_authenticationRequiredOnSetup',
    });
    await confirmIntent({ portal }, begun.clientSecret);
    const id = await openInvoice({ default_payment_method: String(intent.payment_method) });
    expect((await pay(id)).json()).toMatchObject({ status: 'requiresAction', outcome: 'requiresAction' });
    expect(await portal.stripe.invoices.retrieve(id)).toMatchObject({ status: 'open' });
    // Off-session, the charge succeeds.
    expect(await portal.stripe.invoices.pay(id, { off_session: true })).toMatchObject({ status: 'paid' });
  });

  test('shows why a card was declined, and keeps the invoice open', async () => {
    const id = await openInvoice({ default_payment_method: await attachCard(person, 'pm_card_chargeCustomerFail') });
    const response = await pay(id);
    expect(response.statusCode).toBe(402);
    expect(response.json()).toMatchObject({ code: 'CardError', message: 'Your card was declined.' });
    expect(await portal.stripe.invoices.retrieve(id)).toMatchObject({ status: 'open' });
  });

  test('sends the invoice to the customer if it is not charged automatically', async () => {
    const id = await openInvoice({ collection_method: 'send_invoice', days_until_due: 14 });
    expect((await pay(id)).json()).toMatchObject({ status: 'succeeded', outcome: 'sent' });
    expect((await portal.stripe.events.list({ type: 'invoice.sent', limit: 1 })).data[0]?.data.object).toMatchObject({
      id,
    });
  });

  test('detects that the invoice was paid on its page in the meantime, or is void', async () => {
    const paid = await openInvoice({ default_payment_method: card });
    await portal.stripe.invoices.pay(paid);
    expect((await pay(paid)).json()).toMatchObject({ status: 'succeeded', outcome: 'paid' });
    const gone = await openInvoice({ default_payment_method: card });
    await portal.stripe.invoices.voidInvoice(gone);
    expect((await pay(gone)).statusCode).toBe(409);
    const { items } = (await person.browser.get('/api/Subscription/invoices?pageSize=100')).json();
    expect(items.find(({ stripeId }: { stripeId: string }) => stripeId === gone)).toMatchObject({ status: 'void' });
  });

  test('reactivates a past due subscription', async () => {
    const subscription = await subscribe(person);
    const failing = await attachCard(person, 'pm_card_chargeCustomerFail');
    const item = (await portal.stripe.subscriptions.retrieve(subscription.stripeId)).items.data[0];
    await portal.stripe.subscriptions.update(subscription.stripeId, {
      default_payment_method: failing,
      items: [{ id: item?.id ?? '', quantity: 2 }],
      proration_behavior: 'always_invoice',
    });
    const { latest_invoice: invoice } = await portal.stripe.subscriptions.update(subscription.stripeId, {
      default_payment_method: card,
    });
    await portal.app.gateway.mirror.refresh('subscription', subscription.stripeId);
    await portal.app.gateway.mirror.refresh('invoice', String(invoice));
    expect((await person.browser.get(`/api/Subscription/${subscription.id}`)).json()).toMatchObject({ status: 3 });
    expect((await pay(String(invoice))).json()).toMatchObject({ status: 'succeeded', outcome: 'paid' });
    expect((await person.browser.get(`/api/Subscription/${subscription.id}`)).json()).toMatchObject({ status: 1 });
  });
});
