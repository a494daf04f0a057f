-- Sums of the counters that devices reported on a license's day, by name; 100 names at most. Null until the day is summed.
alter table license_days add column counters jsonb;
