import type { Client, PoolClient } from 'pg';

/** The schema of the sandbox. */
export const SCHEMA = 'stripe_sandbox';

/**
 * Migrations in order. A released one is never edited. API objects use `json`, not `jsonb`, so that answers keep the
 * order of their fields.
 */
const MIGRATIONS = [
  `
  create table settings (name text primary key, value text not null);

  create table objects (
    id text primary key,
    type text not null,
    -- Grows in the order of commits, because every change holds the write lock (work.ts): cursors never skip an object.
    sequence bigint generated always as identity,
    created bigint not null,
    customer text,
    -- Ids of the objects this one belongs to, for lists 'of a subscription', 'of an invoice' and the like.
    related text[] not null default '{}',
    test_clock text,
    -- When the engine has to look at this object next, in seconds; null when nothing is due.
    due_at bigint,
    deleted boolean not null default false,
    data json not null,
    -- What the sandbox has to remember and the API never shows, such as how a test card behaves.
    internal json not null default '{}'
  );
  create index objects_by_type on objects (type, created, sequence);
  create index objects_by_customer on objects (customer, type, created, sequence);
  create index objects_by_relation on objects using gin (related);
  create index objects_due on objects (due_at) where due_at is not null;
  create index objects_events on objects (sequence) where type = 'event';

  create table idempotency_keys (
    key text primary key,
    fingerprint text not null,
    status integer not null,
    body text not null,
    created_at timestamptz not null default now()
  );
  create index idempotency_keys_by_age on idempotency_keys (created_at);

  create table deliveries (
    id bigint generated always as identity primary key,
    event text not null,
    endpoint text not null,
    attempts integer not null default 0,
    due_at timestamptz not null default now(),
    delivered_at timestamptz,
    last_answer text,
    unique (event, endpoint)
  );
  create index deliveries_due on deliveries (due_at) where delivered_at is null;
  `,
  `
  create table faults (
    id bigint generated always as identity primary key,
    kind text not null,
    method text,
    prefix text not null,
    remaining integer not null,
    status integer not null,
    delay integer not null
  );
  create index faults_remaining on faults (id) where remaining > 0;
  `,
  `
  -- What the customers of a clock have due next, and all that goes with a clock when it is deleted.
  create index objects_by_clock on objects (test_clock, due_at, sequence) where test_clock is not null;
  create index objects_customers_by_clock on objects (test_clock, sequence) where type = 'customer';
  -- Clocks that are advancing or running: the engine asks for them all the time, of those that stand still there are many.
  create index objects_active_clocks on objects (sequence)
    where type = 'test_helpers.test_clock' and due_at is not null and not deleted;
  -- The same for what lives in real time: the due work of a clock that stands still is long in the past.
  create index objects_due_really on objects (due_at)
    where due_at is not null and test_clock is null and type <> 'test_helpers.test_clock' and not deleted;
  `,
  `
  -- Lists that ask for one of many by a field.
  create index objects_customers_by_email on objects ((data ->> 'email'), created, sequence) where type = 'customer';
  create index objects_events_by_type on objects ((data ->> 'type'), sequence) where type = 'event';
  create index objects_by_status on objects (type, (data ->> 'status'), created, sequence)
    where type in ('invoice', 'subscription');
  create index objects_prices_by_lookup_key on objects ((data ->> 'lookup_key')) where type = 'price';
  create index objects_promotion_codes_by_code on objects (lower(data ->> 'code')) where type = 'promotion_code';
  -- Every question goes through what was not sorted in yet: in kilobytes, 4 MB unless said otherwise.
  alter index objects_by_relation set (gin_pending_list_limit = 256);
  `,
  `
  -- The address of a receipt has a secret in it, as that of an invoice has.
  with secrets as materialized (
    select id, replace(gen_random_uuid()::text, '-', '') as secret
    from objects where type = 'charge' and data ->> 'receipt_url' is not null
  )
  update objects set
    data = replace(data::text, '/receipts/' || objects.id || '"', '/receipts/' || objects.id || '/' || secret || '"')::json,
    internal = (internal::jsonb || jsonb_build_object('receiptSecret', secret))::json
  from secrets where secrets.id = objects.id;
  `,
  `
  -- Attempts before a delivery was asked for again: waits between attempts begin anew then, their count does not.
  alter table deliveries add column if not exists attempts_before integer not null default 0;
  `,
];

/** Updates the schema. Safe when several processes start together. */
export async function migrate(client: Client | PoolClient): Promise<void> {
  const present = await client.query(`select to_regclass('${SCHEMA}.migrations') is not null as present`);
  if (present.rows[0].present) {
    const { rows } = await client.query(`select coalesce(max(version), 0)::int as version from ${SCHEMA}.migrations`);
    if (rows[0].version >= MIGRATIONS.length) return;
  }
  await client.query('begin');
  try {
    await client.query(`select pg_advisory_xact_lock(hashtext('${SCHEMA}.migrations'))`);
    await client.query(`create schema if not exists ${SCHEMA}`);
    await client.query(`set local search_path to ${SCHEMA}`);
    await client.query('create table if not exists migrations (version integer primary key)');
    const { rows } = await client.query('select coalesce(max(version), 0)::int as version from migrations');
    for (let version = rows[0].version; version < MIGRATIONS.length; version += 1) {
      await client.query(MIGRATIONS[version] ?? '');
      await client.query('insert into migrations (version) values ($1)', [version + 1]);
    }
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}
