-- Whether a coupon is given by an offer to stay and nowhere else: whoever types its code is told that there is no such coupon.
alter table coupons add column only_offered boolean not null default false;

-- What is offered to who cancels: [{id, kind, couponCode, planId, interval, url, text, plans, reasons}].
alter table products add column cancellation_offers jsonb not null default '[]';

-- One row for each time that somebody wants to cancel: what they say, and what came of it. Without a reason, they skipped the question.
create table cancellation_reasons (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts on delete cascade,
  user_id bigint references users on delete set null,
  -- Null once the subscription has no row any more.
  subscription_id bigint references subscriptions on delete set null,
  product_id text not null references products,
  plan_id text not null references plans,
  -- Stripe's words for it.
  reason text check (reason in ('too_expensive', 'missing_features', 'switched_service', 'unused', 'customer_service', 'too_complex', 'low_quality', 'other')),
  comment text check (char_length(comment) between 1 and 500),
  -- Cents a month over all items, before tax and discounts.
  amount_per_month bigint not null check (amount_per_month >= 0),
  currency text not null check (currency ~ '^[a-z]{3}$'),
  -- When the reason was told; null where none was.
  given_at timestamptz,
  canceled_at timestamptz,
  -- When a cancellation was taken back.
  restored_at timestamptz,
  -- When an offer to stay was accepted instead.
  saved_at timestamptz,
  -- Null while the customer has not decided.
  decided_at timestamptz generated always as (coalesce(saved_at, canceled_at)) stored,
  check (comment is null or reason is not null),
  check ((reason is null) = (given_at is null)),
  check (restored_at is null or canceled_at is not null),
  check (saved_at is null or canceled_at is null)
);
-- A subscription has one undecided or canceled row at most: another click replaces the first.
create unique index cancellation_reasons_current_key on cancellation_reasons (subscription_id) where restored_at is null and saved_at is null;
create index cancellation_reasons_subscription_idx on cancellation_reasons (subscription_id);
create index cancellation_reasons_account_idx on cancellation_reasons (account_id);
create index cancellation_reasons_user_idx on cancellation_reasons (user_id);
create index cancellation_reasons_plan_idx on cancellation_reasons (plan_id);
-- Months and the list of what was said, of all products and of one.
create index cancellation_reasons_decided_idx on cancellation_reasons (decided_at desc, id desc) where decided_at is not null;
create index cancellation_reasons_product_idx on cancellation_reasons (product_id, decided_at desc, id desc);

-- Discounts that accounts took to stay. An account takes one for a product, ever, so that canceling again earns nothing.
create table accepted_offers (
  account_id bigint not null references accounts on delete cascade,
  product_id text not null references products,
  subscription_id bigint references subscriptions on delete set null,
  offer_id text not null,
  accepted_at timestamptz not null default now(),
  primary key (account_id, product_id)
);
create index accepted_offers_product_idx on accepted_offers (product_id);
create index accepted_offers_subscription_idx on accepted_offers (subscription_id);
