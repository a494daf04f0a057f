-- Credit notes: documents that take something off an invoice, before or after it was paid.
create table stripe_credit_notes (
  id text primary key,
  customer_id text not null,
  invoice_id text not null,
  created timestamptz not null,
  number text not null,
  status text not null,
  currency text not null,
  -- Cents.
  total bigint not null,
  deleted boolean not null default false,
  data jsonb not null,
  synced_at timestamptz not null,
  reading_number bigint not null default 0
);
create index stripe_credit_notes_invoice_idx on stripe_credit_notes (invoice_id, created, id) where not deleted;
create index stripe_credit_notes_created_idx on stripe_credit_notes (created, id) where not deleted;

-- They are mailed like invoices and refunds.
alter table billing_mails
  drop constraint billing_mails_kind_check,
  add constraint billing_mails_kind_check check (kind in ('invoice', 'receipt', 'refund', 'creditNote'));

-- Offers to stay by which a cancellation did not come about. That of another plan or interval is followed first: the change that takes it comes later.
alter table cancellation_reasons
  add column offer_id text,
  add column offer_followed_at timestamptz,
  -- The price plans by which a followed offer is taken.
  add column offered_price_ids text[];

-- What discounts of invoices are: invoices alone tell their ids and amounts. A discount never changes, so that each is read once.
create table stripe_discounts (
  id text primary key,
  -- Null where Stripe does not tell it any more.
  coupon_id text,
  coupon_name text,
  percent_off numeric(5, 2),
  -- Cents of `currency`.
  amount_off bigint,
  currency text,
  -- The promotion code as the customer typed it; null where the vendor gave the discount.
  code text,
  read_at timestamptz not null default now()
);
-- Invoices whose discounts may have to be read.
create index stripe_invoices_discounted_idx on stripe_invoices (created, id)
  where not deleted and data -> 'total_discount_amounts' @> '[{}]'::jsonb;
