import { setTimeout as pause } from 'node:timers/promises';
import { findEmbeddedPostgres } from '@portico/postgres';
import pg from 'pg';
import { insertFirstLines } from './first-lines.ts';
import { type Installation, prepareInstallation, type Server, startPortal, startServer } from './processes.ts';

const password = 'Portico-demo-1';

/** Number of people who sign in at once, each from their own address, so that no limit applies. */
export const manyPeople = 400;
export const nameOfPerson = (index: number) => `person-${index}@acme.example`;
export const addressOfPerson = (index: number) => `203.0.${113 + Math.floor(index / 250)}.${index % 250}`;

export interface LoadedPortal {
  readonly installation: Installation;
  readonly server: Server;
  readonly databaseUrl: string;
  readonly password: string;
  /** Cookie headers of the owners of accounts with this many invoices, and of the operator. */
  readonly cookies: { readonly hundredThousand: string; readonly tenThousand: string; readonly operator: string };
}

/** A running portal with accounts of 100,000 and of 10,000 invoices, and many people. */
export async function startLoadedPortal(folder: string): Promise<LoadedPortal> {
  // People have different addresses, as behind a proxy.
  const installation = await prepareInstallation(folder, 'loaded', { TRUSTED_PROXIES: '127.0.0.1' });
  const first = await startPortal(installation);
  const client = new pg.Client({ connectionString: await findDatabaseUrl(installation) });
  await client.connect();
  try {
    await waitForBackfill(client);
    await insertInvoices(client, 'owner@acme.example', 100_000);
    await insertInvoices(client, 'owner@globex.example', 10_000);
    await insertFirstLines(client, 'in_cus_bench_');
    await insertPeople(client);
    await client.query('vacuum analyze');
  } finally {
    await client.end();
  }
  // A second process is measured, which has not created the demo data.
  await first.stop();
  const server = await startPortal(installation);
  return {
    installation,
    server,
    databaseUrl: await findDatabaseUrl(installation),
    password,
    cookies: {
      hundredThousand: await signIn(server.url, 'owner@acme.example'),
      tenThousand: await signIn(server.url, 'owner@globex.example'),
      operator: await signIn(server.url, 'operator@portico.example'),
    },
  };
}

/** The address of an installation's embedded database. */
export async function findDatabaseUrl({ env }: Installation): Promise<string> {
  const url = await findEmbeddedPostgres(env.DATA_DIR ?? '');
  if (!url) throw new Error('the portal runs without its database');
  return url;
}

/**
 * Waits for the first backfill. A running one would look up each invented invoice at Stripe and mark it as deleted
 * during the measurements.
 * @throws if it takes longer than two minutes.
 */
export async function waitForBackfill(client: pg.Client): Promise<void> {
  const begin = performance.now();
  const isDone = "select from stripe_mirror_runs where kind = 'backfill' and state = 'done'";
  while ((await client.query(isDone)).rowCount === 0) {
    if (performance.now() - begin > 120_000) throw new Error('the first backfill did not end');
    await pause(100);
  }
}

/** The fields of an invoice document that reports read. */
const invoiceDocument = {
  subtotal: 60_495,
  total_discount_amounts: [],
  total_taxes: [],
  period_start: 0,
  period_end: 0,
};

/** Inserts mirror rows as synchronizing would have stored them. */
async function insertInvoices(client: pg.Client, owner: string, count: number): Promise<void> {
  const customer = `cus_bench_${count}`;
  await client.query(
    `update accounts set stripe_customer_id = $1
     where id = (select account_id from users where email = $2)`,
    [customer, owner],
  );
  // In parts, because the trigger that maintains the total updates one row repeatedly, which is slow in a single
  // transaction.
  for (let from = 1; from <= count; from += 1_000) {
    await client.query(
      `insert into stripe_invoices (id, customer_id, created, due_date, number, status, currency, total, amount_due, amount_paid,
                                    amount_remaining, description, invoice_pdf, hosted_invoice_url, data, synced_at)
       select 'in_' || $1::text || '_' || n, $1, now() - n * interval '5 minutes', now() - n * interval '5 minutes', 'PORTICO-' || n, 'paid',
              'usd', 60495, 60495, 60495, 0, 'Veriscan Sentinel, Professional plan',
              'https://pay.stripe.example/invoice/' || n || '/pdf', 'https://pay.stripe.example/invoice/' || n, $3, now()
       from generate_series($2::int, $2::int + 999) n`,
      [customer, from, invoiceDocument],
    );
  }
}

async function insertPeople(client: pg.Client): Promise<void> {
  await client.query(
    `insert into users (account_id, login, email, first_name, password_hash)
     select account_id, $1 || n || $2, $1 || n || $2, 'Person', password_hash
     from users, generate_series(0, $3::int - 1) n where email = 'owner@acme.example'`,
    ['person-', '@acme.example', manyPeople],
  );
}

export interface Visitor {
  readonly cookie: string;
  readonly token: string;
}

/** Opens the sign-in page and returns its token and the cookie to which it is bound. */
export async function visit(url: string): Promise<Visitor> {
  const response = await fetch(`${url}/login`);
  const token = /"antiForgeryToken":"([^"]+)"/.exec(await response.text())?.[1];
  if (!token) throw new Error('the sign-in page has no token');
  return { cookie: cookiesOf(response), token };
}

/** @returns the session's cookie header. */
export async function signIn(url: string, userName: string): Promise<string> {
  const { cookie, token } = await visit(url);
  const response = await fetch(`${url}/LoginWithMFA`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', requestverificationtoken: token, cookie },
    body: JSON.stringify({ userName, password }),
  });
  if (response.status !== 200) throw new Error(`${userName} could not sign in: ${await response.text()}`);
  return cookiesOf(response);
}

const cookiesOf = (response: Response) =>
  response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');

/** Starts the baseline for the lists: a separate process on the same database. */
export async function startBareList(
  folder: string,
  databaseUrl: string,
  port: number,
  name: 'billing' | 'list' | 'devices' | 'licensing' | 'users' = 'list',
  settings: Readonly<Record<string, string>> = {},
): Promise<Server> {
  return startServer([process.execPath, `${import.meta.dirname}/bare/${name}.ts`], {
    port,
    path: '/readyz',
    env: { PORT: String(port), DATABASE_URL: databaseUrl, NODE_ENV: 'production', ...settings },
    logFile: `${folder}/bare-${name}.log`,
  });
}
