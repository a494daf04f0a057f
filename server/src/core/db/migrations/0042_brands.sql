-- What operators set of a company's brand, beside what a catalog file may say.
alter table companies
  -- The name of the sender of its mail; null for the company's name.
  add column mail_sender_name text,
  -- Where its customers turn to; null for the installation's link.
  add column contact_url text,
  -- When operators first saved it. From then on a catalog file leaves the company alone.
  add column edited_at timestamptz;
create index companies_name_idx on companies (lower(name), id);

-- Logos that operators gave. Each was drawn anew as PNG from what was sent, so that nothing of a file but its picture is kept. The company's logo_light or
-- logo_dark is the address, with the hash in it: browsers keep a picture for good.
create table company_logos (
  company_id integer not null references companies on delete cascade,
  theme text not null check (theme in ('light', 'dark')),
  -- SHA-256 of the content, in hexadecimal digits.
  hash text not null check (hash ~ '^[0-9a-f]{64}$'),
  content bytea not null,
  primary key (company_id, theme)
);

-- Mail of a company that is gone bears the default company's brand. A company with accounts cannot go.
alter table mail_messages
  alter column company_id set default 1,
  drop constraint mail_messages_company_id_fkey,
  add constraint mail_messages_company_id_fkey foreign key (company_id) references companies on delete set default;
