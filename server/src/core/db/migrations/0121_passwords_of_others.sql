-- Whether somebody else knows a user's password, because an admin chose it. It is unknown for earlier passwords.
alter table users add column is_password_of_other boolean not null default false;
