import { pino } from 'pino';
import { beforeAll, describe, expect, test } from 'vitest';
import { type FullPortal, startFullPortal } from '../../../test/full-portal.ts';
import { newPerson, type Person } from '../../../test/operation-person.ts';
import { listLiveAtStripe } from './purchase.test-support.ts';

let portal: FullPortal;
const logged: { operationId?: string }[] = [];

beforeAll(async () => {
  const logger = pino({ level: 'error' }, { write: (line) => void logged.push(JSON.parse(line)) });
  portal = await startFullPortal({ logger });
});

describe('a quote’s total', () => {
  const german = {
    name: 'Acme Security',
    address: { line1: 'Hauptstraße 1', city: 'Berlin', postalCode: '10115', country: 'DE' },
  };
  const cloud = (quantity: number) => ({
    items: [{ subscriptionPlanId: 'cloud-team', priceId: 'cloud-team-monthly', quantity }],
    shippingDetails: german,
  });
  const refresh = ({ customerId }: Person) => portal.app.gateway.mirror.refresh('customer', customerId);
  const setTax = ({ customerId }: Person, taxExempt: 'none' | 'exempt') =>
    portal.stripe.customers.update(customerId, { tax_exempt: taxExempt });

  async function requestQuote(person: Person, quantity = 1, coupon?: string) {
    const selection = { ...cloud(quantity), coupon };
    const previewed = await person.browser.post('/api/Products/cloud/PreviewPurchase', selection);
    expect(previewed.statusCode, previewed.body).toBe(200);
    const { taxTransactionId, subscriptionUpdateInvoiceDetails } = previewed.json();
    const customer = await portal.stripe.customers.retrieve(person.customerId);
    const paymentMethodId = customer.deleted ? '' : String(customer.invoice_settings.default_payment_method);
    const body = { ...selection, paymentMethodId, taxTransactionId };
    const due: number = subscriptionUpdateInvoiceDetails.amountDue;
    return { due, send: () => person.browser.post('/api/Products/cloud/Purchase', body) };
  }

  async function differences({ accountId }: Person) {
    const { rows } = await portal.database.pool.query(
      "select detail from audit_events where account_id = $1 and kind = 'purchaseAmountDiffered'",
      [accountId],
    );
    return rows.map(({ detail }) => detail);
  }

  test('is not charged once the customer’s tax exemption has changed', async () => {
    const person = await newPerson(portal);
    await setTax(person, 'exempt');
    await refresh(person);
    const before = await requestQuote(person);
    expect(before.due).toBe(3000);
    await setTax(person, 'none');
    await refresh(person);
    expect((await before.send()).json()).toMatchObject({ code: 'PriceChanged' });
    expect(await listLiveAtStripe(person)).toEqual([]);
    const after = await requestQuote(person);
    expect(after.due).toBe(3570);
    expect((await after.send()).json()).toMatchObject({ status: 'succeeded', amountPaid: 3570 });
    expect(await differences(person)).toEqual([]);
  });

  test('is charged if the mirror receives Stripe’s facts later', async () => {
    const person = await newPerson(portal);
    await setTax(person, 'exempt');
    const { due, send } = await requestQuote(person);
    await refresh(person);
    expect(due).toBe(3000);
    expect((await send()).json()).toMatchObject({ status: 'succeeded', amountPaid: 3000 });
  });

  test('is not charged if Stripe returns a changed tax exemption when the address is saved', async () => {
    const person = await newPerson(portal);
    await setTax(person, 'exempt');
    await refresh(person);
    const before = await requestQuote(person, 1, 'HALF');
    await setTax(person, 'none');
    const refused = await before.send();
    expect(refused.statusCode, refused.body).toBe(409);
    expect(refused.json()).toMatchObject({ code: 'PriceChanged' });
    expect(await listLiveAtStripe(person)).toEqual([]);
    // The failed purchase did not use up the coupon.
    const after = await requestQuote(person, 1, 'HALF');
    expect(after.due).toBe(1785);
    expect((await after.send()).json()).toMatchObject({ status: 'succeeded', amountPaid: 1785 });
  });

  test('is logged and audited if the invoice differs after an unknown change', async () => {
    const person = await newPerson(portal);
    await setTax(person, 'exempt');
    await refresh(person);
    expect((await (await requestQuote(person)).send()).json()).toMatchObject({ status: 'succeeded', amountPaid: 3000 });
    const { due, send } = await requestQuote(person, 2);
    await setTax(person, 'none');
    const bought = (await send()).json();
    expect(bought).toMatchObject({ status: 'succeeded' });
    expect(bought.amountPaid).toBeGreaterThan(due);
    const [invoice] = (await portal.stripe.invoices.list({ customer: person.customerId })).data;
    const difference = {
      operationId: bought.operationId,
      stripeInvoiceId: invoice?.id,
      quotedTotal: due,
      quotedAmountDue: due,
      total: bought.amountPaid,
      amountDue: bought.amountPaid,
    };
    expect(await differences(person)).toEqual([difference]);
    const msg = 'the amount of a purchase differs from its quote';
    expect(logged.filter(({ operationId }) => operationId === bought.operationId)).toMatchObject([
      { level: 50, msg, ...difference },
    ]);
  });
});
