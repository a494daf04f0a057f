-- Orders and licenses of each account. Counting ten thousand rows takes longer than reading a page of them. Neither changes its account.
create table order_totals (
  account_id bigint primary key references accounts on delete cascade,
  orders integer not null
);
insert into order_totals select account_id, count(*) from orders group by account_id;

create function add_to_order_totals() returns trigger language plpgsql as $$
begin
  insert into order_totals as kept (account_id, orders)
    select account_id, count(*) from changed group by account_id order by account_id
    on conflict (account_id) do update set orders = kept.orders + excluded.orders;
  return null;
end $$;
create trigger orders_inserted after insert on orders referencing new table as changed
  for each statement execute function add_to_order_totals();

create function take_from_order_totals() returns trigger language plpgsql as $$
begin
  update order_totals kept set orders = kept.orders - gone.orders
    from (select account_id, count(*) as orders from changed group by account_id) gone
    where kept.account_id = gone.account_id;
  return null;
end $$;
create trigger orders_deleted after delete on orders referencing old table as changed
  for each statement execute function take_from_order_totals();

create table license_totals (
  account_id bigint primary key references accounts on delete cascade,
  licenses integer not null
);
insert into license_totals select account_id, count(*) from licenses group by account_id;

create function add_to_license_totals() returns trigger language plpgsql as $$
begin
  insert into license_totals as kept (account_id, licenses)
    select account_id, count(*) from changed group by account_id order by account_id
    on conflict (account_id) do update set licenses = kept.licenses + excluded.licenses;
  return null;
end $$;
create trigger licenses_inserted after insert on licenses referencing new table as changed
  for each statement execute function add_to_license_totals();

create function take_from_license_totals() returns trigger language plpgsql as $$
begin
  update license_totals kept set licenses = kept.licenses - gone.licenses
    from (select account_id, count(*) as licenses from changed group by account_id) gone
    where kept.account_id = gone.account_id;
  return null;
end $$;
create trigger licenses_deleted after delete on licenses referencing old table as changed
  for each statement execute function take_from_license_totals();
