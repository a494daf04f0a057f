import type { Order } from '@portico/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { Browser } from '../../../test/browser.ts';
import { insertLicense, insertOrder, type OrderRow } from '../../../test/licenses.ts';
import type { Product } from '../../catalog/index.ts';
import { countsDomains } from './orders.presentation.ts';
import { createOrdersPortal } from './orders.test-support.ts';

let portal: Awaited<ReturnType<typeof createOrdersPortal>>;
let owner: Browser;
let other: Browser;
let accountId: number;
const made: OrderRow[] = [];

const at = (day: number) => new Date(Date.UTC(2027, 3, day));

beforeAll(async () => {
  portal = await createOrdersPortal();
  accountId = portal.accountOf('owner@acme.example');
  owner = await portal.signIn('owner@acme.example');
  other = await portal.signIn('owner@globex.example');
  const { database } = portal;
  made.push(
    await insertOrder(database, accountId, { number: 'B-1', orderedAt: at(1), paidAt: at(1), domainQuantity: 3 }),
    await insertOrder(database, accountId, { number: 'A-1', orderedAt: at(2), status: 0, paymentStatus: 0 }),
    await insertOrder(database, accountId, { number: 'C-1', orderedAt: at(2), status: 2, deviceQuantity: -1 }),
    await insertOrder(database, accountId, {
      number: 'D-1',
      orderedAt: at(3),
      stripeSubscriptionId: 'sub_1',
      planId: 'desktop-old',
      expiresAt: at(30),
    }),
    await insertOrder(database, accountId, { number: '=cmd|1', orderedAt: at(4), productId: '@gone', planId: 'gone' }),
  );
  await insertLicense(database, accountId, { orderId: made[3]?.id as number, number: 'LI-77' });
  await insertOrder(database, portal.accountOf('owner@globex.example'), { number: 'OTHER' });
});

async function numbers(query = '', browser = owner): Promise<string[]> {
  const { items } = (await browser.get(`/api/Orders/List?${query}`)).json();
  return items.map(({ number }: Order) => number);
}

describe('the list of orders', () => {
  test.each([
    ['', ['=cmd|1', 'D-1', 'C-1', 'A-1', 'B-1']],
    ['order=asc', ['B-1', 'A-1', 'C-1', 'D-1', '=cmd|1']],
    ['sortField=number&order=asc&pageSize=2', ['=cmd|1', 'A-1']],
    ['sortField=number&order=asc&pageSize=2&page=2', ['B-1', 'C-1']],
    ['sortField=status&order=asc', ['A-1', 'B-1', 'D-1', '=cmd|1', 'C-1']],
    ['status=0', ['A-1']],
    ['status=1&sortField=paymentStatus', ['=cmd|1', 'D-1', 'B-1']],
    ['textFilter=a-1', ['A-1']],
    ['textFilter=DESK&order=asc', ['B-1', 'A-1', 'C-1', 'D-1']],
    ['textFilter=desk&status=0', ['A-1']],
    ['textFilter=li-77', ['D-1']],
    ['textFilter=%25', []],
    ['textFilter=other', []],
  ])('returns for %s only the account’s orders, in a total order', async (query, expected) => {
    expect(await numbers(query)).toEqual(expected);
  });

  test('returns the maintained total on every page, also after an order was added and deleted', async () => {
    const { database } = portal;
    const total = async (query: string) => (await other.get(`/api/Orders/List?${query}`)).json().total;
    expect(await total('')).toBe(1);
    const { id } = await insertOrder(database, portal.accountOf('owner@globex.example'), { number: 'OTHER-2' });
    expect(await total('')).toBe(2);
    expect(await total('page=9')).toBe(2);
    expect(await total('status=0')).toBe(0);
    await database.pool.query('delete from orders where id = $1', [id]);
    expect(await total('')).toBe(1);
  });

  test('returns names in the reader’s language', async () => {
    const { items } = (await owner.get('/api/Orders/List?status=0', { headers: { 'accept-language': 'fr' } })).json();
    expect(items).toMatchObject([{ products: ['Bureau'], processingType: 1, hardwareIdNumber: 1, price: 1_000 }]);
  });

  test.each(['status=3', 'status=x', 'sortField=note', 'page=0'])('rejects %s', async (query) => {
    expect((await owner.get(`/api/Orders/List?${query}`)).statusCode).toBe(400);
  });
});

