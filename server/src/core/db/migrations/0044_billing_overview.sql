-- What an account paid in each month, by subscription, is summed from this index alone, however many invoices it has.
create index stripe_invoices_spending_idx on stripe_invoices (customer_id, created)
  include (subscription_id, currency, status, amount_paid, amount_remaining) where not deleted;

-- What the vendor gave or took back. All other changes of a balance come from invoices, of which there are many.
create index stripe_customer_balance_transactions_given_idx on stripe_customer_balance_transactions (customer_id, created, id)
  where not deleted and type in ('adjustment', 'credit_note', 'initial', 'migration');
