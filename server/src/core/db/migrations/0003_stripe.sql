-- Each change at Stripe is a row here before the call is made. The idempotency keys of its calls derive from its id, so that a crash, a
-- timeout or a lost answer is resumed with the same keys and never done twice.
create table stripe_operations (
  id uuid primary key default gen_random_uuid(),
  account_id bigint not null references accounts on delete cascade,
  user_id bigint references users on delete set null,
  kind text not null,
  -- What the change is about: a product, a card.
  subject text not null,
  -- Identical requests share this and become one operation; a quote's id for a purchase.
  request_key text not null,
  -- Arguments in the portal's words. No card number, no secret.
  request jsonb not null,
  -- pending: to be done or being done. requires_action: waits for the card's holder. The others are final.
  state text not null default 'pending' check (state in ('pending', 'requires_action', 'succeeded', 'failed')),
  result jsonb,
  error jsonb,
  created_at timestamptz not null default now(),
  settled_at timestamptz,
  check ((settled_at is null) = (state in ('pending', 'requires_action'))),
  unique (account_id, kind, request_key)
);
-- One live purchase an account and product.
create unique index stripe_operations_one_live_key on stripe_operations (account_id, kind, subject)
  where state in ('pending', 'requires_action');
create index stripe_operations_user_idx on stripe_operations (user_id);
create index stripe_operations_open_idx on stripe_operations (created_at) where state in ('pending', 'requires_action');

-- The mirror: a customer's screens read these tables and never call Stripe to list something. `data` is the object as Stripe serialises it.
-- `synced_at` is when it was true: an older reading never replaces a newer one, so duplicates, reordering and replays end alike.
create table stripe_customers (
  id text primary key,
  created timestamptz not null,
  -- Cents; Stripe's sign: negative is a credit.
  balance bigint not null default 0,
  default_payment_method text,
  deleted boolean not null default false,
  data jsonb not null,
  synced_at timestamptz not null
);

create table stripe_payment_methods (
  id text primary key,
  -- Null once detached.
  customer_id text,
  created timestamptz not null,
  type text not null,
  brand text not null,
  last4 text not null,
  exp_month integer not null,
  exp_year integer not null,
  deleted boolean not null default false,
  data jsonb not null,
  synced_at timestamptz not null
);
create index stripe_payment_methods_customer_idx on stripe_payment_methods (customer_id, created desc, id) where not deleted;

create table stripe_subscriptions (
  id text primary key,
  customer_id text not null,
  created timestamptz not null,
  status text not null,
  deleted boolean not null default false,
  data jsonb not null,
  synced_at timestamptz not null
);
create index stripe_subscriptions_customer_idx on stripe_subscriptions (customer_id, created desc);

create table stripe_invoices (
  id text primary key,
  customer_id text not null,
  subscription_id text,
  created timestamptz not null,
  due_date timestamptz,
  number text,
  status text not null,
  currency text not null,
  -- Cents.
  total bigint not null,
  amount_due bigint not null,
  amount_paid bigint not null,
  amount_remaining bigint not null,
  -- Of the first line.
  description text,
  invoice_pdf text,
  hosted_invoice_url text,
  deleted boolean not null default false,
  data jsonb not null,
  synced_at timestamptz not null
);
-- One index an order in which the list can be asked for; the id makes each order total, so that pages never overlap.
create index stripe_invoices_created_idx on stripe_invoices (customer_id, created, id) where not deleted;
create index stripe_invoices_due_date_idx on stripe_invoices (customer_id, due_date, id) where not deleted;
create index stripe_invoices_number_idx on stripe_invoices (customer_id, number, id) where not deleted;
create index stripe_invoices_status_idx on stripe_invoices (customer_id, status, id) where not deleted;
create index stripe_invoices_total_idx on stripe_invoices (customer_id, total, id) where not deleted;
create index stripe_invoices_subscription_idx on stripe_invoices (subscription_id, created, id) where not deleted;

-- Counting a hundred thousand rows takes longer than reading a page of them: totals are kept by the trigger below.
create table stripe_invoice_totals (
  customer_id text primary key,
  invoices integer not null
);

create function keep_stripe_invoice_totals() returns trigger language plpgsql as $$
declare
  before_customer text := case when tg_op <> 'INSERT' and not old.deleted then old.customer_id end;
  after_customer text := case when tg_op <> 'DELETE' and not new.deleted then new.customer_id end;
begin
  if before_customer is not distinct from after_customer then
    return null;
  end if;
  if before_customer is not null then
    update stripe_invoice_totals set invoices = invoices - 1 where customer_id = before_customer;
  end if;
  if after_customer is not null then
    insert into stripe_invoice_totals as kept (customer_id, invoices) values (after_customer, 1)
      on conflict (customer_id) do update set invoices = kept.invoices + 1;
  end if;
  return null;
end $$;
create trigger stripe_invoices_totals after insert or delete or update of customer_id, deleted on stripe_invoices
  for each row execute function keep_stripe_invoice_totals();

-- What the webhook received, once each, whatever came of it.
create table stripe_events (
  id text primary key,
  type text not null,
  created timestamptz not null,
  object_type text not null,
  object_id text,
  customer_id text,
  data jsonb not null,
  received_at timestamptz not null default now(),
  applied_at timestamptz
);
create index stripe_events_created_idx on stripe_events (created desc, id);
create index stripe_events_object_idx on stripe_events (object_id, created desc);
create index stripe_events_customer_idx on stripe_events (customer_id, created desc);
create index stripe_events_waiting_idx on stripe_events (received_at) where applied_at is null;
