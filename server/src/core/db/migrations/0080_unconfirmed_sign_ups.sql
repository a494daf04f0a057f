alter table sign_up_registrations
  -- When the owner must have confirmed the address: first for the reminder, then for the deletion. Null if nothing is due.
  add column confirmation_due timestamptz,
  add column reminded_at timestamptz;
-- Earlier sign-ups are reminded first.
update sign_up_registrations set confirmation_due = now() where state = 'succeeded';
create index sign_up_registrations_due_idx on sign_up_registrations (confirmation_due) where confirmation_due is not null;
