-- The rest of the mirror (see 0003): payments and what belongs to them. Amounts are cents. Every table keeps `synced_at`: a state is taken only when
-- it is newer than the one that is there.
create table stripe_payment_intents (
  id text primary key,
  customer_id text,
  created timestamptz not null,
  status text not null,
  currency text not null,
  amount bigint not null,
  amount_received bigint not null,
  payment_method_id text,
  latest_charge_id text,
  description text,
  deleted boolean not null default false,
  data jsonb not null,
  synced_at timestamptz not null
);
-- One index an order in which the list can be asked for; the id makes each order total, so that pages never overlap.
create index stripe_payment_intents_customer_created_idx on stripe_payment_intents (customer_id, created, id) where not deleted;
create index stripe_payment_intents_customer_status_idx on stripe_payment_intents (customer_id, status, id) where not deleted;
create index stripe_payment_intents_customer_amount_idx on stripe_payment_intents (customer_id, amount, id) where not deleted;
create index stripe_payment_intents_customer_description_idx on stripe_payment_intents (customer_id, left(description, 500), id) where not deleted;

create table stripe_charges (
  id text primary key,
  customer_id text,
  payment_intent_id text,
  created timestamptz not null,
  -- succeeded, pending, failed.
  status text not null,
  currency text not null,
  amount bigint not null,
  amount_refunded bigint not null,
  balance_transaction_id text,
  deleted boolean not null default false,
  data jsonb not null,
  synced_at timestamptz not null
);
create index stripe_charges_customer_idx on stripe_charges (customer_id, created, id) where not deleted;
create index stripe_charges_payment_intent_idx on stripe_charges (payment_intent_id, created, id) where not deleted;

create table stripe_refunds (
  id text primary key,
  customer_id text,
  charge_id text,
  payment_intent_id text,
  created timestamptz not null,
  status text,
  currency text not null,
  amount bigint not null,
  balance_transaction_id text,
  deleted boolean not null default false,
  data jsonb not null,
  synced_at timestamptz not null
);
create index stripe_refunds_customer_idx on stripe_refunds (customer_id, created, id) where not deleted;
create index stripe_refunds_charge_idx on stripe_refunds (charge_id, created, id) where not deleted;
create index stripe_refunds_payment_intent_idx on stripe_refunds (payment_intent_id, created, id) where not deleted;

-- Of charges and refunds: what reached the vendor's balance, and what it cost.
create table stripe_balance_transactions (
  id text primary key,
  -- The charge or the refund.
  source_id text,
  created timestamptz not null,
  type text not null,
  status text not null,
  currency text not null,
  amount bigint not null,
  fee bigint not null,
  net bigint not null,
  deleted boolean not null default false,
  data jsonb not null,
  synced_at timestamptz not null
);
create index stripe_balance_transactions_source_idx on stripe_balance_transactions (source_id);

-- All lines of each invoice, however many pages Stripe gives them in. They are taken and replaced with their invoice, in its transaction.
create table stripe_invoice_lines (
  id text primary key,
  invoice_id text not null,
  -- From 0, as Stripe orders them.
  position integer not null,
  customer_id text not null,
  subscription_id text,
  -- The pending item that became this line.
  invoice_item_id text,
  price_id text,
  currency text not null,
  amount bigint not null,
  subtotal bigint not null,
  quantity integer,
  proration boolean not null,
  description text,
  period_start timestamptz not null,
  period_end timestamptz not null,
  deleted boolean not null default false,
  data jsonb not null,
  synced_at timestamptz not null
);
create index stripe_invoice_lines_invoice_idx on stripe_invoice_lines (invoice_id, position);
create index stripe_invoice_lines_item_idx on stripe_invoice_lines (invoice_item_id) where invoice_item_id is not null;

-- Joins an invoice to what paid it: neither carries the other's id.
create table stripe_invoice_payments (
  id text primary key,
  invoice_id text not null,
  payment_intent_id text,
  charge_id text,
  created timestamptz not null,
  -- open, paid, canceled.
  status text not null,
  currency text not null,
  amount_requested bigint not null,
  amount_paid bigint,
  deleted boolean not null default false,
  data jsonb not null,
  synced_at timestamptz not null
);
create index stripe_invoice_payments_invoice_idx on stripe_invoice_payments (invoice_id, created, id) where not deleted;
create index stripe_invoice_payments_payment_intent_idx on stripe_invoice_payments (payment_intent_id) where not deleted;
create index stripe_invoice_payments_charge_idx on stripe_invoice_payments (charge_id) where not deleted and charge_id is not null;

