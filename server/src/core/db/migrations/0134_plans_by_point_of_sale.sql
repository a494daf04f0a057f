-- The point-of-sale providers whose users the sign-up recommends the plan to, and the text for them; null for the usual one.
alter table plans
  add column points_of_sale jsonb not null default '[]',
  add column point_of_sale_note jsonb;
