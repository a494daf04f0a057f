-- A filtered list says what its invoices come to. The sums are taken within the index that decides the filters, as their number is.
drop index stripe_invoices_created_idx;
create index stripe_invoices_created_idx on stripe_invoices (customer_id, created, id)
  include (status, price_id, searched, currency, total, amount_remaining) where not deleted;
