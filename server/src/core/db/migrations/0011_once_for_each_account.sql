-- Which coupons an account has used: each once, whatever it buys. The row is written with the operation that uses it, and deleted with its failure.
create table coupon_redemptions (
  account_id bigint not null references accounts on delete cascade,
  -- Terms are immutable at Stripe: a coupon that the vendor gives new terms is another one.
  stripe_promotion_code_id text not null,
  -- Null once the operation is forgotten: the coupon stays used.
  operation_id uuid references stripe_operations on delete set null,
  redeemed_at timestamptz not null default now(),
  primary key (account_id, stripe_promotion_code_id)
);
create index coupon_redemptions_operation_idx on coupon_redemptions (operation_id);

insert into coupon_redemptions (account_id, stripe_promotion_code_id, operation_id, redeemed_at)
select distinct on (account_id, code) account_id, code, id, created_at
from (select *, request #>> '{quoted,terms,promotionCodeId}' as code from stripe_operations where kind = 'purchase' and state <> 'failed') used
where code is not null
order by account_id, code, created_at;

-- Which products an account has tried. A trial that was bought, or that ended, stays a trial that was had.
create table product_trials (
  account_id bigint not null references accounts on delete cascade,
  product_id text not null,
  first_seen_at timestamptz not null default now(),
  primary key (account_id, product_id)
);

-- From what runs as a trial, what Stripe says began as one, and what was bought as one.
insert into product_trials (account_id, product_id)
select account_id, product_id from subscriptions where trial
union
select held.account_id, held.product_id from subscriptions held
join stripe_subscriptions mirrored on mirrored.id = held.stripe_subscription_id
where jsonb_typeof(mirrored.data -> 'trial_start') = 'number'
union
select account_id, subject from stripe_operations
where kind = 'purchase' and state = 'succeeded' and (request #>> '{quoted,terms,trialDays}')::int > 0;
