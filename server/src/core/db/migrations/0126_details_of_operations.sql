-- When personal data was removed from a settled operation that is kept; null until then.
alter table stripe_operations add column details_removed_at timestamptz;
create index stripe_operations_details_idx on stripe_operations (settled_at)
  where settled_at is not null and details_removed_at is null;
