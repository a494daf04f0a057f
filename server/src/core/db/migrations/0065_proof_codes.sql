-- A device without a network proves by a code that it gave its activation up.
alter table offline_requests
  -- What the code calls the activation: the first 20 bits of a hash of its key, in four characters. Null for a deactivation.
  add column activation_name text;

-- The key is in the activation file, whose payload is JSON in base64url.
with keyed as (
  select
    id,
    sha256(convert_to('portico-proof-code-v1.' || (convert_from(
      decode(rpad(translate(payload, '-_', '+/'), (length(payload) + 3) / 4 * 4, '='), 'base64'), 'UTF8'
    )::jsonb #>> '{activation,key}'), 'UTF8')) as hash
  from (select id, answer::jsonb ->> 'payload' as payload from offline_requests where kind = 'activation') as files
),
numbered as (
  select id, (get_byte(hash, 0) << 12) | (get_byte(hash, 1) << 4) | (get_byte(hash, 2) >> 4) as bits from keyed
)
update offline_requests
set activation_name = (
  select string_agg(substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', ((bits >> shift) & 31) + 1, 1), '' order by shift desc)
  from (values (15), (10), (5), (0)) as shifts (shift)
)
from numbered
where numbered.id = offline_requests.id;

create index offline_requests_activation_idx on offline_requests (license_id, activation_name)
  where activation_name is not null;
