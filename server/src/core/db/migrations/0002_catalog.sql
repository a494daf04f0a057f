-- What the vendor sells (spec 1 §3, spec 3 'Catalogue'). `npm run catalog -- apply` writes these tables, nothing else does, and everything it
-- writes becomes visible at once with the next `catalog_state.version`. Ids are the vendor's own words from the catalogue file and never change.
-- Rows are never deleted: subscriptions, orders and invoices go on naming what is no longer sold; `retired_at` says that the file has it no more.
-- Texts are {"en": …, "fr"?: …}. Money is integer cents.

-- One row. Processes keep the catalogue in memory and read it again when the version here is not theirs.
create table catalog_state (
  only_row boolean primary key default true check (only_row),
  version bigint not null default 0,
  applied_at timestamptz
);
insert into catalog_state default values;

create table products (
  id text primary key check (id ~ '^[a-z0-9][a-z0-9-]{0,62}$'),
  -- Order in the file, from 0.
  position integer not null,
  name jsonb not null,
  display_name jsonb not null,
  description jsonb not null,
  url text,
  url_caption jsonb,
  -- data: URI of a raster image, checked by content when applied; never SVG, which can carry scripts.
  logo64 text check (logo64 ~ '^data:image/(png|jpeg|webp);base64,'),
  display_type text not null check (display_type in ('Subscribe', 'UrlWithSubscription', 'UrlWithLicense', 'OnlyUrl')),
  licensing_type text not null check (licensing_type in ('None', 'HostLocked', 'Floating')),
  subscription_is_required boolean not null,
  -- Where users' settings inside the product are; null when it has none.
  user_settings_url text,
  disabled boolean not null,
  -- [{name, caption, description, features: [{name, caption, description, type, fromVersion, toVersion}]}] (spec 2 §3 'Features').
  feature_scopes jsonb not null,
  created_at timestamptz not null default now(),
  retired_at timestamptz
);

create table plans (
  id text primary key check (id ~ '^[a-z0-9][a-z0-9-]{0,62}$'),
  product_id text not null references products,
  position integer not null,
  code text not null,
  name jsonb not null,
  description jsonb not null,
  -- [{caption, footnote}], what the plan's card lists.
  features jsonb not null,
  featured boolean not null,
  featured_text jsonb,
  footnote jsonb,
  is_trial boolean not null,
  -- Days without payment; set for trials alone.
  trial_days integer check (trial_days between 1 and 730),
  -- False: not sold to new customers; those who have it keep it and may change its options.
  active boolean not null,
  start_date timestamptz,
  min_quantity integer not null check (min_quantity >= 0),
  max_quantity integer not null check (max_quantity >= 1),
  -- 0 Stripe, 1 Manual (spec 2 §9). Manual plans cannot be bought online.
  processing_type smallint not null check (processing_type in (0, 1)),
  -- Where the button of a manual plan leads; null: the vendor's contact address.
  contact_url text,
  -- Values of the product's licensed features: {scope: {feature: value}}.
  feature_values jsonb not null,
  created_at timestamptz not null default now(),
  retired_at timestamptz,
  check (max_quantity >= min_quantity),
  check (is_trial = (trial_days is not null))
);
create index plans_product_idx on plans (product_id, position);
-- A code is how the vendor's own systems name a plan: it names one plan of a product at a time.
create unique index plans_code_key on plans (product_id, lower(code)) where retired_at is null;

create table addons (
  id text primary key check (id ~ '^[a-z0-9][a-z0-9-]{0,62}$'),
  product_id text not null references products,
  position integer not null,
  caption jsonb not null,
  description jsonb not null,
  -- False: shown, but cannot be chosen (spec 1 §4).
  active boolean not null,
  popup_message jsonb,
  price_unit_label jsonb,
  note jsonb,
  note_link text,
  created_at timestamptz not null default now(),
  retired_at timestamptz
);
create index addons_product_idx on addons (product_id, position);

-- Plans on which an add-on is offered.
create table addon_plans (
  addon_id text not null references addons,
  plan_id text not null references plans,
  primary key (addon_id, plan_id)
);
create index addon_plans_plan_idx on addon_plans (plan_id);