-- How a customer's balance came about. Stripe's sign: negative is a credit.
create table stripe_customer_balance_transactions (
  id text primary key,
  customer_id text not null,
  invoice_id text,
  created timestamptz not null,
  type text not null,
  currency text not null,
  amount bigint not null,
  ending_balance bigint not null,
  description text,
  deleted boolean not null default false,
  data jsonb not null,
  synced_at timestamptz not null
);
create index stripe_customer_balance_transactions_customer_idx on stripe_customer_balance_transactions (customer_id, created, id) where not deleted;

-- Items that wait for an invoice: those without an invoice of their own that no line came from.
create table stripe_invoice_items (
  id text primary key,
  customer_id text not null,
  invoice_id text,
  subscription_id text,
  created timestamptz not null,
  currency text not null,
  amount bigint not null,
  description text,
  deleted boolean not null default false,
  data jsonb not null,
  synced_at timestamptz not null
);
create index stripe_invoice_items_customer_idx on stripe_invoice_items (customer_id, created, id) where not deleted;
create index stripe_invoice_items_pending_idx on stripe_invoice_items (customer_id, created, id) where not deleted and invoice_id is null;

-- What a repair looks for: objects of a span of time, and those that are not final, whatever their age.
create index stripe_customers_created_idx on stripe_customers (created, id) where not deleted;
create index stripe_payment_methods_created_idx on stripe_payment_methods (created, id) where not deleted;
create index stripe_subscriptions_created_idx on stripe_subscriptions (created, id) where not deleted;
create index stripe_invoices_created_all_idx on stripe_invoices (created, id) where not deleted;
create index stripe_payment_intents_created_idx on stripe_payment_intents (created, id) where not deleted;
create index stripe_charges_created_idx on stripe_charges (created, id) where not deleted;
create index stripe_refunds_created_idx on stripe_refunds (created, id) where not deleted;
create index stripe_invoice_payments_created_idx on stripe_invoice_payments (created, id) where not deleted;
create index stripe_invoice_items_created_idx on stripe_invoice_items (created, id) where not deleted;
create index stripe_subscriptions_open_idx on stripe_subscriptions (created, id) where not deleted and status not in ('canceled', 'incomplete_expired');
create index stripe_invoices_open_idx on stripe_invoices (created, id) where not deleted and status in ('draft', 'open');
create index stripe_payment_intents_open_idx on stripe_payment_intents (created, id) where not deleted and status not in ('succeeded', 'canceled');
create index stripe_charges_open_idx on stripe_charges (created, id) where not deleted and status = 'pending';
create index stripe_refunds_open_idx on stripe_refunds (created, id) where not deleted and status in ('pending', 'requires_action');
create index stripe_invoice_payments_open_idx on stripe_invoice_payments (created, id) where not deleted and status = 'open';

-- The head of a customer's list of payments without reading the list: counts and sums, kept by the triggers below.
create table stripe_payment_totals (
  customer_id text primary key,
  payments integer not null default 0,
  succeeded integer not null default 0,
  -- Cents.
  received bigint not null default 0,
  refunded bigint not null default 0
);

create function add_to_stripe_payment_totals(customer text, more_payments integer, more_succeeded integer, more_received bigint, more_refunded bigint)
returns void language sql as $$
  insert into stripe_payment_totals as kept (customer_id, payments, succeeded, received, refunded)
  select customer, more_payments, more_succeeded, more_received, more_refunded
  where customer is not null and (more_payments, more_succeeded, more_received, more_refunded) <> (0, 0, 0::bigint, 0::bigint)
  on conflict (customer_id) do update set payments = kept.payments + excluded.payments, succeeded = kept.succeeded + excluded.succeeded,
    received = kept.received + excluded.received, refunded = kept.refunded + excluded.refunded
$$;

create function keep_stripe_payment_totals() returns trigger language plpgsql as $$
declare
  was boolean := tg_op <> 'INSERT' and not old.deleted;
  is_now boolean := tg_op <> 'DELETE' and not new.deleted;
begin
  if was and is_now and old.customer_id is not distinct from new.customer_id then
    perform add_to_stripe_payment_totals(new.customer_id, 0, (new.status = 'succeeded')::int - (old.status = 'succeeded')::int,
      new.amount_received - old.amount_received, 0);
    return null;
  end if;
  if was then
    perform add_to_stripe_payment_totals(old.customer_id, -1, -(old.status = 'succeeded')::int, -old.amount_received, 0);
  end if;
  if is_now then
    perform add_to_stripe_payment_totals(new.customer_id, 1, (new.status = 'succeeded')::int, new.amount_received, 0);
  end if;
  return null;
