-- The last event that the webhook refused for its signature, and why. A process writes it at most once a minute.
alter table stripe_event_cursor
  add column refused_at timestamptz,
  add column refusal text check (refusal in ('wrongSignature', 'oldSignature'));
