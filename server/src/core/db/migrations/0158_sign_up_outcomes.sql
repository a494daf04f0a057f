-- What the latest accepted form of a browser led to, for its page of success. Forms with known addresses have rows too, so that the page is the same.
create table sign_up_outcomes (
  -- SHA-256 of the visitor's cookie.
  visitor_hash bytea primary key check (octet_length(visitor_hash) = 32),
  -- The address to confirm. The browser may correct it.
  email text not null,
  -- Null if the address was known.
  account_id bigint references accounts on delete set null,
  product_id text,
  plan_id text,
  -- Whether the form paid. Null after a form that cost nothing, which is sent again for a corrected address if the first one was known.
  is_paid boolean not null,
  form jsonb not null,
  -- The page of success.
  page text not null,
  sent_at timestamptz not null default now(),
  -- When the person who filled in the form confirmed the address. Null if somebody else did.
  confirmed_at timestamptz,
  expires_at timestamptz not null
);
create index sign_up_outcomes_account_idx on sign_up_outcomes (account_id);
create index sign_up_outcomes_expires_idx on sign_up_outcomes (expires_at);
