-- When the user's sessions were ended together last; null for never. A sign-in that was under way then opens no session: it saw the password, the
-- second factors and the remembered browsers of before.
alter table users add column sessions_ended_at timestamptz;
