-- What an account has: one row a subscription, projected from the mirror in the same transaction. Screens and entitlements read it.
create table subscriptions (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts on delete cascade,
  stripe_subscription_id text not null unique,
  -- Ids of the catalogue; kept also after the vendor retired the plan.
  product_id text not null,
  plan_id text not null,
  price_plan_id text not null,
  quantity integer not null,
  -- Stripe's own word: active, trialing, past_due, incomplete, canceled, …
  status text not null,
  trial boolean not null,
  started_at timestamptz not null,
  -- End of the paid period, or when it ended.
  expires_at timestamptz,
  cancel_at timestamptz,
  cancel_at_period_end boolean not null default false,
  ended_at timestamptz,
  -- Cents for each interval over all items, before tax and discounts.
  amount bigint not null,
  currency text not null,
  interval text not null check (interval in ('Day', 'Month', 'Year')),
  interval_count integer not null,
  -- Null falls back to the customer's default.
  payment_method_id text,
  -- Subscription items: [{kind, priceId, caption, quantity, unitAmount, stripeItemId, stripePriceId}].
  items jsonb not null,
  -- Set while the latest invoice could not be charged: {brand, last4}.
  payment_failure jsonb,
  updated_at timestamptz not null default now()
);
create index subscriptions_account_started_idx on subscriptions (account_id, started_at, id);
create index subscriptions_account_status_idx on subscriptions (account_id, status, id);
create index subscriptions_account_expires_idx on subscriptions (account_id, expires_at, id);
create index subscriptions_account_product_idx on subscriptions (account_id, product_id, id);
-- A plan or price may be looked up by the vendor ("who still has it?").
create index subscriptions_plan_idx on subscriptions (plan_id);

-- The quote behind `taxTransactionId`: what was shown is what is charged, or the purchase is refused.
create table purchase_quotes (
  -- 128 random bits, opaque.
  id text primary key,
  account_id bigint not null references accounts on delete cascade,
  user_id bigint references users on delete cascade,
  product_id text not null,
  -- Items, add-ons, coupon and address as asked, in one canonical form, to compare the purchase with.
  selection_hash text not null,
  -- Stripe prices, quantities, coupon and what the previews answered.
  terms jsonb not null,
  -- Cents charged today.
  amount_due bigint not null,
  -- The purchase that was begun with it; another may begin only after that one failed.
  operation_id uuid references stripe_operations on delete set null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index purchase_quotes_account_idx on purchase_quotes (account_id);
create index purchase_quotes_user_idx on purchase_quotes (user_id);
create index purchase_quotes_operation_idx on purchase_quotes (operation_id);
create index purchase_quotes_expires_idx on purchase_quotes (expires_at);
