-- Schedules of subscriptions at Stripe: what a subscription will have once its period ends. A subscription has at most one that is active.
create table stripe_subscription_schedules (
  id text primary key,
  customer_id text not null,
  -- Null once it is released.
  subscription_id text,
  created timestamptz not null,
  status text not null,
  deleted boolean not null default false,
  data jsonb not null,
  synced_at timestamptz not null,
  reading_number bigint not null default 0
);
create index stripe_subscription_schedules_subscription_idx on stripe_subscription_schedules (subscription_id)
  where not deleted and status = 'active';
create index stripe_subscription_schedules_created_idx on stripe_subscription_schedules (created, id) where not deleted;
create index stripe_subscription_schedules_open_idx on stripe_subscription_schedules (created, id)
  where not deleted and status in ('active', 'not_started');
