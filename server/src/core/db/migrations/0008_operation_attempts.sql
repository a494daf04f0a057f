-- By step of the operation: which attempt its idempotency key names, and when that key was first used, written before each call:
-- {"subscription": {"number": 1, "since": "2026-11-20T12:00:00.000Z"}}. An attempt whose key is spent (Stripe repeats a stored failure, or has
-- forgotten the key) is followed by a look at what happened, and only then by a next one.
alter table stripe_operations add column attempts jsonb not null default '{}';
-- Who asked for it, for the audit log; null where only the account and user are kept.
alter table stripe_operations add column actor jsonb;
-- One live change of a subject, whatever its kind: a subscription is not canceled while a purchase changes it.
drop index stripe_operations_one_live_key;
create unique index stripe_operations_one_live_key on stripe_operations (account_id, subject)
  where state in ('pending', 'requires_action');
