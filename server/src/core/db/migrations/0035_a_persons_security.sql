-- How a person proves who they are, and what is open in their name.

alter table accounts add column second_factor_required boolean not null default false;

alter table users
  -- The user's name towards passkeys, which must not tell who it is.
  add column public_id uuid not null default gen_random_uuid(),
  -- The language of mail; null until it was chosen.
  add column locale text check (locale in ('en', 'fr')),
  -- An IANA name; null until it was chosen.
  add column time_zone text,
  add column password_changed_at timestamptz,
  -- When the user said that no passkey is wanted, or was offered one.
  add column passkey_offered_at timestamptz;
create unique index users_public_id_key on users (public_id);

-- What the account's admins took from a user about their own profile: everybody has these but those who are listed.
create table user_refusals (
  user_id bigint not null references users on delete cascade,
  permission text not null check (permission in ('changePassword', 'changeExternalLogins')),
  primary key (user_id, permission)
);

-- Browsers in which a user has signed in, known again by a cookie. A known browser is not blocked by others' wrong passwords.
create table known_browsers (
  id uuid primary key default gen_random_uuid(),
  user_id bigint not null references users on delete cascade,
  -- SHA-256 of the cookie's value.
  token_hash bytea not null check (octet_length(token_hash) = 32),
  user_agent text not null default '',
  address inet,
  first_seen_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  -- Until then it is not asked for a second factor; null for one that is.
  remembered_until timestamptz,
  unique (user_id, token_hash)
);
create index known_browsers_last_seen_idx on known_browsers (last_seen_at);

-- Networks from which a user has signed in: /24 for IPv4, /48 for IPv6.
create table known_networks (
  user_id bigint not null references users on delete cascade,
  network inet not null,
  last_seen_at timestamptz not null default now(),
  primary key (user_id, network)
);
create index known_networks_last_seen_idx on known_networks (last_seen_at);

alter table sessions
  -- Names the session where its id must not be told.
  add column public_id uuid not null default gen_random_uuid(),
  -- How its user proved who they are, in order.
  add column proofs text[] not null default '{password}',
  -- When the user last gave a password or a passkey.
  add column confirmed_at timestamptz not null default now(),
  -- Whether nothing is open but setting up the second factor that the account demands.
  add column is_setup boolean not null default false,
  -- Whether its cookies survive a restart of the browser ('Remember me').
  add column is_remembered boolean not null default false,
  add column browser_id uuid references known_browsers on delete set null,
  -- Whether the browser was new to the user.
  add column is_new_browser boolean not null default false;
create unique index sessions_public_id_key on sessions (public_id);
create index sessions_browser_idx on sessions (browser_id);

