-- What changed of a subscription since it began. A row is written in the transaction in which the subscription takes its new state, so that
-- reading the same state again writes none.
create table subscription_changes (
  id bigint generated always as identity primary key,
  subscription_id bigint not null references subscriptions on delete cascade,
  kind text not null check (kind in ('planChanged', 'quantityChanged', 'intervalChanged', 'addonAdded', 'addonRemoved', 'discountStarted',
    'discountEnded', 'canceled', 'restored')),
  -- By Stripe's clock where it tells, which is the customer's on a test clock; else when the portal learned of it.
  at timestamptz not null,
  -- What it was and became, in ids of the catalog and of Stripe.
  detail jsonb not null default '{}'
);
create index subscription_changes_subscription_idx on subscription_changes (subscription_id, at, id);

-- The coupons on it now: [{id, couponId, promotionCodeId, start, end}], ids at Stripe and moments in UTC.
alter table subscriptions add column discounts jsonb not null default '[]';
