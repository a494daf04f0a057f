-- What an account told when it began a trial of a product. The last answer counts.
create table trial_information (
  account_id bigint not null references accounts on delete cascade,
  product_id text not null,
  -- Who answered last.
  user_id bigint references users on delete set null,
  has_hardware boolean not null,
  -- One of the ranges of the form, such as '3-5'.
  number_of_devices text not null,
  located_in_us boolean not null,
  industry text not null,
  -- Set where the industry is `other`.
  other_industry text,
  given_at timestamptz not null default now(),
  primary key (account_id, product_id),
  check ((other_industry is not null) = (industry = 'other'))
);
create index trial_information_user_idx on trial_information (user_id);

-- Who wants to be talked to before an account is closed. Each request is kept, whether or not the vendor could be written to.
create table closing_contacts (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts on delete cascade,
  user_id bigint references users on delete set null,
  -- Null once the subscription has no row any more.
  subscription_id bigint references subscriptions on delete set null,
  name text not null,
  email text not null,
  phone text,
  -- Whether they take the interview that a gift card is offered for.
  interview boolean not null,
  asked_at timestamptz not null default now()
);
create index closing_contacts_account_idx on closing_contacts (account_id, id);
create index closing_contacts_user_idx on closing_contacts (user_id);
create index closing_contacts_subscription_idx on closing_contacts (subscription_id);

-- Invoices are looked up by how their numbers begin, in any case.
create index stripe_invoices_number_prefix_idx on stripe_invoices (customer_id, lower(number) text_pattern_ops) where not deleted;
