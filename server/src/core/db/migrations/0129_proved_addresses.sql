-- When a user proved to have their current address, by a mailed link, a login whose provider vouches for it, or the account's own single
-- sign-on; null until then. A password that an admin set proves nothing. Users who counted as having proved it so far keep their address.
alter table users add column email_proved_at timestamptz;
update users set email_proved_at = coalesce(password_changed_at, last_login_at, email_confirmed_at)
where last_login_at is not null or password_changed_at is not null or (is_owner and email_confirmed_at is not null);
