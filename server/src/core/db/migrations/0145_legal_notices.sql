-- A notice of a changed legal text to the owners of all accounts, once for each version of a text.
create table legal_notices (
  id bigint generated always as identity primary key,
  name text not null check (name in ('terms', 'privacy', 'subscription-terms')),
  -- SHA-256 of the text in all languages.
  version text not null,
  sent_by bigint references users on delete set null,
  sent_at timestamptz not null default now(),
  -- Null until the mails to all owners are queued.
  finished_at timestamptz,
  unique (name, version)
);
create index legal_notices_sent_by_idx on legal_notices (sent_by);

-- The accounts whose owners were mailed. A row is stored in the transaction that queues its mail, so each is mailed once.
create table legal_notice_accounts (
  notice_id bigint not null references legal_notices on delete cascade,
  account_id bigint not null references accounts on delete cascade,
  primary key (notice_id, account_id)
);
create index legal_notice_accounts_account_idx on legal_notice_accounts (account_id);
