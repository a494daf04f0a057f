-- The billing address gets mail about invoices only if it is a user's proved address or a confirmed recipient's. Addresses from before count as
-- confirmed: they become recipients, who can unsubscribe. Their random link hash belongs to no link.
insert into billing_recipients (account_id, email, name, locale, state, link_hash, link_until)
select a.id, c.data ->> 'email', left(coalesce(c.data ->> 'name', ''), 100),
       case when c.data #>> '{preferred_locales,0}' like 'fr%' then 'fr' else 'en' end,
       'confirmed', sha256(gen_random_uuid()::text::bytea), now()
from accounts a join stripe_customers c on c.id = a.stripe_customer_id and not c.deleted
where coalesce(c.data ->> 'email', '') <> ''
  and not exists (select from users u where u.account_id = a.id and u.email_key = comparison_key(c.data ->> 'email') and u.email_proved_at is not null)
on conflict do nothing;
