-- A payment method that is not a card is named by its type, and never expires.
update stripe_payment_methods
  set brand = type, last4 = coalesce(data -> type ->> 'last4', ''), exp_month = 12, exp_year = 9999
  where type <> 'card';
