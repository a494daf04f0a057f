-- Whether who signs out of the portal signs out of the product too: it answers at _signout and logout below its address.
-- A download page has no session that could end, so this has to be said of each product.
alter table products add column shares_sign_out boolean not null default false;
