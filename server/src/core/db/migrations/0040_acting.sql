-- Acting as a user. The operator's own session waits meanwhile, under a hash that no cookie has.

alter table sessions
  -- The operator's own session, which waits until acting is over. Where that session ends, acting ends with it.
  add column operator_session_id uuid references sessions (public_id) on delete cascade,
  -- Why the operator acts as `user_id`, in the operator's words.
  add column acting_reason text check (char_length(acting_reason) between 10 and 500),
  -- Of a session that waits: the page to which its operator returns.
  add column return_url text;
create index sessions_operator_session_idx on sessions (operator_session_id) where operator_session_id is not null;

-- Acting ends in many ways: by signing out, with its time, with either user's sessions, with either user. Each end is an event of the audit log, in
-- the transaction that ends it. Users that are gone with their sessions leave none.
create function record_end_of_acting() returns trigger language plpgsql as $$
begin
  insert into audit_events (kind, account_id, user_id, real_user_id, detail, address)
    select 'actingEnded', users.account_id, old.user_id, old.operator_user_id,
           jsonb_build_object(
             'actingReason', old.acting_reason,
             'minutes', ceil(extract(epoch from least(now(), old.acting_until) - old.created_at) / 60)::integer
           ),
           old.address
    from users where users.id = old.user_id;
  return null;
end $$;
create trigger sessions_acting_ended after delete on sessions
  for each row when (old.operator_session_id is not null) execute function record_end_of_acting();