-- Everything with a price, in one table, because a purchase names price plans, additional prices and add-on prices by ids of one kind
-- (spec 1 §7 'priceId'): no two of them may share an id.
--   base        a price plan of `plan_id`: cents for each unit and interval
--   additional  a further quantity beside the price plan `price_plan_id`, at the same interval
--   addon       one of the prices of `addon_id`
create table prices (
  id text primary key check (id ~ '^[a-z0-9][a-z0-9-]{0,62}$'),
  kind text not null check (kind in ('base', 'additional', 'addon')),
  plan_id text references plans,
  price_plan_id text references prices,
  addon_id text references addons,
  position integer not null,
  -- The nickname of a price plan or additional price, the caption of an add-on price.
  caption jsonb not null,
  interval text not null check (interval in ('Day', 'Month', 'Year')),
  interval_count integer not null check (interval_count between 1 and 1095),
  amount bigint not null check (amount >= 0),
  -- ISO 4217, lower case as Stripe has it.
  currency text not null check (currency ~ '^[a-z]{3}$'),
  -- Units count as devices of the licence. True for price plans, never for add-ons.
  increases_device_quantity boolean not null,
  created_at timestamptz not null default now(),
  retired_at timestamptz,
  check ((kind in ('base', 'additional')) = (plan_id is not null)),
  check ((kind = 'additional') = (price_plan_id is not null)),
  check ((kind = 'addon') = (addon_id is not null))
);
create index prices_plan_idx on prices (plan_id) where plan_id is not null;
create index prices_price_plan_idx on prices (price_plan_id) where price_plan_id is not null;
create index prices_addon_idx on prices (addon_id) where addon_id is not null;

-- Every Stripe price there ever was for a price of the catalogue. Prices are immutable at Stripe: another amount is another Stripe price, and
-- subscriptions keep the one they were bought at, so an id on an old invoice must resolve for good.
create table catalog_prices (
  stripe_price_id text primary key,
  price_id text not null references prices,
  stripe_product_id text not null,
  interval text not null check (interval in ('Day', 'Month', 'Year')),
  interval_count integer not null,
  amount bigint not null,
  currency text not null,
  -- The one that is sold now.
  current boolean not null,
  created_at timestamptz not null default now(),
  -- When Stripe was told to stop selling it; null with `current` false: still to be told, which the next apply does.
  deactivated_at timestamptz,
  check (not (current and deactivated_at is not null))
);
create unique index catalog_prices_current_key on catalog_prices (price_id) where current;
create index catalog_prices_price_idx on catalog_prices (price_id);

create table coupons (
  -- As the vendor spells it; customers may type it in any case.
  code text primary key check (code ~ '^[A-Za-z0-9-]{1,40}$'),
  position integer not null,
  name jsonb not null,
  percent_off numeric(5, 2) check (percent_off > 0 and percent_off <= 100),
  amount_off bigint check (amount_off > 0),
  currency text not null check (currency ~ '^[a-z]{3}$'),
  duration text not null check (duration in ('once', 'repeating', 'forever')),
  duration_in_months integer check (duration_in_months >= 1),
  max_redemptions integer check (max_redemptions >= 1),
  redeem_by timestamptz,
  -- Null: good for every product.
  product_ids text[],
  created_at timestamptz not null default now(),
  retired_at timestamptz,
  check ((percent_off is null) <> (amount_off is null)),
  check ((duration = 'repeating') = (duration_in_months is not null))
);
create unique index coupons_code_key on coupons (lower(code));

-- Every Stripe coupon there ever was for a code, as with prices: terms are immutable at Stripe.
create table catalog_coupons (
  stripe_coupon_id text primary key,
  code text not null references coupons,
  -- What customers type, at Stripe.
  stripe_promotion_code_id text not null,
  current boolean not null,
  created_at timestamptz not null default now(),
  deactivated_at timestamptz,
  check (not (current and deactivated_at is not null))
);
create unique index catalog_coupons_current_key on catalog_coupons (code) where current;
create index catalog_coupons_code_idx on catalog_coupons (code);

-- Products that a user may open. Owners, admins and operators have all of them without a row.
create table user_products (
  user_id bigint not null references users on delete cascade,
  product_id text not null references products,
  primary key (user_id, product_id)
);
create index user_products_product_idx on user_products (product_id);
