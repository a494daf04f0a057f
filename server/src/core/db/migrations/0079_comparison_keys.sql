-- Logins and addresses are compared by a key, which `comparisonKey` (contract/src/api/comparison-key.ts) makes in the same way: NFKC, no
-- format characters, no spaces around it, lower case. The stored keys are generated columns, so no statement can store a name without its key,
-- and existing rows get theirs here. Look-ups call this function too, so the database is consistent with itself even if an older ICU does not
-- know the latest letters. The locale of the database does not matter: `pg_unicode_fast` (PostgreSQL 18) and `und-x-icu` are the same everywhere.
do $$
declare
  casing text := case when exists (select from pg_collation where collname = 'pg_unicode_fast') then 'pg_unicode_fast' else 'und-x-icu' end;
begin
  -- The ranges are \p{Cf}. The second normalization composes what lower case or a removed character brought together.
  execute format($function$
    create function comparison_key(name text) returns text language sql immutable strict parallel safe
    return normalize(lower(btrim(regexp_replace(normalize(name, NFKC),
      '[\u00AD\u0600-\u0605\u061C\u06DD\u070F\u0890-\u0891\u08E2\u180E\u200B-\u200F\u202A-\u202E\u2060-\u2064\u2066-\u206F\uFEFF\uFFF9-\uFFFB\U000110BD\U000110CD\U00013430-\U0001343F\U0001BCA0-\U0001BCA3\U0001D173-\U0001D17A\U000E0001\U000E0020-\U000E007F]',
      '', 'g'), E' \t\n\v\f\r\u1680\u2028\u2029') collate %I), NFKC)
  $function$, casing);
end $$;

alter table users
  add column login_key text collate "C" generated always as (comparison_key(login)) stored,
  add column email_key text collate "C" generated always as (comparison_key(email)) stored;
alter table sign_up_registrations add column email_key text collate "C" generated always as (comparison_key(email)) stored;
alter table billing_recipients add column email_key text collate "C" generated always as (comparison_key(email)) stored;
alter table one_time_links
  -- The former address that the link can restore; null for other links.
  add column held_address_key text collate "C"
    generated always as (case when kind = 'undoEmail' then comparison_key(data ->> 'email') end) stored;

-- Nobody is renamed: an operator decides which of two equal names changes, with the release that ran before.
do $$
declare
  equal_names text;
begin
  select string_agg(line, E'\n' order by line) into equal_names from (
    select format('  "%s": %s', key, string_agg(format('user %s of account %s (login "%s", e-mail "%s")', id, account_id, login, email), ', ' order by id)) as line
    from (select distinct key, id, account_id, login, email from users, lateral (values (login_key), (email_key)) as names (key)) as named
    group by key having count(*) > 1
    union all
    select format('  "%s": %s invoice recipients of account %s', email_key, count(*), account_id)
    from billing_recipients group by account_id, email_key having count(*) > 1
    union all
    select format('  "%s": %s sign-ups in progress', email_key, count(*))
    from sign_up_registrations where state = 'live' group by email_key having count(*) > 1
  ) as found;
  if equal_names is not null then
    raise exception E'these logins and e-mail addresses now count as equal. Start the former release, change or remove all but one of each, and start this release again. Nothing has been changed.\n%', equal_names;
  end if;
end $$;

drop index users_login_key, users_email_key, sign_up_registrations_one_live_key, sign_up_registrations_email_idx,
  billing_recipients_one_address_key, one_time_links_held_address_idx;
create unique index users_login_key on users (login_key);
create unique index users_email_key on users (email_key);
create unique index sign_up_registrations_one_live_key on sign_up_registrations (email_key) where state = 'live';
create index sign_up_registrations_email_idx on sign_up_registrations (email_key, created_at);
create unique index billing_recipients_one_address_key on billing_recipients (account_id, email_key);
create index one_time_links_held_address_idx on one_time_links (held_address_key) where held_address_key is not null and used_at is null;
