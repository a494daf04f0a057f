-- Identity providers that accounts set up for themselves.

alter table accounts
  -- Names the account's own sign-in page. Random; made with the first provider.
  add column sso_key text unique,
  -- Whether an active provider closes the other ways in. Kept by whatever changes a provider.
  add column sso_required boolean not null default false;

create table external_providers (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts on delete cascade,
  -- Random; it is within the provider's addresses at this portal.
  key text not null unique,
  name text not null,
  -- 0 Entra ID, 1 OpenID, 2 Okta.
  type smallint not null check (type between 0 and 2),
  -- Without the suffix of its type.
  domain text not null,
  tenant_id text,
  -- OpenID alone; the other types derive it.
  authority text,
  client_id text,
  -- Sealed (AES-GCM).
  client_secret bytea,
  client_secret_end text,
  client_secret_saved_at timestamptz,
  -- A day in UTC.
  secret_expires_on date,
  -- Days before the end for which mail went out: 30, 7, 1. Emptied with a new date.
  secret_warnings smallint[] not null default '{}',
  is_active boolean not null default false,
  -- While it is active, no other way leads into the account.
  prohibits_others boolean not null default false,
  creates_users boolean not null default false,
  -- [{claim, value, role, products}]
  claim_mappings jsonb not null default '[]',
  -- Grows with each change that a test depends on.
  revision integer not null default 0,
  -- Who connected it as it is: the last one to change what the revision counts, or the owner who saved it since.
  connected_by bigint references users on delete set null,
  -- Grows with each change of an admin: a form that was read before it is refused.
  version integer not null default 0,
  tested_revision integer,
  tested_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (not is_active or (client_id is not null and client_secret is not null))
);
-- Case does not tell two providers of an account apart.
create index external_providers_connected_by_idx on external_providers (connected_by);
create unique index external_providers_name_idx on external_providers (account_id, lower(name));
create index external_providers_secret_idx on external_providers (secret_expires_on) where secret_expires_on is not null;

create table external_provider_domains (
  id bigint generated always as identity primary key,
  provider_id bigint not null references external_providers on delete cascade,
  -- Lower case.
  domain text not null,
  -- The value of the TXT record, random.
  record_value text not null,
  proved_at timestamptz,
  proof text check (proof in ('dns', 'mail')),
  checked_at timestamptz,
  last_check text check (last_check in ('found', 'missing', 'other', 'unreachable')),
  -- The first record that is there with another value, shortened.
  found_value text,
  mailed_at timestamptz,
  -- SHA-256 of the mailed link's secret, and when it ends.
  link_hash bytea unique,
  link_expires_at timestamptz,
  -- The message that carries it, whose words are removed when it was used.
  link_message_id bigint,
  created_at timestamptz not null default now(),
  unique (provider_id, domain)
);
-- A domain leads to one provider.
create unique index external_provider_domains_proved_idx on external_provider_domains (domain) where proved_at is not null;

-- Who is who: by provider, issuer and subject, never by address.
create table sso_identities (
  id bigint generated always as identity primary key,
  provider_id bigint not null references external_providers on delete cascade,
  -- As the ID token states it.
  issuer text not null,
  -- `sub`; for Entra ID the tenant's object id.
  subject text not null,
  user_id bigint not null references users on delete cascade,
  email text,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  unique (provider_id, issuer, subject)
);
create index sso_identities_user_idx on sso_identities (user_id);

-- Visits under way to a provider.
create table sso_flows (
  -- SHA-256 of the state, which the browser's cookie carries.
  state_hash bytea primary key,
  provider_id bigint not null references external_providers on delete cascade,
  -- Sealed.
  code_verifier bytea not null,
  nonce text not null,
  return_url text not null,
  -- The test that it belongs to; a test signs nobody in.
  test_id bigint,
  expires_at timestamptz not null
);
create index sso_flows_expires_idx on sso_flows (expires_at);
create index sso_flows_provider_idx on sso_flows (provider_id);

create table sso_tests (
  id bigint generated always as identity primary key,
  provider_id bigint not null references external_providers on delete cascade,
  started_by bigint references users on delete set null,
  started_at timestamptz not null default now(),
  ended_at timestamptz,
  revision integer not null,
  state text not null default 'running' check (state in ('running', 'waiting', 'passed', 'failed', 'gone')),
  took_milliseconds integer,
  -- The contract's steps and person.
  steps jsonb not null,
  person jsonb
);
create index sso_tests_provider_idx on sso_tests (provider_id, id desc);
create index sso_tests_started_by_idx on sso_tests (started_by);
alter table sso_flows add foreign key (test_id) references sso_tests on delete cascade;
create index sso_flows_test_idx on sso_flows (test_id) where test_id is not null;

-- The last 100 of each provider are kept.
create table sso_sign_ins (
  id bigint generated always as identity primary key,
  provider_id bigint not null references external_providers on delete cascade,
  at timestamptz not null default now(),
  email text,
  user_id bigint references users on delete set null,
  outcome text not null check (outcome in ('signedIn', 'created', 'refused')),
  failure text,
  provider_code text,
  provider_text text,
  address inet
);
create index sso_sign_ins_provider_idx on sso_sign_ins (provider_id, id desc);
create index sso_sign_ins_user_idx on sso_sign_ins (user_id);

-- Which sessions a provider vouches for, so that signing out there ends them here, and the other way round.
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

-- Logout tokens that were taken, so that none is taken twice.
create table sso_logout_tokens (
  provider_id bigint not null references external_providers on delete cascade,
  token_id text not null,
  expires_at timestamptz not null,
  primary key (provider_id, token_id)
);
create index sso_logout_tokens_expires_idx on sso_logout_tokens (expires_at);

-- The owner's code for when the provider is away.
create table sso_break_glass_codes (
  account_id bigint primary key references accounts on delete cascade,
  -- As recovery codes are kept.
  code_hash bytea not null,
  created_at timestamptz not null default now(),
  created_by bigint references users on delete set null
);
create index sso_break_glass_codes_created_by_idx on sso_break_glass_codes (created_by);