describe('an order', () => {
  test('has its products, license and expiration date', async () => {
    const order = (await owner.get(`/api/Orders/${made[3]?.id}`)).json();
    expect(order).toMatchObject({
      number: 'D-1',
      processingType: 0,
      licenseNumber: `L-${order.licenseId}`,
      expirationDate: at(30).toISOString(),
      products: [{ productId: 'desktop', product: 'Desktop', plan: 'Classic', version: '6.1', quantity: 1 }],
    });
  });

  test('has a quantity of domains only if its product has them or the order limits them', async () => {
    const show = async (index: number) => (await owner.get(`/api/Orders/${made[index]?.id}`)).json().countsDomains;
    expect(await Promise.all([show(0), show(3)])).toEqual([true, false]);
    const viewer = { products: new Map([['sdk', { countsDomains: true } as Product]]) };
    expect(countsDomains({ domainQuantity: -1 }, ['sdk'], viewer)).toBe(true);
  });

  test('has features with the values of its plan', async () => {
    const features = (await owner.get(`/api/Orders/${made[0]?.id}/desktop/Features`)).json();
    expect(features.scopes).toMatchObject([{ caption: 'Capture', features: [{ name: 'infrared', value: true }] }]);
    expect((await owner.get(`/api/Orders/${made[0]?.id}/cloud/Features`)).statusCode).toBe(404);
  });

  test.each(['', '/desktop/Features'])('is missing for another account: %s', async (part) => {
    const refused = await other.get(`/api/Orders/${made[0]?.id}${part}`);
    expect(refused.statusCode).toBe(404);
    expect(refused.json()).toMatchObject({ code: 'NotFound' });
    expect((await new Browser(portal.app).get(`/api/Orders/${made[0]?.id}${part}`)).statusCode).toBe(401);
  });

  test('has no price for readers without the feature billing', async () => {
    const { pool } = portal.database;
    await pool.query(
      "insert into user_features (user_id, feature) select id, 'customerAdmin' from users where email = 'user@acme.example'",
    );
    const user = await portal.signIn('user@acme.example');
    const order = (await user.get(`/api/Orders/${made[0]?.id}`)).json();
    expect(order).toMatchObject({ number: 'B-1', price: null, products: [{ price: null }] });
    expect((await user.get('/api/Orders/List?status=0')).json().items).toMatchObject([{ price: null }]);
    expect((await user.get('/Reports/OrdersReport?format=csv')).body).not.toContain('10.00');
  });
});

describe('the report of orders', () => {
  const report = async (query = '', browser = owner) => browser.get(`/Reports/OrdersReport?format=csv${query}`);

  test('has the rows of the list, with times in the account’s time zone and a word for unlimited', async () => {
    const answer = await report('&status=1&order=asc');
    expect(answer.headers['content-disposition']).toBe('attachment; filename="orders.csv"');
    const [header, ...lines] = answer.body.replace('\ufeff', '').trim().split('\n');
    expect(header).toMatch(/^Order ID,Date \(UTC\),Status,Products/);
    expect(lines).toHaveLength(3);
    expect(lines[0]).toBe(
      'B-1,04/01/2027 12:00 AM,Active,Desktop,Manual,Paid,04/01/2027 12:00 AM,Host-locked (Per Seat),,1,3,10.00,USD,',
    );
    // The product has no domains, so the cell is empty.
    expect(lines[1]).toContain('Host-locked (Per Seat),L-1,1,,10.00');
  });

  test('has the text filter of the list', async () => {
    const { body } = await report('&textFilter=li-77');
    expect(body.trim().split('\n')).toHaveLength(2);
  });

  test('neutralizes formulas', async () => {
    const { body } = await report();
    expect(body).toContain("'=cmd|1,");
    expect(body).toContain(",'@gone,");
  });

  test('has every row once and in order, although it is read in parts', async () => {
    const { database } = portal;
    const account = portal.accountOf('operator@portico.example');
    await database.pool.query(
      `insert into orders (account_id, number, status, payment_status, ordered_at, license_model, device_quantity, price, currency)
       select $1, 'M-' || lpad(n::text, 4, '0'), 1, 1, timestamptz '2027-01-01 00:00:00.123456Z' + (n / 3) * interval '1 second', 0, 1, 0, 'usd'
       from generate_series(1, 1203) n`,
      [account],
    );
    const operator = await portal.signIn('operator@portico.example');
    const { body } = await report('&order=asc', operator);
    const found = body.match(/M-\d+/g) ?? [];
    expect(found).toHaveLength(1_203);
    expect(found).toEqual([...new Set(found)].toSorted());
  });
});
