import type { FastifyInstance, FastifyRequest } from 'fastify';
import { authenticate, type Keys } from './authenticate.ts';
import { ApiError, noSuch } from './errors.ts';
import { integer, needed, oneOf, readTable, text } from './parameters.ts';
import type { Database } from './storage/database.ts';
import { addFault, FAULT_KINDS } from './storage/faults.ts';

interface Context {
  database: Database;
  keys: Keys;
  instanceId: string;
  /** Called when there is something to deliver. */
  onEvents(): void;
}

const faultTable = {
  delay: integer({ most: 60_000 }),
  kind: needed(oneOf(...FAULT_KINDS)),
  method: oneOf('DELETE', 'GET', 'POST'),
  prefix: text(200),
  status: integer({ least: 400, most: 599 }),
  times: integer({ least: 1, most: 1000 }),
};

/** Registers what Stripe does not have: health, faults on purpose, redelivery, and starting over. Needs the secret key. */
export function registerControl(server: FastifyInstance, context: Context): void {
  const { database } = context;
  const needSecret = (request: FastifyRequest) => {
    const caller = authenticate(context.keys, request.headers.authorization, undefined);
    if (caller.isBrowser)
      throw new ApiError(401, { type: 'invalid_request_error', message: 'The secret key is needed here.' });
  };
  const bodyOf = (request: FastifyRequest) => (request.body ?? {}) as Record<string, unknown>;

  server.get('/_sandbox/health', () => ({ ok: true, instance: context.instanceId }));

  server.post('/_sandbox/faults', async (request) => {
    needSecret(request);
    const given = readTable(faultTable, bodyOf(request));
    await addFault(database, {
      kind: given.kind,
      method: given.method ?? null,
      prefix: given.prefix ?? '',
      times: given.times ?? 1,
      status: given.status ?? 500,
      delay: given.delay ?? 1000,
    });
    return { ok: true };
  });

  server.delete('/_sandbox/faults', async (request) => {
    needSecret(request);
    await database.query('delete from faults');
    return { ok: true };
  });

  server.post('/_sandbox/redeliver', async (request) => {
    needSecret(request);
    const { event } = readTable({ event: needed(text()) }, bodyOf(request));
    const { rowCount } = await database.query(
      `insert into deliveries (event, endpoint)
       select event.id, endpoint.id from objects event, objects endpoint
       where event.id = $1 and event.type = 'event' and endpoint.type = 'webhook_endpoint'
         and not endpoint.deleted and endpoint.data ->> 'status' = 'enabled'
       on conflict (event, endpoint) do update set due_at = now(), delivered_at = null, attempts = 0`,
      [event],
    );
    if (rowCount === 0) throw noSuch('event', event, 'event');
    context.onEvents();
    return { ok: true, deliveries: rowCount };
  });

  server.post('/_sandbox/reset', async (request) => {
    needSecret(request);
    await database.query(
      `with gone as (delete from objects where type <> 'webhook_endpoint'), keys as (delete from idempotency_keys), faults as (delete from faults)
       delete from deliveries`,
    );
    return { ok: true };
  });
}
