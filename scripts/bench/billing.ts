import pg from 'pg';
import { overviewCalls } from '../../e2e/harness/overview-calls.ts';
import { slowestOf95, slowestRoundOf95 } from './answer-times.ts';
import { insertFirstLines } from './first-lines.ts';
import { type Load, load } from './load.ts';
import { findDatabaseUrl, signIn, startBareList, waitForBackfill } from './loaded-portal.ts';
import { freePort, type Installation, prepareInstallation, type Server, startPortal } from './processes.ts';
import { median, type Row } from './row.ts';

const invoices = { all: 1_000_000, ofAcme: 10_000 } as const;
/** Number of invoices of each other customer. */
const invoicesOfOthers = 10_000;
/** Number of rows of a page, and of the account's rows in the otherwise empty database. */
const onePage = 20;
const rounds = 4;
const seconds = 4;

const figures = [
  { figure: 'spending, 10,000 invoices among 1,000,000', path: '/api/Billing/Spending' },
  { figure: 'payments, 10,000 of an account', path: '/api/Billing/PaymentIntents' },
] as const;

/** The lists of billing as their pages first show them. */
const lists = [
  '/api/Subscription/invoices?page=1&pageSize=20&sortField=created&order=desc',
  '/api/Subscription/invoices?page=1&pageSize=20&sortField=total&order=asc',
  '/api/Subscription/invoices/pending?page=1&pageSize=10',
  '/api/Billing/PaymentIntents?page=1&pageSize=10&sortField=created&order=desc',
] as const;

/**
 * The sums of the billing dashboard and the list of payments, for an account with 10,000 of 1,000,000 invoices. Then
 * lists and dashboard, compared with the same account in an otherwise empty database.
 */
export async function measureBilling(folder: string): Promise<Row[]> {
  const installation = await prepareInstallation(folder, 'billing');
  const first = await startPortal(installation);
  await fill(installation, [{ customers: 1, from: 1, to: onePage }]);
  // A second process is measured, which has not created the demo data.
  await first.stop();
  const almostEmpty = await startPortal(installation);
  const empty = await measureAnswerTimes(almostEmpty);
  await fill(installation, [
    { customers: 1, from: onePage + 1, to: invoices.ofAcme },
    { customers: invoices.all / invoicesOfOthers - 1, from: 1, to: invoicesOfOthers, firstCustomer: 1 },
  ]);
  await almostEmpty.stop();
  const portal = await startPortal(installation);
  const bare = await startBareList(folder, await findDatabaseUrl(installation), await freePort(), 'billing');
  try {
    const cookie = await signIn(portal.url, 'owner@acme.example');
    const rows: Row[] = [];
    for (const { figure, path } of figures) {
      const ask = (url: string, duration: number) => load({ url: `${url}${path}`, headers: { cookie } }, duration);
      const [ours, limit]: [Load[], Load[]] = [[], []];
      for (const url of [bare.url, portal.url]) await ask(url, 3);
      for (let round = 0; round < rounds; round += 1) {
        limit.push(await ask(bare.url, seconds));
        ours.push(await ask(portal.url, seconds));
      }
      const rate = (loads: Load[]) => median(loads.map((one) => one.rate));
      rows.push({ figure, ours: rate(ours), limit: rate(limit), unit: 'requests/s', aim: { share: 0.6 } });
    }
    const full = await measureAnswerTimes(portal);
    const aim = { atMostTimes: 1.5 } as const;
    const against = (what: string, ours: number, limit: number) =>
      rows.push({ figure: `${what}, 95 of 100 within, against an empty database`, ours, limit, unit: 'ms', aim });
    for (const [at, path] of lists.entries())
      against(nameOf(path), full.lists[at] ?? Number.NaN, empty.lists[at] ?? Number.NaN);
    against('billing page', full.overview, empty.overview);
    return rows;
  } finally {
    await bare.stop();
    await portal.stop();
  }
}

/** The name of a list in the table. */
const nameOf = (path: string) =>
  path.replace(/^\/api\/(Subscription|Billing)\//, '').replace(/[?&](page|pageSize)=\d+/g, '');

/** Milliseconds of each list, and of the billing page with all of its calls. */
async function measureAnswerTimes({ url }: Server) {
  const cookie = await signIn(url, 'owner@acme.example');
  const times: number[] = [];
  for (const path of lists) times.push(await slowestOf95(url, [path], cookie));
  return { lists: times, overview: await slowestRoundOf95(url, overviewCalls, cookie) };
}

/** Invoices of some customers, by number. The first customer is the caller's. */
interface Part {
  readonly customers: number;
  readonly firstCustomer?: number;
  readonly from: number;
  readonly to: number;
}

async function fill(installation: Installation, parts: readonly Part[]): Promise<void> {
  const client = new pg.Client({ connectionString: await findDatabaseUrl(installation) });
  await client.connect();
  try {
    await waitForBackfill(client);
    await client.query('set session_replication_role = replica');
    for (const part of parts) await insertMoney(client, part);
    await insertFirstLines(client, 'in_cus_billing_0_');
    await client.query('set session_replication_role = origin');
    await client.query('vacuum analyze stripe_invoices, stripe_invoice_lines, stripe_payment_intents');
  } finally {
    await client.end();
  }
}

/** Inserts mirror rows as synchronizing would have stored them, and the trigger-maintained totals directly. */
async function insertMoney(client: pg.Client, { customers, firstCustomer = 0, from, to }: Part): Promise<void> {
  const acme = 'cus_billing_0';
  await client.query(
    "update accounts set stripe_customer_id = $1 where id = (select account_id from users where email = 'owner@acme.example')",
    [acme],
  );
  for (let at = firstCustomer; at < firstCustomer + customers; at += 1) {
    await client.query(
      `insert into stripe_invoices (id, customer_id, subscription_id, created, number, status, currency, total, amount_due, amount_paid,
                                    amount_remaining, data, synced_at)
       select 'in_' || $1::text || '_' || n, $1, 'sub_' || $1::text || '_' || n % 4, now() - n * interval '50 minutes', 'PORTICO-' || n, 'paid', 'usd',
              60495, 60495, 60495, 0, '{}', now()
       from generate_series($2::int, $3::int) n`,
      [`cus_billing_${at}`, from, to],
    );
  }
  if (firstCustomer > 0) return;
  await client.query(
    `insert into stripe_payment_intents (id, customer_id, created, status, currency, amount, amount_received, description, data, synced_at)
     select 'pi_billing_' || n, $1, now() - n * interval '50 minutes', 'succeeded', 'usd', 60495, 60495, 'Subscription update', '{}', now()
     from generate_series($2::int, $3::int) n`,
    [acme, from, to],
  );
  await client.query(
    `insert into stripe_payment_totals (customer_id, payments, succeeded, received) values ($1, $2::int, $2::int, $2::bigint * 60495)
     on conflict (customer_id) do update set payments = excluded.payments, succeeded = excluded.succeeded, received = excluded.received`,
    [acme, to],
  );
  await client.query(
    `insert into stripe_invoice_totals (customer_id, invoices) values ($1, $2::int)
     on conflict (customer_id) do update set invoices = excluded.invoices`,
    [acme, to],
  );
}
