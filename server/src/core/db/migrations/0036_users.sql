-- Users as their admins manage them: when access ends, and lists and filters of accounts with many users.
create extension if not exists pg_trgm;
create extension if not exists btree_gin;

alter table users
  -- Access ends at this moment by itself; null for never.
  add column expires_at timestamptz,
  -- Whether the login is another than the one with which the user was added.
  add column is_login_changed boolean not null default false,
  -- An owner can do everything for as long as they own.
  add constraint users_owner_stays check (not is_owner or expires_at is null);

-- Whether a user can sign in and stay signed in. The one statement of the rule, for every way in and every request.
create function user_has_access(person users) returns boolean language sql stable
  return person.active and (person.expires_at is null or person.expires_at > now());

-- What the text filter of the list looks through. The account is in the index, so that a text costs what its own users cost.
create index users_text_idx on users using gin
  (account_id, lower(login || ' ' || email || ' ' || first_name || ' ' || last_name) gin_trgm_ops);

-- The orders of the list. There is none by the last sign-in: with it, every sign-in would write to all indexes of the table.
create index users_login_order_idx on users (account_id, lower(login), id);
create index users_email_order_idx on users (account_id, lower(email), id);
create index users_first_name_order_idx on users (account_id, lower(first_name), id);
create index users_last_name_order_idx on users (account_id, lower(last_name), id);

-- Admins are few among an account's users: found without reading all.
create index users_admins_idx on users (account_id) where is_owner or is_admin;
