-- What accounts were told by mail about their payments. One cause is told once, however many processes look at it and however often.
create table payment_notices (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts on delete cascade,
  kind text not null check (kind in ('paymentFailed', 'lastAttempt', 'cardExpires', 'cardMissing')),
  -- The invoice at Stripe; the card and the month that it expires in; the subscription and the day of the charge.
  subject text not null,
  told_at timestamptz not null default now(),
  -- When a failed payment was over: paid, void or written off. Null while it is not, and for other kinds.
  settled_at timestamptz,
  unique (kind, subject)
);
create index payment_notices_account_idx on payment_notices (account_id);
-- Failed payments whose end has to be told. Few are open at a time.
create index payment_notices_unsettled_idx on payment_notices (id) where kind = 'paymentFailed' and settled_at is null;

-- Open invoices that a card did not pay, of all customers, the largest first. The first invoice of a subscription is no debt.
create index stripe_invoices_late_idx on stripe_invoices (amount_remaining desc, id)
  where not deleted and status = 'open' and amount_remaining > 0
    and (data ->> 'attempt_count')::int > 0 and coalesce(data ->> 'billing_reason', '') <> 'subscription_create';
-- Cards that expire in a month.
create index stripe_payment_methods_expiry_idx on stripe_payment_methods (exp_year, exp_month, id) where not deleted and type = 'card';
