-- The list of invoices is filtered by status, product, date and text, in every combination.
alter table stripe_invoices
  -- The price of the first line, which names the invoice's product; null where that line has none.
  add column price_id text,
  -- What the text filter looks through besides the catalog's words: the number, and the words that stand on the document.
  add column searched text generated always as (lower(left(coalesce(number, '') || ' ' || coalesce(description, ''), 300))) stored;
update stripe_invoices set price_id = line.price_id
  from stripe_invoice_lines line
  where line.invoice_id = stripe_invoices.id and line.position = 0 and not line.deleted and line.price_id is not null;

-- Whatever the filters are, they are decided within this index: no row is read but those that are shown.
drop index stripe_invoices_created_idx;
create index stripe_invoices_created_idx on stripe_invoices (customer_id, created, id) include (status, price_id, searched) where not deleted;

-- A text that few invoices of a customer have.
create extension if not exists btree_gin;
create extension if not exists pg_trgm;
create index stripe_invoices_searched_idx on stripe_invoices using gin (customer_id, searched gin_trgm_ops) where not deleted;
drop index stripe_invoices_number_prefix_idx;
