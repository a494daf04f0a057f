-- Searches compare a key, which `searchKey` (contract/src/api/search-key.ts) makes in the same way: the comparison key without accents.
-- ASCII text, which most is, needs no normalization. The function is not strict, so that the planner can inline it.
create function search_key(name text) returns text language sql immutable parallel safe
return case
  when octet_length(name) = char_length(name) then btrim(lower(name collate "C"), E' \t\n\v\f\r')
  else translate(regexp_replace(normalize(comparison_key(name), NFKD),
    '[\u0300-\u036F\u0591-\u05BD\u064B-\u065F\u0670\u1AB0-\u1AFF\u1DC0-\u1DFF\u20D0-\u20FF\uFE20-\uFE2F]', '', 'g'),
    'łøđħıς‘’', 'lodhiσ''''')
end;

drop index users_text_idx, users_login_prefix_idx, accounts_name_trigrams_idx;
create index users_text_idx on users using gin
  (account_id, search_key(login || ' ' || email || ' ' || first_name || ' ' || last_name) gin_trgm_ops);
create index users_login_prefix_idx on users (search_key(login) text_pattern_ops);
create index accounts_name_trigrams_idx on accounts using gin (search_key(name) gin_trgm_ops);

drop index stripe_invoices_created_idx, stripe_invoices_searched_idx;
alter table stripe_invoices drop column searched;
alter table stripe_invoices
  add column searched text generated always as (search_key(left(coalesce(number, '') || ' ' || coalesce(description, ''), 300))) stored;
create index stripe_invoices_created_idx on stripe_invoices (customer_id, created, id) include (status, price_id, searched) where not deleted;
create index stripe_invoices_searched_idx on stripe_invoices using gin (customer_id, searched gin_trgm_ops) where not deleted;

-- Names are sorted like in a dictionary. English and French share this order in Unicode; they differ only for words that are equal
-- except for several accents, which does not justify a second index of every list.
drop index users_login_order_idx, users_email_order_idx, users_first_name_order_idx, users_last_name_order_idx,
  accounts_name_idx, companies_name_idx, devices_license_name_idx, devices_account_name_idx;
create index users_login_order_idx on users (account_id, login collate "und-x-icu", id);
create index users_email_order_idx on users (account_id, email collate "und-x-icu", id);
create index users_first_name_order_idx on users (account_id, first_name collate "und-x-icu", id);
create index users_last_name_order_idx on users (account_id, last_name collate "und-x-icu", id);
create index accounts_name_idx on accounts (name collate "und-x-icu", id);
create index companies_name_idx on companies (name collate "und-x-icu", id);
create index devices_license_name_idx on devices (license_id, name collate "und-x-icu", id) where released_at is null;
create index devices_account_name_idx on devices (account_id, name collate "und-x-icu", id) where released_at is null;
