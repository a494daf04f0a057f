-- What subscriptions will be charged next, as Stripe reckoned it: asked for at most once a minute, by whichever process.
create table stripe_upcoming_invoices (
  stripe_subscription_id text primary key,
  -- In the portal's words and no language; null where nothing will be charged.
  preview jsonb,
  -- By the database's clock, before the question left. An answer from before the subscription's last change counts no more.
  asked_at timestamptz not null
);
-- Old ones are deleted at night.
create index stripe_upcoming_invoices_asked_idx on stripe_upcoming_invoices (asked_at);

-- What waits to be paid is few among many.
create index stripe_invoices_customer_open_idx on stripe_invoices (customer_id, created, id) where not deleted and status in ('draft', 'open');
