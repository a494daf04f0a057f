-- Users of each account. Counting ten thousand rows takes longer than reading a page of them. No user changes the account.
create table user_totals (
  account_id bigint primary key references accounts on delete cascade,
  users integer not null
);
insert into user_totals select account_id, count(*) from users group by account_id;

create function add_to_user_totals() returns trigger language plpgsql as $$
begin
  insert into user_totals as kept (account_id, users)
    select account_id, count(*) from changed group by account_id order by account_id
    on conflict (account_id) do update set users = kept.users + excluded.users;
  return null;
end $$;
create trigger users_inserted after insert on users referencing new table as changed
  for each statement execute function add_to_user_totals();

create function take_from_user_totals() returns trigger language plpgsql as $$
begin
  update user_totals kept set users = kept.users - gone.users
    from (select account_id, count(*) as users from changed group by account_id) gone
    where kept.account_id = gone.account_id;
  return null;
end $$;
create trigger users_deleted after delete on users referencing old table as changed
  for each statement execute function take_from_user_totals();

-- The operators' search looks for logins that begin with a text. In the index of trigrams a common name has a tenth of all users.
create index users_login_prefix_idx on users (lower(login) text_pattern_ops);
