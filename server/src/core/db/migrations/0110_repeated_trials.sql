-- One mailbox has many spellings: mail for jo+2@ arrives at jo@, and Google ignores dots. Nobody is refused by this key; it only shows
-- operators that two accounts belong to one person (TRL-12).
create function mailbox_key(email text) returns text language sql immutable strict parallel safe
return (
  select case
    when domain in ('gmail.com', 'googlemail.com') then replace(mailbox, '.', '') || '@gmail.com'
    else mailbox || '@' || domain
  end
  from (
    select split_part(regexp_replace(key, '@[^@]*$', ''), '+', 1) as mailbox, substring(key from '[^@]*$') as domain
    from (select comparison_key(email) as key) as compared
  ) as parts
);
alter table users add column mailbox_key text collate "C" generated always as (mailbox_key(email)) stored;
create index users_mailbox_idx on users (mailbox_key);

-- Stripe gives the same card the same fingerprint, whoever the customer is (TRL-12).
create index stripe_payment_methods_fingerprint_idx on stripe_payment_methods ((data #>> '{card,fingerprint}'))
  where data #>> '{card,fingerprint}' is not null;

-- Whether a trial of this plan is refused to a machine that had a trial of the product in another account (TRL-13).
alter table plans add column refuses_known_machines boolean not null default false;
alter table plans add constraint plans_refuses_known_machines_check check (is_trial or not refuses_known_machines);
