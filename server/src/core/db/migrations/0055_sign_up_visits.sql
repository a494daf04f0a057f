-- How far visitors of the sign-up came, a row a visit. A row a step made a report read each visit up to twelve times.
create table sign_up_visits_one_row (
  -- Random, made once for each wizard.
  visit uuid primary key,
  -- The furthest step that was reached.
  step text not null,
  -- In UTC: the day on which the visit began.
  day date not null,
  company_id integer not null references companies on delete cascade,
  -- The catalog's id; empty where no product was named.
  product_id text not null default ''
);
insert into sign_up_visits_one_row (visit, step, day, company_id, product_id)
select distinct on (visit) visit, step, day, company_id, product_id
from sign_up_visits
order by visit, array_position(
  array['email', 'mainInfo', 'contactInfo', 'additionalInfo', 'ownerInfo', 'plans', 'customizePlan', 'addons', 'checkout', 'confirm', 'submitted', 'registered'],
  step) desc nulls last;
drop table sign_up_visits;
alter table sign_up_visits_one_row rename to sign_up_visits;
alter index sign_up_visits_one_row_pkey rename to sign_up_visits_pkey;
alter table sign_up_visits rename constraint sign_up_visits_one_row_company_id_fkey to sign_up_visits_company_id_fkey;
-- A report of a range of days reads this index alone.
create index sign_up_visits_day_idx on sign_up_visits (day, company_id, product_id, step);
create index sign_up_visits_company_idx on sign_up_visits (company_id);
