import pg from 'pg';
import { answerTimes } from './answer-times.ts';
import { measureCsv } from './csv-report.ts';
import { insertFirstLines } from './first-lines.ts';
import type { LoadedPortal } from './loaded-portal.ts';
import type { Row } from './row.ts';

/** Invoices of a hundred customers; the first customer is the caller's. */
const invoices = { all: 1_000_000, customers: 100 } as const;
/** Rows per statement, so that a killed run has little to roll back. */
const atOnce = 10_000;
const list = '/api/Subscription/invoices?pageSize=20';

/**
 * The filters of the list, for an account with 10,000 of 1,000,000 invoices: each alone, all together, and a text
 * without matches. Also the report of 100,000.
 */
export async function measureInvoiceFilters(
  _folder: string,
  { server, cookies, databaseUrl }: LoadedPortal,
): Promise<Row[]> {
  const products = await insertInvoices(databaseUrl);
  const day = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString();
  const aim = { atMost: 50 } as const;
  const measure = (figure: string, ...filters: string[]) =>
    answerTimes(
      figure,
      { url: server.url, cookie: cookies.tenThousand, paths: filters.map((filter) => `${list}&${filter}`) },
      aim,
    );
  return [
    await measure('invoices by status, among 1,000,000', 'status=paid', 'status=open', 'status=void'),
    await measure('invoices by product', ...products.map((id) => `productId=${id}`)),
    await measure('invoices by date', `createdFrom=${day(60)}&createdBefore=${day(30)}`, `createdFrom=${day(700)}`),
    await measure(
      'invoices by text',
      'text=PORTICO-7',
      'text=0042',
      'text=veriscan',
      'text=training',
      'text=nobody%20at%20all',
    ),
    await measure('invoices by everything', `status=paid&productId=${products[0]}&text=77&createdFrom=${day(365)}`),
    ...(await measureCsv(server, {
      figure: 'report of 100,000 invoices',
      path: '/Reports/InvoicesReport?format=csv',
      cookie: cookies.hundredThousand,
      rows: 100_000,
    })),
  ];
}

/** Inserts mirror rows as synchronizing would have stored them. @returns the ids of some of their products */
async function insertInvoices(databaseUrl: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(
      `update accounts set stripe_customer_id = 'cus_filter_0' where id = (select account_id from users where email = 'owner@globex.example')`,
    );
    for (let from = 0; from < invoices.all; from += atOnce) {
      await client.query(
        `insert into stripe_invoices (id, customer_id, created, number, status, currency, total, amount_due, amount_paid, amount_remaining,
                                      description, price_id, data, synced_at)
         select 'in_filter_' || n, 'cus_filter_' || n % $1, now() - n * interval '1 minute', 'PORTICO-' || n,
                case n / 100 % 50 when 0 then 'open' when 1 then 'void' else 'paid' end, 'usd', 60495, 60495, 60495, 0,
                case n / 100 % 20 when 0 then 'On-site training' else 'Veriscan, Professional plan' end,
                case n / 100 % 20 when 0 then null else prices.ids[1 + n / 100 % cardinality(prices.ids)] end,
                jsonb_build_object('filler', repeat(md5(n::text), 60)), now()
         from generate_series($2::int, $2::int + $3::int - 1) n, (select array_agg(stripe_price_id) as ids from catalog_prices) prices`,
        [invoices.customers, from, atOnce],
      );
    }
    await insertFirstLines(client, 'in_filter_');
    await client.query('vacuum analyze stripe_invoices, stripe_invoice_lines');
    const { rows } = await client.query<{ id: string }>('select id from products order by id limit 3');
    return rows.map(({ id }) => id);
  } finally {
    await client.end();
  }
}
