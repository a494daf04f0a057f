-- A device that was offline sends its queued reports: at most one every 15 minutes, 96 a day. 8 bytes of the hash of each report's id are remembered.
alter table devices drop constraint devices_recent_nonces_check;
alter table devices add constraint devices_recent_nonces_check check (octet_length(recent_nonces) <= 768);
