-- Facts about this installation as a whole, such as that the demonstration was made.
create table installation (
  key text primary key,
  value jsonb not null default 'true',
  at timestamptz not null default now()
);
