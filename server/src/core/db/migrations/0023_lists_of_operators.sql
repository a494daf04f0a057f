-- Operators choose an account by its name.
create index accounts_name_idx on accounts (lower(name), id);

-- Operators sort the manual orders of all accounts.
create index orders_manual_number_idx on orders (number, id) where stripe_subscription_id is null;
create index orders_manual_status_idx on orders (status, id) where stripe_subscription_id is null;
create index orders_manual_paid_idx on orders (payment_status, id) where stripe_subscription_id is null;
