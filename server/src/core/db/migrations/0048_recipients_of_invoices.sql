-- Who gets an account's invoices and receipts by mail without being its user.
create table billing_recipients (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts on delete cascade,
  email text not null,
  name text not null,
  locale text not null check (locale in ('en', 'fr')),
  -- Nothing but the link is mailed before it was used. Who left stays listed until an admin removes them.
  state text not null check (state in ('waiting', 'confirmed', 'left')),
  -- SHA-256 of the token that was mailed last. It stays until it expires, so that using the link once more is no error.
  link_hash bytea not null,
  link_until timestamptz not null,
  -- The message that carries it, whose words are removed when it was used.
  link_message_id bigint,
  created_at timestamptz not null default now()
);
-- Two people who add one address at once add it once.
create unique index billing_recipients_one_address_key on billing_recipients (account_id, lower(email));
create unique index billing_recipients_link_key on billing_recipients (link_hash);

-- Owners and admins who said whether they get invoices and receipts. Without a row the owner does, and others do not.
create table billing_mail_choices (
  user_id bigint primary key references users on delete cascade,
  account_id bigint not null references accounts on delete cascade,
  receives boolean not null
);
create index billing_mail_choices_account_idx on billing_mail_choices (account_id);

-- Each mail about an invoice or a refund is queued once for an address, however often its event comes.
create table billing_mails (
  -- The invoice or the refund at Stripe.
  object_id text not null,
  kind text not null check (kind in ('invoice', 'receipt', 'refund')),
  -- In lower case.
  address text not null,
  account_id bigint not null references accounts on delete cascade,
  queued_at timestamptz not null default now(),
  primary key (object_id, kind, address)
);
create index billing_mails_account_idx on billing_mails (account_id);

-- Since when mail about invoices is sent: nothing is mailed of what was before.
create table billing_mail_start (
  is_only boolean primary key default true check (is_only),
  at timestamptz not null default now()
);
insert into billing_mail_start default values;
