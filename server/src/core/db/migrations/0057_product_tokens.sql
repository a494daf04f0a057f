-- Tokens by which a vendor's products speak to the portal for an account.

create table product_tokens (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts on delete cascade,
  -- An id of the catalog, kept also after the vendor retired the product.
  product_id text not null,
  name text not null,
  -- 0 Public: activates and checks. 1 Secret: also lists, releases and reads usage.
  token_type smallint not null check (token_type in (0, 1)),
  -- The token's first characters, which name it without opening anything.
  prefix text not null unique,
  -- SHA-256 of the whole token, which is random.
  token_hash bytea not null unique,
  -- Null never expires.
  expires_at timestamptz,
  disabled_at timestamptz,
  -- Why: an admin's wish, an operator's report that it leaked.
  disabled_reason text check (disabled_reason in ('user', 'leaked')),
  -- Where it was found, in the operator's words, which the account's admins read.
  leak_report text,
  -- The token that takes its place. Both work until the overlap ends.
  replaced_by bigint references product_tokens on delete set null,
  overlap_ends_at timestamptz,
  created_by bigint references users on delete set null,
  last_used_at timestamptz,
  last_version text,
  last_address inet,
  -- Days before the end for which mail went out: 30, 7, 1. Emptied with a new date.
  warnings smallint[] not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((disabled_at is null) = (disabled_reason is null)),
  check ((leak_report is not null) = (disabled_reason is not distinct from 'leaked'))
);
create index product_tokens_account_idx on product_tokens (account_id, product_id, created_at, id);
create index product_tokens_ends_idx on product_tokens (expires_at) where disabled_at is null and expires_at is not null;
-- The operators' list of reports.
create index product_tokens_leaked_idx on product_tokens (disabled_at, id) where disabled_reason = 'leaked';
create index product_tokens_replaced_by_idx on product_tokens (replaced_by);
create index product_tokens_created_by_idx on product_tokens (created_by);
