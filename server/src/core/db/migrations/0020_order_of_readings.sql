-- Which of two states is newer must not depend on a clock, which can be set back. Each reading of Stripe takes the next number before it begins, and each
-- answer to a change takes one when it arrives. A state is taken only when its number is not lower than the row's. `synced_at` remains for people.
create sequence stripe_reading_numbers as bigint;

-- Rows from before have the number 0: every later state is newer.
alter table stripe_customers add column reading_number bigint not null default 0;
alter table stripe_payment_methods add column reading_number bigint not null default 0;
alter table stripe_subscriptions add column reading_number bigint not null default 0;
alter table stripe_invoices add column reading_number bigint not null default 0;
alter table stripe_invoice_lines add column reading_number bigint not null default 0;
alter table stripe_invoice_payments add column reading_number bigint not null default 0;
alter table stripe_invoice_items add column reading_number bigint not null default 0;
alter table stripe_payment_intents add column reading_number bigint not null default 0;
alter table stripe_charges add column reading_number bigint not null default 0;
alter table stripe_refunds add column reading_number bigint not null default 0;
alter table stripe_balance_transactions add column reading_number bigint not null default 0;
alter table stripe_customer_balance_transactions add column reading_number bigint not null default 0;

-- A run's listings have higher numbers than this. What has a lower one when they end was not listed.
alter table stripe_mirror_runs add column reading_number bigint not null default 0;
