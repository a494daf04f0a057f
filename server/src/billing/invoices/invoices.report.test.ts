import { beforeAll, describe, expect, test } from 'vitest';
import { Browser } from '../../../test/browser.ts';
import { createTestDatabase } from '../../../test/database.ts';
import { createTestPortal } from '../../../test/portal.ts';
import { seedDemonstrationPeople } from '../../accounts/index.ts';
import { readInvoices } from './filtered.queries.ts';
import type { InvoiceSortField } from './invoices.queries.ts';
import { invoicesModule } from './invoices.routes.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let owner: Browser;
let stranger: Browser;

/** The price of a product's additional seats. */
const sold = new Map([
  ['price_seat', { stripePriceId: 'price_seat', productId: 'cloud', kind: 'additional', caption: { en: 'Seats' } }],
]);

beforeAll(async () => {
  database = await createTestDatabase();
  await seedDemonstrationPeople(database);
  const catalog = {
    findProducts: async () => new Map([['cloud', { id: 'cloud', displayName: { en: 'Cloud', fr: 'Nuage' } }]]),
    findByStripePrice: async () => sold,
    findSoldPrices: async () => sold,
    findByStripeCoupon: async () => new Map(),
  };
  const context = {
    database,
    catalog: { ...catalog, at: async () => catalog },
    gateway: { mirror: { onBilled: () => {} } },
  } as unknown as Parameters<typeof invoicesModule>[0];
  const app = await createTestPortal(database, {
    extend: (portal) => {
      for (const route of invoicesModule(context).routes ?? []) route.bind(portal);
    },
  });
  owner = new Browser(app);
  stranger = new Browser(app);
  await owner.signIn('owner@acme.example');
  await stranger.signIn('owner@globex.example');
  await database.pool.query(
    "update accounts set stripe_customer_id = 'cus_' || lower(split_part(name, ' ', 1)) where name like 'Acme%' or name like 'Globex%'",
  );
  await insertInvoices();
  await database.pool.query("insert into stripe_discounts (id, percent_off, code) values ('di_1', 25, 'SPRING25')");
});

/** Invoices of one customer, two of them simultaneous, and one of another customer. */
async function insertInvoices(): Promise<void> {
  const document = {
    subtotal: 12_000,
    total_discount_amounts: [{ amount: 2_000, discount: 'di_1' }],
    total_taxes: [{ amount: 500 }],
    period_start: 0,
    period_end: 0,
  };
  await database.pool.query(
    `insert into stripe_invoices (id, customer_id, created, due_date, number, status, currency, total, amount_due, amount_paid, amount_remaining, description, data, synced_at)
     select id, customer, created::timestamptz, due::timestamptz, number, status, 'usd', 10500, 10500, paid, 10500 - paid, description, $1, now()
     from (values
       ('in_1', 'cus_acme', '2025-12-31T23:59:59.999Z', null, 'ACME-0001', 'paid', 10500, '=HYPERLINK("x")'),
       ('in_2', 'cus_acme', '2026-01-01T00:00:00Z', '2026-02-01T00:00:00Z', 'ACME-0002', 'open', 500, 'Two'),
       ('in_3', 'cus_acme', '2026-01-01T00:00:00Z', null, 'ACME_0003', 'paid', 10500, 'Three'),
       ('in_4', 'cus_acme', '2026-05-01T00:00:00.123456Z', '2026-02-01T00:00:00Z', null, 'draft', 0, null),
       ('in_5', 'cus_acme', '2027-01-01T00:00:00Z', null, 'ACME-0005', 'void', 0, 'Five'),
       ('in_6', 'cus_globex', '2026-01-01T00:00:00Z', null, 'ACME-0006', 'paid', 10500, 'Theirs')
     ) rows (id, customer, created, due, number, status, paid, description)`,
    [document],
  );
  // The last one is about a product of the catalog.
  await database.pool.query(
    `insert into stripe_invoice_lines (id, invoice_id, position, customer_id, price_id, currency, amount, subtotal, proration, period_start, period_end, data, synced_at)
     values ('il_5', 'in_5', 0, 'cus_acme', 'price_seat', 'usd', 0, 0, false, now(), now(), '{}', now())`,
  );
  await database.pool.query("update stripe_invoices set price_id = 'price_seat' where id = 'in_5'");
}

const year = 'createdFrom=2026-01-01T00:00:00Z&createdBefore=2027-01-01T00:00:00Z';

