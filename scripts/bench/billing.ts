import pg from 'pg';
import { type Load, load } from './load.ts';
import { databaseOf, signIn, startBareList, waitForBackfill } from './loaded-portal.ts';
import { freePort, prepareInstallation, startPortal } from './processes.ts';
import { median, type Row } from './row.ts';

const invoices = { all: 1_000_000, ofAcme: 10_000 } as const;
/** Invoices of each other customer. */
const invoicesOfOthers = 10_000;
const rounds = 4;
const seconds = 4;

const figures = [
  { figure: 'spending, 10,000 invoices among 1,000,000', path: '/api/Billing/Spending' },
  { figure: 'payments, 10,000 of an account', path: '/api/Billing/PaymentIntents' },
] as const;

/** What the billing dashboard sums up, and the list of payments, of an account with 10,000 invoices among 1,000,000. */
export async function measureBilling(folder: string): Promise<Row[]> {
  const installation = await prepareInstallation(folder, 'billing');
  const first = await startPortal(installation);
  const databaseUrl = await databaseOf(installation);
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await waitForBackfill(client);
    await insertMoney(client);
    await client.query('vacuum analyze stripe_invoices, stripe_payment_intents');
  } finally {
    await client.end();
  }
  // The one that is measured did not make the demonstration.
  await first.stop();
  const portal = await startPortal(installation);
  const bare = await startBareList(folder, await databaseOf(installation), await freePort(), 'billing');
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
    return rows;
  } finally {
    await bare.stop();
    await portal.stop();
  }
}

/** Rows of the mirror, as synchronising would have left them; the totals that triggers keep are written at once. */
async function insertMoney(client: pg.Client): Promise<void> {
  const acme = 'cus_billing_0';
  await client.query(
    "update accounts set stripe_customer_id = $1 where id = (select account_id from users where email = 'owner@acme.example')",
    [acme],
  );
  await client.query('set session_replication_role = replica');
  for (let at = 0; at < invoices.all / invoicesOfOthers; at += 1) {
    await client.query(
      `insert into stripe_invoices (id, customer_id, subscription_id, created, number, status, currency, total, amount_due, amount_paid,
                                    amount_remaining, data, synced_at)
       select 'in_' || $1::text || '_' || n, $1, 'sub_' || $1::text || '_' || n % 4, now() - n * interval '50 minutes', 'PORTICO-' || n, 'paid', 'usd',
              60495, 60495, 60495, 0, '{}', now()
       from generate_series(1, $2::int) n`,
      [`cus_billing_${at}`, invoicesOfOthers],
    );
  }
  await client.query(
    `insert into stripe_payment_intents (id, customer_id, created, status, currency, amount, amount_received, description, data, synced_at)
     select 'pi_billing_' || n, $1, now() - n * interval '50 minutes', 'succeeded', 'usd', 60495, 60495, 'Subscription update', '{}', now()
     from generate_series(1, $2::int) n`,
    [acme, invoices.ofAcme],
  );
  await client.query(
    'insert into stripe_payment_totals (customer_id, payments, succeeded, received) values ($1, $2::int, $2::int, $2::bigint * 60495)',
    [acme, invoices.ofAcme],
  );
  await client.query('set session_replication_role = origin');
}
