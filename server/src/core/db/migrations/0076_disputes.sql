-- Tells the vendor's staff that a cardholder disputed a charge of an account.
create function report_disputed_charge() returns trigger language plpgsql as $$
begin
  insert into stripe_issues (kind, subject, account_id, reason)
    select 'disputed', new.id, id, new.id || ' · ' || to_char(new.amount / 100.0, 'FM999999990.00') || ' ' || upper(new.currency)
      from accounts where stripe_customer_id = new.customer_id
    on conflict do nothing;
  return null;
end $$;
create trigger stripe_charges_disputed after insert or update of data on stripe_charges
  for each row when (new.data ->> 'disputed' = 'true') execute function report_disputed_charge();
