-- A link that confirms the address of a sign-up is a kind of its own. Several work at the same time, until the address is confirmed.
alter table one_time_links drop constraint one_time_links_kind_check;
alter table one_time_links add constraint one_time_links_kind_check
  check (kind in ('resetPassword', 'invitation', 'confirmEmail', 'confirmSignUp', 'undoEmail', 'endSession'));
update one_time_links set kind = 'confirmSignUp', data = jsonb_build_object('email', data -> 'email')
  where kind = 'confirmEmail' and data -> 'email' = data -> 'formerEmail';
