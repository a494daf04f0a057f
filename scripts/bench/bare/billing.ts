import { createHash } from 'node:crypto';
import Fastify from 'fastify';
import pg from 'pg';

/**
 * Baseline for the spending dashboard and the list of payments: only Fastify and pg. One prepared statement finds the
 * session, another reads or sums with an index. No names, checks, logs or caches.
 */
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
const app = Fastify();

app.get('/readyz', async () => ({ status: 'ok' }));

async function customerOf(cookie: string | undefined): Promise<string> {
  const id = /(?:^|; )portico_session=([^;]+)/.exec(cookie ?? '')?.[1] ?? '';
  const { rows } = await pool.query<{ customer: string | null }>({
    name: 'session',
    text: `select a.stripe_customer_id as customer from sessions s join users u on u.id = s.user_id join accounts a on a.id = u.account_id
           where s.id_hash = $1 and s.expires_at > now()`,
    values: [createHash('sha256').update(id).digest()],
  });
  const customer = rows[0]?.customer;
  if (!customer) throw new Error('signed out');
  return customer;
}

app.get('/api/Billing/Spending', async (request) => {
  const customer = await customerOf(request.headers.cookie);
  const { rows } = await pool.query({
    name: 'spending',
    text: `select to_char(created at time zone 'utc', 'YYYY-MM') as month, subscription_id as subscription, sum(amount_paid) as paid,
                  sum(amount_remaining) filter (where status = 'open') as unpaid
           from stripe_invoices
           where customer_id = $1 and not deleted and currency = 'usd' and status in ('open', 'paid', 'uncollectible')
             and created >= date_trunc('month', now() at time zone 'utc') - interval '11 months'
           group by 1, 2`,
    values: [customer],
  });
  return { currency: 'usd', months: rows };
});

app.get('/api/Billing/PaymentIntents', async (request) => {
  const customer = await customerOf(request.headers.cookie);
  const [{ rows }, totals] = await Promise.all([
    pool.query({
      name: 'payments',
      text: `select id as "stripeId", amount, currency, status, description, created from stripe_payment_intents
             where customer_id = $1 and not deleted order by created desc, id desc limit 10`,
      values: [customer],
    }),
    pool.query({
      name: 'totals',
      text: 'select payments, succeeded, received, refunded from stripe_payment_totals where customer_id = $1',
      values: [customer],
    }),
  ]);
  return { items: rows, page: 1, pageSize: 10, ...totals.rows[0] };
});

await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) });
process.once('SIGTERM', () =>
  app
    .close()
    .then(() => pool.end())
    .then(() => process.exit(0)),
);
