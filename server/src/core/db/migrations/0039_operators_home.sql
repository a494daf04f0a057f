-- What operators search and see of all accounts. Text anywhere in a name is found by its trigrams.
create extension if not exists pg_trgm;

create index accounts_name_trigrams_idx on accounts using gin (lower(name) gin_trgm_ops);
create index orders_number_prefix_idx on orders (lower(number) text_pattern_ops);
create index stripe_invoices_number_all_idx on stripe_invoices (lower(number) text_pattern_ops) where not deleted;

-- An account that operators disabled: its users cannot sign in, and their sessions open nothing.
alter table accounts
  add column disabled_at timestamptz,
  add column disabled_reason text,
  add column disabled_by bigint references users on delete set null,
  add check ((disabled_at is null) = (disabled_reason is null)),
  add check (disabled_at is not null or disabled_by is null);
create index accounts_disabled_by_idx on accounts (disabled_by);
create index accounts_created_idx on accounts (created_at, id);

-- What operators write down about an account; customers do not see it.
create table account_notes (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts on delete cascade,
  author_id bigint references users on delete set null,
  text text not null,
  written_at timestamptz not null default now()
);
create index account_notes_account_idx on account_notes (account_id, id);
create index account_notes_author_idx on account_notes (author_id);

-- What the operators' home asks of all accounts: few rows among many each.
create index subscriptions_renewing_idx on subscriptions (expires_at, id)
  where status in ('active', 'trialing') and cancel_at is null and amount > 0;
create index subscriptions_past_due_idx on subscriptions (unpaid_since, id) where status in ('past_due', 'unpaid');
create index subscriptions_ended_trial_idx on subscriptions (ended_at, id) where trial and ended_at is not null;
create index licenses_exceeded_idx on licenses (id) where status = 1 and exceeded_quantity > 0;
create index stripe_charges_failed_idx on stripe_charges (created, id) where status = 'failed' and not deleted;
