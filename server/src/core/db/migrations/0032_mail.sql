-- A company may have a sender and an address for answers of its own; null for those of the configuration.
alter table companies add column mail_sender text;
alter table companies add column mail_reply_to text;

-- Mail and text messages that the portal sends, one row a message and one job a row. The row is written in the transaction of its cause.
create table mail_messages (
  id bigint generated always as identity primary key,
  -- Names the message to others: part of the Message-ID of a mail, and the id of a text. It is the same however often the message is tried.
  public_id uuid not null default gen_random_uuid(),
  channel text not null check (channel in ('email', 'text')),
  -- The name in the registry of templates (server/src/mail/templates).
  template text not null,
  locale text not null check (locale in ('en', 'fr')),
  -- The brand that it carries.
  company_id integer not null references companies,
  -- The account that it is about; null for none.
  account_id bigint references accounts on delete cascade,
  -- A mail address, or a number in E.164.
  recipient text not null,
  recipient_name text not null default '',
  -- Where answers go; null for the company's own address.
  reply_to text,
  reply_to_name text not null default '',
  -- What the template is filled with, by the template's schema. Null once the content was removed.
  data jsonb,
  -- Has a code or a link that opens something: in production the content is removed as soon as it was sent.
  sensitive boolean not null,
  -- The content is removed then, and the message is not sent any more.
  keep_until timestamptz not null,
  -- queued: waits for its first or next try. sending: a try is under way. sent: the other side took it. failed: nothing tries it again.
  -- kept: there was nothing to send it with.
  state text not null default 'queued' check (state in ('queued', 'sending', 'sent', 'failed', 'kept')),
  attempts smallint not null default 0,
  -- What the other side said to the last try that failed.
  error text,
  -- The message that an operator sent again.
  repeats_id bigint references mail_messages on delete set null,
  queued_at timestamptz not null default now(),
  -- When the latest try began.
  sending_at timestamptz,
  -- When it was sent, kept, or failed for good.
  ended_at timestamptz,
  check ((state in ('sent', 'failed', 'kept')) = (ended_at is not null))
);
create index mail_messages_queued_idx on mail_messages (queued_at, id);
create index mail_messages_state_idx on mail_messages (state, queued_at, id);
create index mail_messages_recipient_idx on mail_messages (lower(recipient) text_pattern_ops);
create index mail_messages_company_idx on mail_messages (company_id);
create index mail_messages_account_idx on mail_messages (account_id);
create index mail_messages_repeats_idx on mail_messages (repeats_id);
-- Content that is to be removed.
create index mail_messages_keep_idx on mail_messages (keep_until) where data is not null;
