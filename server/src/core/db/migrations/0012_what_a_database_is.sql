-- A database is a demonstration's or a production's for ever (installation: 'kind'), and its ids are those of one account at one provider ('stripe').
-- Databases from before are told by who and what is in them; an empty one is claimed by the first portal that starts on it.
insert into installation (key, value)
select 'kind', case when exists (
    select from users where lower(email) in ('owner@acme.example', 'admin@acme.example', 'user@acme.example', 'readonly@acme.example',
      'owner@globex.example', 'operator@portico.example')
  ) then '"demonstration"'::jsonb else '"production"'::jsonb end
where exists (select from users);

do $$
declare
  newest record;
  is_sandboxed boolean := exists (select from installation where key = 'kind' and value = '"demonstration"');
  mode text := 'sandbox';
begin
  select id, data ->> 'livemode' = 'true' as is_live into newest from stripe_customers order by created desc, id limit 1;
  if newest.id is null and not is_sandboxed then
    return;
  end if;
  -- The sandbox keeps its books in a schema of the same database.
  if not is_sandboxed and to_regclass('stripe_sandbox.objects') is not null then
    execute 'select exists (select from stripe_sandbox.objects where id = $1)' into is_sandboxed using newest.id;
  end if;
  if not is_sandboxed then
    mode := case when newest.is_live then 'live' else 'test' end;
  end if;
  insert into installation (key, value) values ('stripe', jsonb_build_object('mode', mode, 'account', null));
end $$;