-- Sign-ins that wait for a second factor. A cookie of the browser in which the first one was given names them.
create table sign_in_challenges (
  -- SHA-256 of the cookie's value.
  id_hash bytea primary key check (octet_length(id_hash) = 32),
  user_id bigint not null references users on delete cascade,
  -- The first factor.
  proof text not null,
  remember_me boolean not null default false,
  return_url text not null default '/',
  -- Wrong codes in this sign-in.
  tries smallint not null default 0,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index sign_in_challenges_user_idx on sign_in_challenges (user_id);
create index sign_in_challenges_expires_idx on sign_in_challenges (expires_at);

create table second_factors (
  user_id bigint not null references users on delete cascade,
  method text not null check (method in ('Authenticator', 'Email', 'Phone')),
  -- The authenticator's secret, encrypted (AES-GCM); null for the others.
  secret bytea,
  -- The mail address, or the number in E.164; null for an authenticator.
  target text,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  -- The 30-second step of the last code that was taken: no code works twice.
  last_step bigint,
  -- Wrong codes in a row.
  failures integer not null default 0,
  -- After 100 of them; it has to be set up again.
  closed_at timestamptz,
  primary key (user_id, method),
  check ((method = 'Authenticator') = (secret is not null)),
  check ((method = 'Authenticator') = (target is null))
);

-- An authenticator's secret that was shown and is not enabled yet.
create table authenticator_setups (
  user_id bigint primary key references users on delete cascade,
  secret bytea not null,
  created_at timestamptz not null default now()
);

-- Codes that were mailed or texted. A new one takes the place of the old one.
create table factor_codes (
  user_id bigint not null references users on delete cascade,
  method text not null check (method in ('Email', 'Phone')),
  -- What it is for: the id_hash of a sign-in's challenge in hex, or `enable:` and the id_hash of a session.
  purpose text not null,
  -- Where it was sent.
  target text not null,
  -- HMAC-SHA-256 with a key of the installation: six digits alone could be tried out.
  code_hash bytea not null,
  -- The message that carries it, whose content goes when the code was used.
  message_id bigint,
  sent_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (user_id, method, purpose)
);
create index factor_codes_expires_idx on factor_codes (expires_at);

create table recovery_codes (
  user_id bigint not null references users on delete cascade,
  -- HMAC-SHA-256 with a key of the installation.
  code_hash bytea not null,
  created_at timestamptz not null default now(),
  used_at timestamptz,
  primary key (user_id, code_hash)
);

-- Links in mail. Each works once.
create table one_time_links (
  -- SHA-256 of the token.
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  kind text not null check (kind in ('resetPassword', 'invitation', 'confirmEmail', 'undoEmail', 'endSession')),
  user_id bigint not null references users on delete cascade,
  -- What it does: the addresses of a change, or the session that it ends.
  data jsonb not null default '{}',
  message_id bigint,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index one_time_links_user_idx on one_time_links (user_id, kind);
-- A new link of these kinds takes the place of the unused one.
create unique index one_time_links_one_unused_key on one_time_links (user_id, kind)
  where used_at is null and kind in ('resetPassword', 'invitation', 'confirmEmail');
-- Addresses that can be taken back, which nobody else gets meanwhile.
create index one_time_links_held_address_idx on one_time_links (lower(data ->> 'email')) where kind = 'undoEmail' and used_at is null;
create index one_time_links_expires_idx on one_time_links (expires_at);

create table passkeys (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  credential_id bytea not null unique,
  public_key bytea not null,
  counter bigint not null default 0,
  transports text[] not null default '{}',
  name text not null,
  -- Model of what keeps it, as it states.
  aaguid uuid,
  is_synced boolean not null default false,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index passkeys_user_idx on passkeys (user_id, id);

-- Random values that a passkey has to sign, each once, in the browser that asked.
create table passkey_challenges (
  challenge_hash bytea primary key check (octet_length(challenge_hash) = 32),
  purpose text not null check (purpose in ('add', 'signIn', 'confirm')),
  -- The browser: SHA-256 of its session's or visitor's cookie.
  browser_hash bytea not null,
  user_id bigint references users on delete cascade,
  expires_at timestamptz not null
);
create index passkey_challenges_user_idx on passkey_challenges (user_id);
create index passkey_challenges_expires_idx on passkey_challenges (expires_at);

-- Users by their logins elsewhere: never by a mail address.
create table external_logins (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  -- The provider's name in the portal, such as `google`.
  provider text not null,
  issuer text not null,
  subject text not null,
  -- As the provider told it.
  email text,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  unique (issuer, subject)
);
create unique index external_logins_one_a_provider_key on external_logins (user_id, provider);

-- Visits to a provider that are under way.
create table external_login_flows (
  -- SHA-256 of the state, which the browser's cookie and the address both carry.
  state_hash bytea primary key check (octet_length(state_hash) = 32),
  provider text not null,
  -- Encrypted (AES-GCM).
  code_verifier bytea not null,
  nonce text not null,
  -- Whom a login is to be connected to; null for a sign-in.
  user_id bigint references users on delete cascade,
  -- The session that asked to connect.
  session_hash bytea,
  return_url text not null default '/',
  expires_at timestamptz not null
);
create index external_login_flows_user_idx on external_login_flows (user_id);
create index external_login_flows_expires_idx on external_login_flows (expires_at);

-- A person's activity of the last 90 days.
create index audit_events_user_idx on audit_events (user_id, id desc);
