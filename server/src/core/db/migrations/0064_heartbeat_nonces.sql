-- What the latest heartbeats of a device were sent with, the newest first: 8 bytes of each nonce's hash, of eight heartbeats at most. One that is sent again,
-- because its answer was lost, is known by it and not counted again, also on the next day and on another license.
alter table devices add column recent_nonces bytea not null default '' check (octet_length(recent_nonces) <= 64);

-- A session of a floating license that another device, or a server of the customer's, ended.
alter table device_events drop constraint device_events_kind_check;
alter table device_events add constraint device_events_kind_check check (
  kind in ('added', 'edited', 'seen', 'released', 'replaced', 'blocked', 'unblocked', 'exceeded', 'regained', 'canceled', 'restored', 'sessionEnded')
);
