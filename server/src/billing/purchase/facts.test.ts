import { beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase } from '../../../test/database.ts';
import { hasUnpaidInvoice, loadChargeFacts } from './facts.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let accountId: number;

beforeAll(async () => {
  database = await createTestDatabase();
  const { rows } = await database.pool.query(
    `with company as (insert into companies (name, slug) values ('Demo', 'demo') returning id)
     insert into accounts (company_id, name) select id, 'Acme' from company returning id`,
  );
  accountId = Number(rows[0].id);
});

const at = '2027-01-01T00:00:00Z';
let written = 0;

/** Writes a row of the mirror. @returns its id */
async function mirror(table: string, row: object, data: object = {}): Promise<string> {
  written += 1;
  const full = { id: `id_${written}`, created: at, synced_at: at, data: JSON.stringify(data), ...row };
  const names = Object.keys(full);
  const text = `insert into ${table} (${names.join(', ')}) values (${names.map((_, index) => `$${index + 1}`).join(', ')})`;
  await database.pool.query(text, Object.values(full));
  return full.id;
}

const load = (customerId: string | null, subscriptionId: string | null = null) =>
  loadChargeFacts({ database }, database.query, customerId, subscriptionId);

describe('loadChargeFacts', () => {
  test('returns neutral facts without a customer', async () => {
    expect(await load(null)).toMatchObject({ balance: 0, taxExempt: 'none', discounts: [], pendingItems: 0 });
    expect(await load('cus_unknown')).toEqual(await load(null));
  });

  test('returns balance and tax exemption of the customer', async () => {
    const customer = await mirror('stripe_customers', { balance: -500 }, { tax_exempt: 'reverse', discount: null });
    expect(await load(customer)).toMatchObject({ balance: -500, taxExempt: 'reverse', discounts: [] });
  });

  test('returns the sorted discounts of customer, subscription and items, expanded or not', async () => {
    const customer = await mirror('stripe_customers', {}, { discount: { id: 'di_3' } });
    const items = { data: [{ discounts: ['di_4'] }, { discounts: [{ id: 'di_2' }] }, {}] };
    const row = { customer_id: customer, status: 'active' };
    const subscription = await mirror('stripe_subscriptions', row, { discounts: ['di_5', { id: 'di_1' }], items });
    expect((await load(customer, subscription)).discounts).toEqual(['di_1', 'di_2', 'di_3', 'di_4', 'di_5']);
    expect((await load(customer)).discounts).toEqual(['di_3']);
  });

  test("sums the customer's pending items, and distinguishes their discounts and taxes", async () => {
    const customer = await mirror('stripe_customers', {});
    const item = { customer_id: customer, currency: 'usd', amount: 700 };
    const id = await mirror('stripe_invoice_items', item, { discountable: true, discounts: [], tax_rates: [] });
    await mirror('stripe_invoice_items', { ...item, invoice_id: 'in_1' });
    await mirror('stripe_invoice_items', { ...item, deleted: true });
    const before = await load(customer);
    expect(before).toMatchObject({ pendingItems: 1, pendingAmount: 700 });
    const setData = (data: object) =>
      database.pool.query('update stripe_invoice_items set data = $2 where id = $1', [id, data]);
    const seen = new Set([before.pendingTerms]);
    for (const data of [
      { discountable: false, discounts: [], tax_rates: [] },
      { discountable: true, discounts: ['di_1'], tax_rates: [] },
      { discountable: true, discounts: [], tax_rates: [{ id: 'txr_1' }] },
    ]) {
      await setData(data);
      seen.add((await load(customer)).pendingTerms);
    }
    expect(seen.size).toBe(4);
    await setData({ discountable: true, discounts: [], tax_rates: [], description: 'another one' });
    expect(await load(customer)).toEqual(before);
  });
});

describe('hasUnpaidInvoice', () => {
  const amounts = { amount_due: 100, amount_paid: 0, amount_remaining: 100, currency: 'usd', customer_id: 'cus_1' };
  const invoice = (subscription: string, status: string, total = 100, data: object = {}) =>
    mirror('stripe_invoices', { ...amounts, subscription_id: subscription, status, total }, data);
  const isUnpaid = (stripeSubscriptionId: string, status = 'active') =>
    hasUnpaidInvoice(database.query, accountId, [{ stripeSubscriptionId, status }]);

  test('returns false without subscriptions', async () => {
    expect(await hasUnpaidInvoice(database.query, accountId, [])).toBe(false);
  });

  test.each([['past_due'], ['unpaid']])('returns true for a subscription that is %s', async (status) => {
    expect(await isUnpaid('sub_none', status)).toBe(true);
  });

  test.each<readonly [string, Parameters<typeof invoice>, boolean]>([
    ['open', ['sub_open', 'open'], true],
    ['paid', ['sub_paid', 'paid'], false],
    ['void', ['sub_void', 'void'], false],
    ['open with a total of 0', ['sub_zero', 'open', 0], false],
    ['a draft that Stripe will finalize', ['sub_draft', 'draft', 100, { auto_advance: true }], true],
    ['a draft that Stripe will not finalize', ['sub_left', 'draft', 100, { auto_advance: false }], false],
  ])('decides correctly for an invoice that is %s', async (_, given, expected) => {
    await invoice(...given);
    expect(await isUnpaid(given[0])).toBe(expected);
  });

  test('ignores only the invoice of an unsettled purchase of the account', async () => {
    const begin = (kind: string, stripeInvoiceId: string) =>
      database.pool.query(
        `insert into stripe_operations (account_id, kind, subject, request_key, request, state, result, settled_at)
         values ($1, $2, $3, $3, '{}', 'failed', $4, now())`,
        [accountId, kind, stripeInvoiceId, { stripeInvoiceId }],
      );
    await begin('purchase', await invoice('sub_bought', 'open'));
    expect(await isUnpaid('sub_bought')).toBe(false);
    await begin('invoice-pay', await invoice('sub_collected', 'open'));
    expect(await isUnpaid('sub_collected')).toBe(true);
    await invoice('sub_bought', 'open');
    expect(await isUnpaid('sub_bought')).toBe(true);
  });
});