describe('the list of invoices', () => {
  const find = async (query: string, browser = owner) =>
    (await browser.get(`/api/Subscription/invoices?order=asc&${query}`)).json();
  const ids = (list: { items: { stripeId: string }[] }) => list.items.map(({ stripeId }) => stripeId);

  test('can be limited to a time range, including its beginning and excluding its end', async () => {
    const found = await find(year);
    expect(ids(found)).toEqual(['in_2', 'in_3', 'in_4']);
    expect(found).toMatchObject({ total: 3, totalPages: 1 });
    expect(ids(await find('createdFrom=2027-01-01T00:00:00Z'))).toEqual(['in_5']);
    expect(ids(await find('createdBefore=2026-01-01T00:00:00Z'))).toEqual(['in_1']);
  });

  test('shows the sums of the filtered invoices, without drafts and void ones', async () => {
    const usd = { currency: 'usd' };
    expect((await find(year)).sums).toEqual([{ ...usd, invoices: 2, total: 21_000, remaining: 10_000 }]);
    expect((await find('status=paid&pageSize=1')).sums).toEqual([{ ...usd, invoices: 2, total: 21_000, remaining: 0 }]);
    expect((await find('status=void')).sums).toEqual([]);
    expect((await find('')).sums).toBeUndefined();
  });

  test('combines filters and pages', async () => {
    expect(ids(await find(`${year}&text=acme-0`))).toEqual(['in_2']);
    const second = await find('text=acme&pageSize=2&page=2');
    expect([ids(second), second.total]).toEqual([['in_3', 'in_5'], 4]);
    expect(ids(await find('status=paid'))).toEqual(['in_1', 'in_3']);
    expect(ids(await find(`${year}&status=paid&text=three`))).toEqual(['in_3']);
    expect(ids(await find('status=paid&productId=cloud'))).toEqual([]);
  });

  test.each([
    ['0003', ['in_3']],
    ['TWO', ['in_2']],
    ['hyperlink("', ['in_1']],
    ['e_0', ['in_3']],
    ['%', []],
    ['cloud', ['in_5']],
    ['seats', ['in_5']],
    ['nobody', []],
  ])('finds “%s” in numbers, products and descriptions', async (text, found) => {
    expect(ids(await find(`text=${encodeURIComponent(text)}`))).toEqual(found);
  });

  test('finds a product by its name in the reader’s language, and names it', async () => {
    const french = { cookies: { portico_locale: 'fr' } };
    const { items } = (await owner.get('/api/Subscription/invoices?text=nuage', french)).json();
    expect(items).toMatchObject([{ stripeId: 'in_5', productName: 'Nuage', description: 'Seats' }]);
    expect((await find('text=nuage')).total).toBe(0);
    const ofProduct = await find('productId=cloud');
    expect(ofProduct).toMatchObject({ total: 1, items: [{ stripeId: 'in_5', productName: 'Cloud' }] });
    expect((await find('productId=unknown')).total).toBe(0);
  });

  test('contains nothing of another account', async () => {
    expect(ids(await find('text=ACME', stranger))).toEqual(['in_6']);
  });

  test.each([
    'createdFrom=2026',
    'createdBefore=soon',
    'createdFrom=0000-01-01T00:00:00Z',
    'text=',
    `text=${'x'.repeat(101)}`,
    'status=lost',
    'productId=%20',
  ])('rejects %s', async (query) => {
    expect((await owner.get(`/api/Subscription/invoices?${query}`)).statusCode).toBe(400);
  });

  test('uses one index for every filter, and trigrams for a rare text', async () => {
    const client = await database.pool.connect();
    const explain = async (where: string) => {
      const { rows } = await client.query(
        `explain select id from stripe_invoices where not deleted and ${where} order by created desc, id desc limit 10`,
      );
      return rows.map((row) => row['QUERY PLAN']).join('\n');
    };
    try {
      await client.query('set enable_seqscan = off');
      // With so few rows the planner uses any index, so all other indexes are dropped.
      await client.query('begin');
      const { rows: others } = await client.query(
        `select indexname from pg_indexes
         where tablename = 'stripe_invoices' and indexname not in ('stripe_invoices_pkey', 'stripe_invoices_searched_idx')`,
      );
      for (const { indexname } of others) await client.query(`drop index ${indexname}`);
      expect(await explain("customer_id = 'cus_acme' and searched like '%0003%'")).toContain(
        'stripe_invoices_searched_idx',
      );
      await client.query('rollback');
      await client.query('set enable_seqscan = off');
      await client.query('set enable_bitmapscan = off');
      const every =
        "customer_id = 'cus_acme' and status = 'paid' and price_id = any('{price_seat}') and created >= '2026-01-01' and searched like '%a%'";
      expect(await explain(every)).toMatch(/Index Only Scan Backward using stripe_invoices_created_idx/);
    } finally {
      client.release(true);
    }
  });

  test('reads a time range by index in every order', async () => {
    const client = await database.pool.connect();
    try {
      await client.query('set enable_seqscan = off');
      for (const column of ['created', 'due_date', 'number', 'status', 'total']) {
        const { rows } = await client.query(
          `explain select id from stripe_invoices where customer_id = 'cus_acme' and not deleted and created >= '2026-01-01' order by ${column}, id limit 10`,
        );
        expect(rows.map((row) => row['QUERY PLAN']).join('\n'), column).toMatch(/Index.* (using|on) stripe_invoices_/);
      }
    } finally {
      client.release(true);
    }
  });
});

