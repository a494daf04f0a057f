import type { FastifyInstance, FastifyRequest } from 'fastify';
import { authenticate, type Keys } from './authenticate.ts';
import { registerClockControl } from './control-clocks.ts';
import type { ControlContext, DeclareControl } from './control-context.ts';
import { registerEventControl } from './control-events.ts';
import { registerFaultControl } from './control-faults.ts';
import { registerObjectControl } from './control-objects.ts';
import { ApiError } from './errors.ts';
import { inTransaction } from './storage/transaction.ts';

/** Registers the calls under `/_sandbox`, which Stripe does not have: inspection, clocks, faults, and reset. */
export function registerControl(server: FastifyInstance, context: ControlContext): void {
  server.get('/_sandbox/health', () => ({ ok: true, instance: context.instanceId }));

  const declare: DeclareControl = (method, path, run) => {
    server.route({
      method,
      url: `/_sandbox/${path}`,
      handler: (request) => {
        needSecret(context.keys, request);
        const given = (method === 'GET' ? request.query : (request.body ?? {})) as Record<string, unknown>;
        return run({ id: (request.params as { id?: string }).id ?? '', given });
      },
    });
  };
  registerObjectControl(declare, context);
  registerEventControl(declare, context);
  registerClockControl(declare, context);
  registerFaultControl(declare, context);

  // The write lock ensures that no running call writes after the reset.
  declare('POST', 'reset', async () => {
    await inTransaction(context.database, context.site, ({ connection }) =>
      connection.query(
        `with gone as (delete from objects where type <> 'webhook_endpoint'), keys as (delete from idempotency_keys), faults as (delete from faults)
         delete from deliveries`,
      ),
    );
    return { ok: true };
  });
}

function needSecret(keys: Keys, request: FastifyRequest): void {
  if (!authenticate(keys, { headers: request.headers, body: undefined }).isBrowser) return;
  throw new ApiError(401, { type: 'invalid_request_error', message: 'This call needs the secret key.' });
}
