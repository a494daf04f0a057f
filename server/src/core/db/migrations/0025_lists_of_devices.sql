-- Lists show the devices that are not released, in each order that they offer. Released ones are shown apart, and are few.
drop index devices_license_assigned_idx;
drop index devices_license_status_idx;
drop index devices_license_activity_idx;
drop index devices_license_name_idx;
drop index devices_account_assigned_idx;
drop index devices_account_status_idx;
drop index devices_account_activity_idx;
drop index devices_account_name_idx;
drop index devices_account_updated_idx;
create index devices_license_assigned_idx on devices (license_id, assigned_at, id) where released_at is null;
create index devices_license_status_idx on devices (license_id, status, id) where released_at is null;
create index devices_license_activity_idx on devices (license_id, last_activity_at nulls first, id) where released_at is null;
create index devices_license_name_idx on devices (license_id, lower(name), id) where released_at is null;
create index devices_account_assigned_idx on devices (account_id, assigned_at, id) where released_at is null;
create index devices_account_status_idx on devices (account_id, status, id) where released_at is null;
create index devices_account_activity_idx on devices (account_id, last_activity_at nulls first, id) where released_at is null;
create index devices_account_name_idx on devices (account_id, lower(name), id) where released_at is null;
create index devices_account_updated_idx on devices (account_id, updated_at, id) where released_at is null;
create index devices_license_released_idx on devices (license_id, assigned_at, id) where released_at is not null;
create index devices_account_released_idx on devices (account_id, assigned_at, id) where released_at is not null;
-- A block stays with the hardware ID after a release.
create index devices_released_hardware_idx on devices (license_id, hardware_id, id) where released_at is not null;

alter table devices add constraint devices_released_check check ((status = 5) = (released_at is not null));

-- Devices of each account that are not released. Counting a hundred thousand rows takes longer than reading a page of them.
create table device_totals (
  account_id bigint primary key references accounts on delete cascade,
  devices integer not null
);
insert into device_totals select account_id, count(*) from devices where released_at is null group by account_id;

create function add_to_device_totals() returns trigger language plpgsql as $$
begin
  insert into device_totals as kept (account_id, devices)
    select account_id, count(*) from changed where released_at is null group by account_id order by account_id
    on conflict (account_id) do update set devices = kept.devices + excluded.devices;
  return null;
end $$;
create trigger devices_inserted after insert on devices referencing new table as changed
  for each statement execute function add_to_device_totals();

create function take_from_device_totals() returns trigger language plpgsql as $$
begin
  update device_totals kept set devices = kept.devices - gone.devices
    from (select account_id, count(*) as devices from changed where released_at is null group by account_id) gone
    where kept.account_id = gone.account_id;
  return null;
end $$;
create trigger devices_deleted after delete on devices referencing old table as changed
  for each statement execute function take_from_device_totals();

create function move_device_total() returns trigger language plpgsql as $$
begin
  update device_totals set devices = devices + case when new.released_at is null then 1 else -1 end where account_id = new.account_id;
  return null;
end $$;
create trigger devices_released after update of released_at on devices
  for each row when ((old.released_at is null) <> (new.released_at is null)) execute function move_device_total();
