-- What products report: usage by day and device, sessions of floating licenses, and devices without a network.

alter table products
  -- The share of a device's fingerprints that makes it the same device: `fingerprint_matches` of `fingerprint_parts`.
  add column fingerprint_matches smallint not null default 3 check (fingerprint_matches >= 1),
  add column fingerprint_parts smallint not null default 5 check (fingerprint_parts >= fingerprint_matches),
  -- Hours that a product works on while the portal is away, as its license allows.
  add column offline_hours integer not null default 72 check (offline_hours >= 0);

alter table plans
  -- Days for which a floating session may be borrowed; 0 allows none.
  add column borrow_days integer not null default 0 check (borrow_days between 0 and 365);

-- A device's day in UTC, with what its products reported. Nothing of a single report is kept.
alter table device_activity
  add column checks integer not null default 0 check (checks >= 0),
  -- The version that reported last.
  add column version text,
  -- Sums of the counters that products report, by name; 20 names at most.
  add column counters jsonb not null default '{}';
-- A device's day is changed many times. Room in each page keeps the changes there, without touching an index.
alter table device_activity set (fillfactor = 60);

-- What tells a device whose hardware ID changed: a keyed hash of each named fingerprint, so that the values themselves need not be kept.
create table device_fingerprints (
  license_id bigint not null references licenses on delete cascade,
  part bytea not null,
  device_id bigint not null references devices on delete cascade,
  primary key (license_id, part, device_id)
);
create index device_fingerprints_device_idx on device_fingerprints (device_id);

-- A license's day in UTC: what is no device's.
create table license_days (
  license_id bigint not null references licenses on delete cascade,
  day date not null,
  activations integer not null default 0,
  deactivations integer not null default 0,
  -- Activations, check-outs and checks that were refused.
  refusals integer not null default 0,
  -- The most sessions that were open at once.
  peak_sessions integer not null default 0,
  -- Whether somebody was refused for want of a place.
  was_full boolean not null default false,
  primary key (license_id, day)
);

alter table device_sessions
  -- Until when it was borrowed for days without a network; null for a session that is renewed.
  add column borrowed_until timestamptz,
  -- Made by the product: asking twice for a session of a device gives the same one.
  add column request_key text;
create unique index device_sessions_request_idx on device_sessions (device_id, request_key) where ended_at is null;
-- Leases of all licenses that ran out, and sessions that ended long ago.
create index device_sessions_ends_idx on device_sessions (expires_at) where ended_at is null;
create index device_sessions_ended_idx on device_sessions (ended_at) where ended_at is not null;

-- Requests of machines without a network, which a user of the account carries here by file or by short code.
create table offline_requests (
  id bigint generated always as identity primary key,
  license_id bigint not null references licenses on delete cascade,
  device_id bigint references devices on delete set null,
  kind text not null check (kind in ('activation', 'deactivation')),
  -- Random, within a request file, which gets the same answer again. A short code is its own, and gets a newer file.
  nonce text not null,
  -- The activation file; empty for a deactivation.
  answer text not null,
  user_id bigint references users on delete set null,
  created_at timestamptz not null default now(),
  unique (license_id, nonce)
);
create index offline_requests_device_idx on offline_requests (device_id);
create index offline_requests_user_idx on offline_requests (user_id);
