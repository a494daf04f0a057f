-- What an account's new users get, and how its invitations are listed.

-- Features that new users are granted. Owners and admins have every feature without a grant.
create table default_features (
  account_id bigint not null references accounts on delete cascade,
  feature text not null,
  primary key (account_id, feature)
);

-- Permissions about their own profile that new users do not have: all others they have.
create table default_refusals (
  account_id bigint not null references accounts on delete cascade,
  permission text not null check (permission in ('changePassword', 'changeExternalLogins')),
  primary key (account_id, permission)
);

-- Products that new users may open. Owners and admins have all of them without a row.
create table default_products (
  account_id bigint not null references accounts on delete cascade,
  product_id text not null references products,
  primary key (account_id, product_id)
);
create index default_products_product_idx on default_products (product_id);

-- An invitation carries its account and who sent it, so that an account can list its own.
update one_time_links l set data = jsonb_build_object('accountId', u.account_id, 'invitedBy', null)
from users u where u.id = l.user_id and l.kind = 'invitation';
create index one_time_links_invitations_idx on one_time_links (((data ->> 'accountId')::bigint), created_at desc, user_id desc)
  where kind = 'invitation' and used_at is null;
