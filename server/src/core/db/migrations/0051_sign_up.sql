-- Becoming a customer.

alter table accounts
  -- Whether it belongs to a registration that is not settled. Nobody sees it or signs in: it opens together with its owner, or is deleted with everything of it.
  add column is_registering boolean not null default false;
create index accounts_registering_idx on accounts (id) where is_registering;

alter table users
  -- When its user proved that the mail address is theirs; null until then. Whoever others entered counts from the start.
  add column email_confirmed_at timestamptz default now();

-- What a visitor would pay. The final form names it.
create table sign_up_quotes (
  -- Random; it is told to the visitor alone.
  id text primary key,
  product_id text not null,
  -- The canonical form of the selection and the address.
  selection_hash text not null,
  -- The purchase module's terms.
  terms jsonb not null,
  -- Cents.
  amount_due bigint not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index sign_up_quotes_expires_idx on sign_up_quotes (expires_at);

create table sign_up_registrations (
  id uuid primary key default gen_random_uuid(),
  -- live: under way, with an account that nobody sees. succeeded and failed: settled.
  state text not null default 'live' check (state in ('live', 'succeeded', 'failed')),
  -- Null once it failed: the account is deleted then.
  account_id bigint references accounts on delete set null,
  -- Its operation at Stripe, which goes with the account.
  operation_id uuid references stripe_operations on delete set null,
  email text not null,
  -- SHA-256 of what the form said, without its password: the same form again is the same registration.
  request_hash bytea not null,
  -- SHA-256 of the visitor's cookie.
  visitor_hash bytea not null,
  product_id text,
  -- Where it leads once it succeeded, and where the owner's first sign-in does.
  redirect_url text not null,
  first_page text not null default '/',
  -- Why it failed, in the form of operations.
  error jsonb,
  -- The wizard, for the funnel.
  visit uuid,
  created_at timestamptz not null default now(),
  settled_at timestamptz,
  check ((state = 'live') = (settled_at is null))
);
-- An address has one registration under way, however many forms come at once.
create unique index sign_up_registrations_one_live_key on sign_up_registrations (lower(email)) where state = 'live';
create index sign_up_registrations_account_idx on sign_up_registrations (account_id);
create unique index sign_up_registrations_operation_key on sign_up_registrations (operation_id);
create index sign_up_registrations_settled_idx on sign_up_registrations (settled_at);

-- Who came back from a login elsewhere to sign up. A cookie of the browser names them.
create table sign_up_identities (
  -- SHA-256 of the cookie's value.
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  provider text not null,
  issuer text not null,
  subject text not null,
  -- Verified by the provider.
  email text not null,
  first_name text not null,
  last_name text not null,
  expires_at timestamptz not null
);
create index sign_up_identities_expires_idx on sign_up_identities (expires_at);

-- Proofs of work that were used. Each works once.
create table sign_up_solutions (
  -- SHA-256 of the challenge's signature.
  challenge_hash bytea primary key check (octet_length(challenge_hash) = 32),
  expires_at timestamptz not null
);
create index sign_up_solutions_expires_idx on sign_up_solutions (expires_at);

-- How far visitors came. Nothing says who they are.
create table sign_up_visits (
  -- Random, made once for each wizard.
  visit uuid not null,
  step text not null,
  -- In UTC: the day on which the visit began.
  day date not null,
  company_id integer not null references companies on delete cascade,
  -- The catalog's id; empty where no product was named.
  product_id text not null default '',
  primary key (visit, step)
);
create index sign_up_visits_day_idx on sign_up_visits (day, company_id, product_id, step);
create index sign_up_visits_company_idx on sign_up_visits (company_id);

-- The flow to a login elsewhere may be for signing up.
alter table external_login_flows add column is_sign_up boolean not null default false;
