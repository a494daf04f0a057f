-- Whether a provider left mapped claims out, so that role and products stayed as they were.
alter table sso_sign_ins add column groups_left_out boolean not null default false;
