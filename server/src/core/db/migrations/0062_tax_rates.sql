-- What taxes on invoices are called: invoices tell the ids of their rates alone. A rate's percentage never changes at Stripe, so each is read once.
create table stripe_tax_rates (
  id text primary key,
  -- The authority's name of the tax, such as 'GST'.
  name text not null,
  percentage numeric(7, 4) not null,
  read_at timestamptz not null default now()
);

-- Open invoices that somebody may be late with, of all customers, the largest first: those that a card did not pay, and those that were sent. The first
-- invoice of a subscription that a card is to pay is no debt.
create index stripe_invoices_late_or_sent_idx on stripe_invoices (amount_remaining desc, id)
  where not deleted and status = 'open' and amount_remaining > 0
    and (due_date is not null
      or ((data ->> 'attempt_count')::int > 0 and coalesce(data ->> 'billing_reason', '') <> 'subscription_create'));
