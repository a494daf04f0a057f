-- Cases at Stripe that the portal cannot settle alone. The vendor's staff see them until they are settled or dismissed.
create table stripe_issues (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('priceUnknown', 'customerDeleted', 'catalogDiffers', 'refused', 'currencyDiffers', 'disputed')),
  -- What the issue is about, such as an id at Stripe.
  subject text not null,
  account_id bigint references accounts (id),
  -- Stripe's own words, or what differs, for the vendor's staff.
  reason text not null default '',
  -- A catalog product, if one is known.
  product_id text,
  -- The Stripe price whose plan is asked for.
  stripe_price_id text,
  found_at timestamptz not null default now(),
  dismissed_at timestamptz,
  unique (kind, subject)
);
create index stripe_issues_open_idx on stripe_issues (found_at desc, id desc) where dismissed_at is null;
create index stripe_issues_account_idx on stripe_issues (account_id) where account_id is not null;
create index stripe_issues_price_idx on stripe_issues (stripe_price_id) where stripe_price_id is not null;

-- Stripe prices that staff made, such as negotiated ones, and the price of the catalog that an operator chose for them.
-- The portal never archives them at Stripe.
create table negotiated_prices (
  stripe_price_id text primary key,
  price_id text not null references prices (id),
  stripe_product_id text not null,
  interval text not null check (interval in ('Day', 'Month', 'Year')),
  interval_count integer not null,
  amount bigint not null,
  currency text not null,
  created_at timestamptz not null default now()
);
create index negotiated_prices_price_idx on negotiated_prices (price_id);
