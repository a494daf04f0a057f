-- What an account that registered itself does first.

-- The accounts that are shown their first steps. A row goes once everything is done, or an admin hides it.
create table first_steps (
  account_id bigint primary key references accounts on delete cascade,
  -- When somebody of the account first opened the product's own address; null until then.
  opened_at timestamptz
);
