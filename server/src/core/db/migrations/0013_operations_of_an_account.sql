-- What an account did at Stripe is counted while a purchase begins: failed payments of the last hour, coupons that came back, invoices that a
-- purchase waits for. The live operations' own index has a few rows only.
create index stripe_operations_account_idx on stripe_operations (account_id, kind, created_at);
