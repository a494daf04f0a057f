-- What a sign-up keeps: the cards that its forms named, and what somebody told of their business.

-- A card serves one form, whether or not the form's address was known.
create table sign_up_cards (
  -- Stripe's id of the payment method.
  payment_method_id text primary key,
  -- SHA-256 of what the form said, as in sign_up_registrations.
  request_hash bytea not null check (octet_length(request_hash) = 32),
  expires_at timestamptz not null
);
create index sign_up_cards_expires_idx on sign_up_cards (expires_at);

-- What somebody told of their business when they signed up. Empty texts were not told.
create table registration_details (
  account_id bigint primary key references accounts on delete cascade,
  -- ISO 3166-1 alpha-2.
  country text not null,
  -- The abbreviation of a state of the United States or of a province of Canada.
  state text not null default '',
  province text not null default '',
  industry text not null default '',
  other_industry text not null default '',
  -- A purchase order of their own, which stands on their invoices until they change it there.
  order_number text not null default ''
);

-- The customers that a company names on its sign-up, as the catalog file has them.
create table shown_customers (
  company_id integer not null references companies on delete cascade,
  -- From 0, in the file's order.
  position integer not null,
  name text not null,
  -- A data: URI. Only its shape is shown, in the color of the text.
  logo text,
  primary key (company_id, position)
);

alter table sign_up_registrations
  -- Whose sign-up it was. Null for those from before.
  add column company_id integer references companies on delete set null;
create index sign_up_registrations_company_idx on sign_up_registrations (company_id);
-- The latest of each address, whatever became of it.
create index sign_up_registrations_email_idx on sign_up_registrations (lower(email), created_at);
