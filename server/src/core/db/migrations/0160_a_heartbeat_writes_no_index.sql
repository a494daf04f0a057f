-- A report of a device changes only columns without an index, on a page with room for it. Otherwise it would write to thirteen
-- indexes, which took most of its time. Lists by last activity are sorted by its UTC day first, which an index has and which
-- changes once a day.
drop index devices_license_activity_idx, devices_account_activity_idx;
alter table devices set (fillfactor = 80);
alter table devices add column active_day date generated always as ((last_activity_at at time zone 'UTC')::date) stored;
create index devices_license_activity_idx on devices (license_id, active_day nulls first) where released_at is null;
create index devices_account_activity_idx on devices (account_id, active_day nulls first) where released_at is null;
