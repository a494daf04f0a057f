import { pino } from 'pino';
import { beforeAll, describe, expect, test } from 'vitest';
import { type FullPortal, startFullPortal } from '../../../test/full-portal.ts';
import { newPerson, type Person } from '../../../test/operation-person.ts';
import { isStillOwed } from './purchase.basis.ts';
import { running } from './purchase.test-support.ts';

let portal: FullPortal;
const logged: { operationId?: string }[] = [];

beforeAll(async () => {
  const logger = pino({ level: 'error' }, { write: (line) => void logged.push(JSON.parse(line)) });
  portal = await startFullPortal({ logger });
});

describe('a quote binds its total', () => {
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

  async function ask(person: Person, quantity = 1, coupon?: string) {
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

  test('once the customer is taxed otherwise, it buys nothing', async () => {
    const person = await newPerson(portal);
    await setTax(person, 'exempt');
    await refresh(person);
    const before = await ask(person);
    expect(before.due).toBe(3000);
    await setTax(person, 'none');
    await refresh(person);
    expect((await before.send()).json()).toMatchObject({ code: 'PriceChanged' });
    expect(await running(person)).toEqual([]);
    const after = await ask(person);
    expect(after.due).toBe(3570);
    expect((await after.send()).json()).toMatchObject({ status: 'succeeded', amountPaid: 3570 });
    expect(await differences(person)).toEqual([]);
  });

  test('where Stripe reckoned with what the mirror learns only later, it buys what it said', async () => {
    const person = await newPerson(portal);
    await setTax(person, 'exempt');
    const { due, send } = await ask(person);
    await refresh(person);
    expect(due).toBe(3000);
    expect((await send()).json()).toMatchObject({ status: 'succeeded', amountPaid: 3000 });
  });

  test('once something is taken off from the customer, it buys nothing', async () => {
    const person = await newPerson(portal);
    const { send } = await ask(person);
    await portal.database.pool.query(
      `update stripe_customers set data = jsonb_set(data, '{discount}', '{"id": "di_1", "object": "discount"}') where id = $1`,
      [person.customerId],
    );
    expect((await send()).json()).toMatchObject({ code: 'PriceChanged' });
    expect(await running(person)).toEqual([]);
  });

  test.each([['subscription'], ['item']])(
    'once something is taken off from its %s, it changes nothing',
    async (where) => {
      const person = await newPerson(portal);
      expect((await (await ask(person)).send()).json()).toMatchObject({ status: 'succeeded' });
      const [held] = await running(person);
      const before = await ask(person, 2);
      const { id: coupon } = await portal.stripe.coupons.create({ percent_off: 10, duration: 'forever' });
      const discounts = [{ coupon }];
      const item = held?.items.data[0]?.id ?? '';
      await portal.stripe.subscriptions.update(
        held?.id ?? '',
        where === 'item' ? { items: [{ id: item, discounts }], proration_behavior: 'none' } : { discounts },
      );
      await portal.app.gateway.mirror.refresh('subscription', held?.id ?? '');
      expect((await before.send()).json()).toMatchObject({ code: 'PriceChanged' });
      const after = await ask(person, 2);
      expect(after.due).toBeLessThan(before.due);
      expect((await after.send()).json()).toMatchObject({ status: 'succeeded', amountPaid: after.due });
    },
  );

  test('once an item that waits is charged otherwise, at the same amount, it buys nothing', async () => {
    const person = await newPerson(portal);
    const item = await portal.stripe.invoiceItems.create({ customer: person.customerId, amount: 700, currency: 'usd' });
    const know = () => portal.app.gateway.mirror.refresh('invoiceitem', item.id);
    await know();
    const before = await ask(person, 1, 'HALF');
    await portal.stripe.invoiceItems.update(item.id, { discountable: false });
    await know();
    expect((await before.send()).json()).toMatchObject({ code: 'PriceChanged' });
    expect((await ask(person, 1, 'HALF')).due).toBeGreaterThan(before.due);
  });

  test('where Stripe tells of the change only with the new address, it buys nothing either', async () => {
    const person = await newPerson(portal);
    await setTax(person, 'exempt');
    await refresh(person);
    const before = await ask(person, 1, 'HALF');
    await setTax(person, 'none');
    const refused = await before.send();
    expect(refused.statusCode, refused.body).toBe(409);
    expect(refused.json()).toMatchObject({ code: 'PriceChanged' });
    expect(await running(person)).toEqual([]);
    // What was not bought has used nothing up.
    const after = await ask(person, 1, 'HALF');
    expect(after.due).toBe(1785);
    expect((await after.send()).json()).toMatchObject({ status: 'succeeded', amountPaid: 1785 });
  });

  test('where it could not, as nobody knew of the change yet, that is kept and logged', async () => {
    const person = await newPerson(portal);
    await setTax(person, 'exempt');
    await refresh(person);
    expect((await (await ask(person)).send()).json()).toMatchObject({ status: 'succeeded', amountPaid: 3000 });
    const { due, send } = await ask(person, 2);
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
    const msg = 'a purchase was invoiced at another amount than it was quoted at';
    expect(logged.filter(({ operationId }) => operationId === bought.operationId)).toMatchObject([
      { level: 50, msg, ...difference },
    ]);
  });
});

describe('what an amount rests on', () => {
  const before = {
    balance: -500,
    taxExempt: 'none',
    discounts: ['di_1'],
    pendingItems: 1,
    pendingAmount: 700,
    pendingTerms: 'some',
  };
  const quoted = {
    ...before,
    startingBalance: -200,
    startingTaxExempt: 'reverse',
    startingDiscounts: ['di_1', 'di_2'],
  };
  test.each([
    [{}, true],
    [{ balance: -200 }, true],
    [{ balance: 0 }, false],
    [{ taxExempt: 'reverse' }, true],
    [{ taxExempt: 'exempt' }, false],
    [{ discounts: ['di_1', 'di_2'] }, true],
    [{ discounts: [] }, false],
    [{ discounts: ['di_3'] }, false],
    [{ pendingItems: 0, pendingAmount: 0 }, false],
    [{ pendingItems: 2 }, false],
    [{ pendingAmount: 800 }, false],
    [{ pendingTerms: 'others' }, false],
  ])('with %o is as it was: %s', (changed, same) => {
    expect(isStillOwed(quoted, { ...before, ...changed })).toBe(same);
  });

  test('is not asked of a quote that does not say', () => {
    expect(isStillOwed(undefined, { ...before, balance: 1 })).toBe(true);
  });
});
