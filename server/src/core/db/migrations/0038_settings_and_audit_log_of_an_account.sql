-- What an account's admins set for all of its users, and their log of what happened.

alter table accounts
  -- An IANA name: the time zone in which the account works.
  add column time_zone text not null default 'UTC',
  -- When the business day ends, HH:MM in `time_zone`.
  add column business_day_end text not null default '17:00' check (business_day_end ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  -- What products may share of how they are used: 0 everything, 1 without names, 2 what is counted, 3 nothing. Sharing has to be chosen.
  add column usage_data_policy smallint not null default 3 check (usage_data_policy between 0 and 3),
  -- Whether the owner is mailed whenever the vendor's staff act as one of the users.
  add column notify_acting boolean not null default true;

-- The log is read by time, within one account: whole, by kind, by user, and by who really acted. The id makes the order total. `at` comes first
-- because a page of any time is then one range of an index.
drop index audit_events_account_idx;
create index audit_events_account_idx on audit_events (account_id, at desc, id desc);
create index audit_events_account_kind_idx on audit_events (account_id, kind, at desc, id desc);
create index audit_events_account_user_idx on audit_events (account_id, user_id, at desc, id desc);
-- Most events were done by the user themselves, and the index before finds those.
create index audit_events_account_real_user_idx on audit_events (account_id, real_user_id, at desc, id desc)
  where real_user_id is distinct from user_id;

-- A row leaves the log only where a transaction states the days of the retention, 90 or more, and the row is older. Nothing changes a row.
create function keep_audit_event() returns trigger language plpgsql as $$
declare
  retention_days integer := nullif(current_setting('portico.audit_retention_days', true), '')::integer;
begin
  if tg_op = 'DELETE' and retention_days >= 90 and old.at < now() - make_interval(days => retention_days) then
    return old;
  end if;
  raise exception '% is append only', tg_table_name using errcode = 'insufficient_privilege';
end $$;
drop trigger audit_events_append_only on audit_events;
create trigger audit_events_append_only before update or delete on audit_events
  for each row execute function keep_audit_event();
