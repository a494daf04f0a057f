import type { PoolClient } from 'pg';
import type Stripe from 'stripe';

/** A connection of the pool, or the pool itself for a single statement. */
export type Connection = Pick<PoolClient, 'query'>;

/** Endpoints in the current transaction. The write lock keeps others from changing them. */
const endpoints = new WeakMap<Connection, Promise<Stripe.WebhookEndpoint[]>>();

/** Acquires the database-wide write lock, which is released at the end of the transaction. */
export async function lockForWriting(connection: Connection): Promise<void> {
  forgetEndpoints(connection);
  await connection.query(`select pg_advisory_xact_lock(hashtext('stripe_sandbox.write'))`);
}

/** The endpoints that receive events, read once per transaction under the write lock. */
export function listReceivingEndpoints(connection: Connection): Promise<Stripe.WebhookEndpoint[]> {
  let known = endpoints.get(connection);
  if (known === undefined) {
    known = connection
      .query({
        name: 'webhook endpoints',
        text: `select data from objects where type = 'webhook_endpoint' and not deleted and data ->> 'status' = 'enabled'`,
      })
      .then(({ rows }) => rows.map((row) => row.data));
    known.catch(() => {});
    endpoints.set(connection, known);
  }
  return known;
}

/** Must be called when a transaction begins and after a change of an endpoint. */
export function forgetEndpoints(connection: Connection): void {
  endpoints.delete(connection);
}
