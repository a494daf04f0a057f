-- What the latest heartbeats of a device were sent with, the newest first: 8 bytes of each nonce's hash, of eight heartbeats at most. One that is sent again,
-- because its answer was lost, is known by it and not counted again, also on the next day and on another license.
alter table devices add column recent_nonces bytea not null default '' check (octet_length(recent_nonces) <= 64);
