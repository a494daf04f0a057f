-- A customer that was deleted at Stripe and replaced by a new one. Its invoices and payments stay those of the account.
create table former_customers (
  customer_id text primary key,
  account_id bigint not null references accounts (id),
  replaced_at timestamptz not null default now()
);
create index former_customers_account_idx on former_customers (account_id);

-- What the mirror stores of a former customer belongs to the account's current customer. `data` keeps Stripe's own state.
create function current_stripe_customer() returns trigger language plpgsql as $$
begin
  new.customer_id := coalesce((
    select accounts.stripe_customer_id from former_customers join accounts on accounts.id = former_customers.account_id
      where former_customers.customer_id = new.customer_id), new.customer_id);
  return new;
end $$;

-- Moves what the mirror has of a former customer to the one that replaced it.
create function move_former_customer(former text, current text) returns void language plpgsql as $$
declare
  moved text;
begin
  foreach moved in array array['stripe_invoices', 'stripe_invoice_lines', 'stripe_payment_intents', 'stripe_charges', 'stripe_refunds', 'stripe_credit_notes',
    'stripe_subscriptions', 'stripe_subscription_schedules'] loop
    execute format('update %I set customer_id = $2 where customer_id = $1', moved) using former, current;
  end loop;
end $$;

do $$
declare
  mapped text;
begin
  foreach mapped in array array['stripe_invoices', 'stripe_invoice_lines', 'stripe_payment_intents', 'stripe_charges', 'stripe_refunds', 'stripe_credit_notes',
    'stripe_subscriptions', 'stripe_subscription_schedules'] loop
    execute format('create trigger %1$s_current_customer before insert or update of customer_id on %1$s
      for each row when (new.customer_id is not null) execute function current_stripe_customer()', mapped);
  end loop;
end $$;

-- Tells the vendor's staff and the account's history that staff deleted the customer of an account.
create function report_deleted_customer() returns trigger language plpgsql as $$
begin
  with reported as (
    insert into stripe_issues (kind, subject, account_id, reason)
      select 'customerDeleted', new.id, id, new.id from accounts where stripe_customer_id = new.id
      on conflict do nothing returning account_id
  )
  insert into audit_events (account_id, kind, detail)
    select account_id, 'stripeCustomerDeleted', jsonb_build_object('customerId', new.id) from reported;
  return null;
end $$;
create trigger stripe_customers_deleted after update of deleted on stripe_customers
  for each row when (new.deleted and not old.deleted) execute function report_deleted_customer();
