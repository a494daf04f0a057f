-- A mail shows the code of its link, for readers whose mail program shortens the address. Null for links from before.
-- The first 16 bytes are the salt of the code's hash.
alter table one_time_links add column code_hash bytea check (octet_length(code_hash) = 48);
-- Some links are mailed to the address in their data instead of their user's.
create index one_time_links_mailed_address_idx on one_time_links (comparison_key(data ->> 'email'))
  where data ->> 'email' is not null and used_at is null;
