-- What expires and is told of in time, and the sums of usage that the product dashboard reads.

-- A notice that went out: of an end, so many days before it, once however often the job runs.
create table expiry_notices (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts on delete cascade,
  -- `trial` ends by itself or is paid for from then on; `renewal` is charged; `ending` was canceled; `license` has no subscription that renews it.
  kind text not null check (kind in ('trial', 'renewal', 'ending', 'license')),
  -- The id of the subscription, for `license` of the license.
  subject_id bigint not null,
  -- The day in UTC on which it ends. A renewal moves it, and the next end is told of anew.
  ends_on date not null,
  -- Days before the end for which it was told.
  days smallint not null,
  told_at timestamptz not null default now(),
  unique (kind, subject_id, ends_on, days)
);
create index expiry_notices_account_idx on expiry_notices (account_id);

-- Days before an end on which it is told of, the most first. Null: 30, 7 and 1.
alter table products add column notice_days smallint[] check (cardinality(notice_days) <= 5 and 0 < all (notice_days) and 90 >= all (notice_days));
-- What an account wants instead of what its products say; empty for no mail at all.
alter table accounts add column notice_days smallint[] check (cardinality(notice_days) <= 5 and 0 < all (notice_days) and 90 >= all (notice_days));
-- Whether a contact without a login asked for these notices as well.
alter table billing_recipients add column receives_notices boolean not null default false;

-- Licenses that nothing renews end on their own date; operators see those of all accounts.
create index licenses_ends_idx on licenses (expires_at, id) where status = 1 and subscription_id is null and expires_at is not null;
-- Subscriptions of all accounts by their end, whether they renew or not.
create index subscriptions_ends_idx on subscriptions (expires_at, id) where status in ('active', 'trialing');

-- The sums of `device_activity` of a day that is over. Null until they are written, which happens once the day cannot change any more.
alter table license_days
  add column devices integer check (devices >= 0),
  add column checks bigint check (checks >= 0),
  add check ((devices is null) = (checks is null));
create index license_days_unsummed_idx on license_days (license_id, day) where devices is null;

-- The latest days of a device.
drop index device_activity_device_idx;
create index device_activity_device_idx on device_activity (device_id, day);