describe('the report of invoices', () => {
  const report = (query = '', browser = owner) => browser.get(`/Reports/InvoicesReport?format=csv&order=asc&${query}`);

  test('has the rows of the list with the amounts for bookkeeping, and escapes formulas', async () => {
    const answer = await report();
    expect(answer.headers['content-disposition']).toBe('attachment; filename="invoices.csv"');
    expect(answer.body.split('\n')).toEqual([
      '\ufeffNumber,Created (UTC),Due date (UTC),Status,Product,Description,Subtotal,Discount,Coupon,Tax,Total,Paid,Left to pay,Currency',
      `ACME-0001,12/31/2025 11:59 PM,,Paid,,"'=HYPERLINK(""x"")",120.00,20.00,SPRING25,5.00,105.00,105.00,0.00,USD`,
      'ACME-0002,01/01/2026 12:00 AM,02/01/2026 12:00 AM,Open,,Two,120.00,20.00,SPRING25,5.00,105.00,5.00,100.00,USD',
      'ACME_0003,01/01/2026 12:00 AM,,Paid,,Three,120.00,20.00,SPRING25,5.00,105.00,105.00,0.00,USD',
      ',05/01/2026 12:00 AM,02/01/2026 12:00 AM,Draft,,,120.00,20.00,SPRING25,5.00,105.00,0.00,105.00,USD',
      'ACME-0005,01/01/2027 12:00 AM,,Void,Cloud,Seats,120.00,20.00,SPRING25,5.00,105.00,0.00,105.00,USD',
      '',
    ]);
    expect((await owner.get('/Reports/InvoicesReport?format=pdf')).statusCode).toBe(400);
  });

  test('has the filtered rows in French', async () => {
    const read = (reader: string) =>
      owner.get(`/Reports/InvoicesReport?format=csv&${year}&text=acme-&for=${reader}`, {
        cookies: { portico_locale: 'fr' },
      });
    const [header, ...rows] = (await read('spreadsheet')).body.trim().split('\n');
    expect(header).toContain('Numéro;Créée le (UTC);Échéance (UTC)');
    expect(rows).toEqual([expect.stringMatching(/^ACME-0002;.*;À payer;;Two;120,00;/)]);
    const forProgram = (await read('program')).body;
    expect(forProgram).toContain('Numéro,Créée le (UTC),Échéance (UTC)');
    expect(forProgram).toMatch(/\nACME-0002,2026-01-01T00:00:00.000Z,.*,À payer,,Two,120.00,/);
    expect((await read('printer')).statusCode).toBe(400);
  });

  test('contains nothing of another account', async () => {
    const { body } = await report('', stranger);
    expect(body.match(/ACME-\d+/g)).toEqual(['ACME-0006']);
  });

  test.each<InvoiceSortField>(['created', 'dueDate', 'number', 'status', 'total'])(
    'has each invoice once by %s, in the order of the list, even in small batches',
    async (sortField) => {
      for (const order of ['asc', 'desc'] as const) {
        const read = async (rowsAtOnce: number) => {
          const all: string[] = [];
          for await (const rows of readInvoices(database.query, 'cus_acme', { sortField, order }, {}, rowsAtOnce))
            all.push(...rows.map(({ id }) => id));
          return all;
        };
        const { items } = (await owner.get(`/api/Subscription/invoices?sortField=${sortField}&order=${order}`)).json();
        const listed = items.map(({ stripeId }: { stripeId: string }) => stripeId);
        expect(listed).toHaveLength(5);
        for (const rowsAtOnce of [1, 2, 100]) expect(await read(rowsAtOnce), `${order} ${rowsAtOnce}`).toEqual(listed);
      }
    },
  );
});
