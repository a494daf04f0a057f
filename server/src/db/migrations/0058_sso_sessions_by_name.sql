-- A session's hash changes when its id is renewed. Its public name stays, so that signing out elsewhere finds it.

drop table sso_sessions;

create table sso_sessions (
  -- The session's public name. Rows outlive their session for the way out through the provider.
  session_public_id uuid primary key,
  provider_id bigint not null references external_providers on delete cascade,
  identity_id bigint not null references sso_identities on delete cascade,
  -- `sid` of the ID token.
  provider_session text,
  -- Sealed; the hint for signing out there.
  id_token bytea,
  created_at timestamptz not null default now()
);
create index sso_sessions_provider_idx on sso_sessions (provider_id, provider_session);
create index sso_sessions_identity_idx on sso_sessions (identity_id);
create index sso_sessions_created_idx on sso_sessions (created_at);
