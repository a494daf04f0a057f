-- Operators are few among many users: found without reading all.
create index users_operator_idx on users (account_id) where is_operator;
