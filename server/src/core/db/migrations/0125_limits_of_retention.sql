-- Personal data is deleted some time after it is of use. Each nightly job finds the oldest rows with one of these indexes.
create index closing_contacts_asked_idx on closing_contacts (asked_at);
create index cancellation_reasons_comment_idx on cancellation_reasons (given_at) where comment is not null;
create index billing_mails_queued_idx on billing_mails (queued_at);
-- A blocked device is kept, because the block of its hardware ID outlives the release.
create index devices_retention_idx on devices (released_at) where released_at is not null and blocked_at is null;

-- A request and its answer are about a device, and are deleted with it.
alter table offline_requests
  drop constraint offline_requests_device_id_fkey,
  add constraint offline_requests_device_id_fkey foreign key (device_id) references devices on delete cascade;