end $$;
create trigger stripe_payment_intents_totals after insert or delete or update of customer_id, deleted, status, amount_received on stripe_payment_intents
  for each row execute function keep_stripe_payment_totals();

create function keep_stripe_refund_totals() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and not old.deleted and not new.deleted and old.customer_id is not distinct from new.customer_id then
    perform add_to_stripe_payment_totals(new.customer_id, 0, 0, 0, new.amount_refunded - old.amount_refunded);
    return null;
  end if;
  if tg_op <> 'INSERT' and not old.deleted then
    perform add_to_stripe_payment_totals(old.customer_id, 0, 0, 0, -old.amount_refunded);
  end if;
  if tg_op <> 'DELETE' and not new.deleted then
    perform add_to_stripe_payment_totals(new.customer_id, 0, 0, 0, new.amount_refunded);
  end if;
  return null;
end $$;
create trigger stripe_charges_totals after insert or delete or update of customer_id, deleted, amount_refunded on stripe_charges
  for each row execute function keep_stripe_refund_totals();

-- Which objects an event tells of: its own object and that one's relatives. A timeline is one range of this table's key.
create table stripe_event_objects (
  object_id text not null,
  created timestamptz not null,
  event_id text not null references stripe_events on delete cascade,
  primary key (object_id, created, event_id)
);
create index stripe_event_objects_event_idx on stripe_event_objects (event_id);
insert into stripe_event_objects (object_id, created, event_id)
  select object_id, created, id from stripe_events where object_id is not null
  union select customer_id, created, id from stripe_events where customer_id is not null;

alter table stripe_events
  -- How it came: webhook, or catch-up where the webhook was lost.
  add column source text not null default 'webhook' check (source in ('webhook', 'catch_up')),
  -- What went wrong last, in words.
  add column error text,
  -- Set when nothing will try again by itself: a dead event, kept until somebody retries it or a newer one of its object is applied.
  add column failed_at timestamptz;
create index stripe_events_dead_idx on stripe_events (failed_at, id) where failed_at is not null;
create index stripe_events_object_waiting_idx on stripe_events (object_id) where applied_at is null;
drop index stripe_events_waiting_idx;
create index stripe_events_waiting_idx on stripe_events (received_at) where applied_at is null and failed_at is null;
create index stripe_events_received_idx on stripe_events (received_at desc);

-- Up to where events were listed. One row. A sweep that was cut off goes on behind `sweep_after` and moves `event_created` only at its end.
create table stripe_event_cursor (
  singleton boolean primary key default true check (singleton),
  -- Everything up to here was listed.
  event_created timestamptz not null,
  -- The sweep under way: from which moment, behind which event, and how far the cursor moves when it is done.
  sweep_from timestamptz,
  sweep_after text,
  sweep_until timestamptz,
  -- When Stripe was asked last, with success; what went wrong since.
  polled_at timestamptz,
  error text,
  -- Events that no webhook had brought, over all time.
  found integer not null default 0
);

-- Whole listings of Stripe: the first filling of the mirror and the repairs.
create table stripe_mirror_runs (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('backfill', 'repair')),
  state text not null default 'running' check (state in ('running', 'done', 'failed')),
  -- Objects made before are left out, save those that are not final; null for all.
  since timestamptz,
  started_at timestamptz not null default now(),
  finished_at timestamptz,
  -- What went wrong last; also of a run that goes on.
  error text,
  differences integer not null default 0,
  check ((finished_at is null) = (state = 'running'))
);
-- Several processes and clicks never do it twice at once.
create unique index stripe_mirror_runs_one_running_key on stripe_mirror_runs (state) where state = 'running';
create index stripe_mirror_runs_kind_idx on stripe_mirror_runs (kind, id);

-- How far a run came, list by list: a killed one goes on behind its cursor.
create table stripe_mirror_steps (
  run_id bigint not null references stripe_mirror_runs on delete cascade,
  name text not null,
  position integer not null,
  cursor text,
  listed integer not null default 0,
  changed integer not null default 0,
  started_at timestamptz,
  finished_at timestamptz,
  primary key (run_id, name)
);

-- What a repair found to differ from Stripe, and mended.
create table stripe_mirror_differences (
  id bigint generated always as identity primary key,
  run_id bigint not null references stripe_mirror_runs on delete cascade,
  object_type text not null,
  object_id text not null,
  customer_id text,
  -- missing: was not here. changed: was older here. gone: no longer at Stripe.
  kind text not null check (kind in ('missing', 'changed', 'gone')),
  -- Names of the fields that differed.
  fields text[] not null default '{}',
  found_at timestamptz not null default now()
);
create index stripe_mirror_differences_run_idx on stripe_mirror_differences (run_id, id);
