-- Whether orders of a product can limit its domains or package IDs. Orders of other products do not show that quantity.
alter table products add column counts_domains boolean not null default false;
