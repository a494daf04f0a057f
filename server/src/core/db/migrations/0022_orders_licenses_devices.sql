-- Orders, licenses and devices: what an account was sold, what that entitles it to, and where it is used. They follow the account's subscriptions in
-- the transaction that stores a subscription's state.

create sequence order_numbers start 10001;

-- One order for each subscription to a licensed product, and one for each sale that an operator enters.
create table orders (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts on delete cascade,
  number text not null unique,
  -- The subscription that it follows; null for a manual order, which an operator entered. It outlives the subscription's row, which goes while a
  -- subscription has a price that the catalog does not know.
  stripe_subscription_id text unique,
  subscription_id bigint references subscriptions on delete set null,
  -- 0 Draft, 1 Active, 2 Canceled.
  status smallint not null check (status in (0, 1, 2)),
  -- 0 Not paid, 1 Paid.
  payment_status smallint not null check (payment_status in (0, 1)),
  ordered_at timestamptz not null,
  paid_at timestamptz,
  -- 0 Host-locked, 1 Floating.
  license_model smallint not null check (license_model in (0, 1)),
  -- Devices of all its products; -1 is unlimited.
  device_quantity integer not null check (device_quantity >= -1),
  -- Domains or package ids; null and -1 are unlimited.
  domain_quantity integer check (domain_quantity >= -1),
  -- Cents for each interval of a subscription, or once for a manual order.
  price bigint not null check (price >= 0),
  currency text not null,
  -- The end of what it entitles to; null never comes. That of a subscription is its paid period's end, and the days of grace while a payment is due.
  expires_at timestamptz,
  -- When it was canceled, or its subscription ended.
  ended_at timestamptz,
  -- Whether it is a trial.
  trial boolean not null default false,
  -- The operator who entered it, and a note that operators alone see.
  created_by bigint references users on delete set null,
  note text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index orders_account_ordered_idx on orders (account_id, ordered_at, id);
create index orders_account_status_idx on orders (account_id, status, id);
create index orders_account_paid_idx on orders (account_id, payment_status, id);
create index orders_account_number_idx on orders (account_id, number, id);
create index orders_created_by_idx on orders (created_by);
create index orders_subscription_idx on orders (subscription_id);
-- Operators list manual orders of all accounts.
create index orders_manual_idx on orders (ordered_at, id) where stripe_subscription_id is null;
-- Orders whose subscription's row went while they were live.
create index orders_lost_idx on orders (id) where subscription_id is null and stripe_subscription_id is not null and status <> 2;

-- What an order is for. Ids of the catalog are kept also after the vendor retired them.
create table order_products (
  order_id bigint not null references orders on delete cascade,
  product_id text not null,
  plan_id text not null,
  -- The version that was sold; null is the product's current one.
  version text,
  quantity integer not null check (quantity >= -1),
  -- Cents, as the order's.
  price bigint not null check (price >= 0),
  primary key (order_id, product_id)
);
create index order_products_product_idx on order_products (product_id);

-- What orders entitle to: a function of the order. A subscription that follows an ended one of the same product continues its license, so that its devices and its serial
-- number are good again: several orders may have had one license, and `order_id` is the latest of them.
create table licenses (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts on delete cascade,
  -- Checked at the end of a transaction, as two licenses may exchange their orders.
  order_id bigint not null unique deferrable initially deferred references orders on delete cascade,
  -- That of its order, kept here as purchases ask for it.
  subscription_id bigint references subscriptions on delete set null,
  number text not null unique,
  -- 128 random bits.
  serial_number text not null unique,
  license_model smallint not null check (license_model in (0, 1)),
  -- Each license is of one product.
  product_id text not null,
  plan_id text not null,
  version text,
  -- 1 Active, 2 Pending, 3 Canceled.
  status smallint not null check (status in (1, 2, 3)),
  trial boolean not null,
  starts_at timestamptz not null,
  -- Null is unlimited.
  expires_at timestamptz,
  -- Devices that it covers; -1 is unlimited.
  quantity integer not null check (quantity >= -1),
  -- Devices that hold a place. The devices' module keeps it with each change, so that lists count nothing.
  used_quantity integer not null default 0 check (used_quantity >= 0),
  -- Devices without a place.
  exceeded_quantity integer not null default 0 check (exceeded_quantity >= 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index licenses_subscription_idx on licenses (subscription_id);
create index licenses_account_number_idx on licenses (account_id, number, id);
create index licenses_account_status_idx on licenses (account_id, status, id);
create index licenses_account_expires_idx on licenses (account_id, expires_at, id);
create index licenses_account_product_idx on licenses (account_id, product_id, id);
create index licenses_account_created_idx on licenses (account_id, created_at, id);

-- The license of each order.
alter table orders add column license_id bigint references licenses on delete set null;
create index orders_license_idx on orders (license_id);

-- Releases that operators allow beyond those of the plan. Each counts for thirty days.
create table license_release_grants (
  id bigint generated always as identity primary key,
  license_id bigint not null references licenses on delete cascade,
  amount integer not null check (amount > 0),
  reason text not null,
  granted_by bigint references users on delete set null,
  granted_at timestamptz not null default now()
);
create index license_release_grants_license_idx on license_release_grants (license_id, granted_at);
create index license_release_grants_granted_by_idx on license_release_grants (granted_by);

-- The keys that sign license files. The private half is encrypted with the installation's secret.
create table license_keys (
  id text primary key,
  -- Raw Ed25519 public key, 32 bytes.
  public_key bytea not null,
  private_key bytea not null,
  created_at timestamptz not null default now(),
  -- Set when a newer key took over. Files that it signed stay valid.
  retired_at timestamptz
);
create unique index license_keys_current_idx on license_keys ((true)) where retired_at is null;

-- The latest comparison of all orders, licenses and devices with their subscriptions.
create table license_checks (
  id bigint generated always as identity primary key,
  began_at timestamptz not null default now(),
  ended_at timestamptz,
  repaired boolean not null,
  checked integer not null default 0,
  -- Licenses that differed.
  different integer not null default 0,
  -- The first hundred: [{accountId, licenseId, what}].
  differences jsonb not null default '[]'
);
create index license_checks_began_idx on license_checks (began_at);

-- A device that a license covers, also after it was released. Its status follows from the other columns and its license.
create table devices (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts on delete cascade,
  license_id bigint not null references licenses on delete cascade,
  name text not null,
  hardware_id text not null,
  ip_address inet,
  comment text not null default '',
  -- 0 Active, 1 Exceeded, 2 Blocked, 3 Pending, 4 Canceled, 5 Deleted.
  status smallint not null check (status in (0, 1, 2, 3, 4, 5)),
  assigned_at timestamptz not null default now(),
  -- Its rank among the license's devices: the latest lose their places first. A replacement takes the moment of the device that it replaces.
  place_since timestamptz not null default now(),
  -- Null until the product reported it for the first time.
  first_seen_at timestamptz,
  last_activity_at timestamptz,
  -- Versions of the product as reported: [{name, version}].
  product_usage jsonb not null default '[]',
  -- What the product reported of the machine: [{name, value}].
  fingerprints jsonb not null default '[]',
  blocked_at timestamptz,
  block_reason text,
  released_at timestamptz,
  updated_at timestamptz not null default now()
);
-- A device is on a license once. What was released may come back as a new row.
create unique index devices_hardware_idx on devices (license_id, hardware_id) where released_at is null;
create index devices_places_idx on devices (license_id, place_since, id) where released_at is null;
create index devices_license_assigned_idx on devices (license_id, assigned_at, id);
create index devices_license_status_idx on devices (license_id, status, id);
create index devices_license_activity_idx on devices (license_id, last_activity_at, id);
create index devices_license_name_idx on devices (license_id, lower(name), id);
create index devices_account_assigned_idx on devices (account_id, assigned_at, id);
create index devices_account_status_idx on devices (account_id, status, id);
create index devices_account_activity_idx on devices (account_id, last_activity_at, id);
create index devices_account_name_idx on devices (account_id, lower(name), id);
create index devices_account_updated_idx on devices (account_id, updated_at, id);

-- What happened to a device: who, when and why.
create table device_events (
  id bigint generated always as identity primary key,
  device_id bigint not null references devices on delete cascade,
  license_id bigint not null references licenses on delete cascade,
  kind text not null check (
    kind in ('added', 'edited', 'seen', 'released', 'replaced', 'blocked', 'unblocked', 'exceeded', 'regained', 'canceled', 'restored')
  ),
  at timestamptz not null default now(),
  -- Null for what followed from the subscription or was reported by the product.
  user_id bigint references users on delete set null,
  -- The operator behind it, where one acted as the user.
  acting_user_id bigint references users on delete set null,
  -- Whether it used one of the releases that the plan allows.
  counts_as_release boolean not null default false,
  reason text not null default '',
  detail jsonb not null default '{}'
);
create index device_events_device_idx on device_events (device_id, id);
create index device_events_license_idx on device_events (license_id, id);
create index device_events_release_idx on device_events (license_id, at) where counts_as_release;
create index device_events_user_idx on device_events (user_id);
create index device_events_acting_user_idx on device_events (acting_user_id);

-- The devices that were seen on a day, in UTC.
create table device_activity (
  license_id bigint not null references licenses on delete cascade,
  day date not null,
  device_id bigint not null references devices on delete cascade,
  primary key (license_id, day, device_id)
);
create index device_activity_device_idx on device_activity (device_id);

-- Sessions of products on devices, as they reported them.
create table device_sessions (
  id uuid primary key default gen_random_uuid(),
  license_id bigint not null references licenses on delete cascade,
  device_id bigint not null references devices on delete cascade,
  started_at timestamptz not null default now(),
  renewed_at timestamptz not null default now(),
  -- A session that is not renewed ends by itself.
  expires_at timestamptz not null,
  ended_at timestamptz
);
create index device_sessions_license_idx on device_sessions (license_id, expires_at) where ended_at is null;
create index device_sessions_device_idx on device_sessions (device_id, expires_at) where ended_at is null;

-- When the present period began, when the first period began that is not paid (null while nothing is due), and the devices that are paid for: units of
-- the price plan and of additional prices that count as devices.
alter table subscriptions add column period_started_at timestamptz;
alter table subscriptions add column unpaid_since timestamptz;
alter table subscriptions add column device_quantity integer not null default 0;
update subscriptions set device_quantity = quantity, period_started_at = started_at;

-- Days that a license stays good after its paid period while a payment is due, and the version that is sold now.
alter table products add column grace_days integer not null default 7 check (grace_days >= 0);
alter table products add column version text;
-- Places that may be freed in thirty days; null is as many as the quantity, at least three.
alter table plans add column releases integer check (releases >= 0);
