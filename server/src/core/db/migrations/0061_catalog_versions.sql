-- The checked definition of the catalog is the one truth; the catalog's rows follow from it, whether a file or a screen brought it.

-- Every definition that was published, and the one that is being published. A row is written before Stripe is asked, and becomes published in the
-- transaction that writes the catalog's rows: the newest published one is what is sold.
create table catalog_versions (
  id bigint generated always as identity primary key,
  -- What a catalog file says, with the pictures inside. The catalog's schema parses it wherever it is read.
  definition jsonb not null,
  source text not null check (source in ('file', 'screen')),
  -- Who published it on a screen; null for a file, and for somebody who is gone.
  published_by bigint references users on delete set null,
  requested_at timestamptz not null default now(),
  -- The version that it was made from. It is not published where another one was published since.
  based_on bigint references catalog_versions,
  -- What it changed, as numbers by kind; {} while it is being published.
  summary jsonb not null default '{}',
  published_at timestamptz,
  failed_at timestamptz,
  -- Why it could not be published; set with failed_at.
  failure jsonb,
  check (published_at is null or failed_at is null),
  check ((failed_at is null) = (failure is null))
);
-- One is being published at a time.
create unique index catalog_versions_under_way_key on catalog_versions ((true)) where published_at is null and failed_at is null;
create index catalog_versions_published_idx on catalog_versions (id desc) where published_at is not null;
create index catalog_versions_published_by_idx on catalog_versions (published_by);
create index catalog_versions_based_on_idx on catalog_versions (based_on);

-- What an operator changes and has not published. Each operator has one draft; those of two are merged when the second publishes.
create table catalog_drafts (
  user_id bigint primary key references users on delete cascade,
  -- The version that it began from, or was last merged with.
  based_on bigint not null references catalog_versions,
  -- As of a version, but it may have problems: it is checked when it is shown and when it is published.
  definition jsonb not null,
  -- Counts saves: one that knows an older number is refused, so that two tabs do not overwrite each other.
  revision integer not null default 1,
  changed_at timestamptz not null default now(),
  -- The version as which it is being published, or was not published.
  publishing bigint references catalog_versions on delete set null
);
create index catalog_drafts_based_on_idx on catalog_drafts (based_on);
create index catalog_drafts_publishing_idx on catalog_drafts (publishing);

-- Which accounts used a coupon, the newest first.
create index coupon_redemptions_code_idx on coupon_redemptions (stripe_promotion_code_id, redeemed_at desc, account_id);

-- Who has a plan by a manual order.
create index order_products_plan_idx on order_products (plan_id, order_id);
