import type { PoolClient } from 'pg';
import type Stripe from 'stripe';

/** What SQL is sent through: a connection of the pool, or the pool itself for a single statement. */
export type Connection = Pick<PoolClient, 'query'>;

/** Endpoints as they are for the rest of a transaction that holds the write lock: nobody else can change them. */
const endpoints = new WeakMap<Connection, Promise<Stripe.WebhookEndpoint[]>>();

/**
 * Takes the lock that lets changes happen one after another on the whole database, whichever process makes them; the end of
 * the transaction releases it.
 */
export async function lockForWriting(connection: Connection): Promise<void> {
  forgetEndpoints(connection);
  await connection.query(`select pg_advisory_xact_lock(hashtext('stripe_sandbox.write'))`);
}

/** The endpoints that hear of events, read once in a transaction that holds the write lock. */
export function webhookEndpointsOf(connection: Connection): Promise<Stripe.WebhookEndpoint[]> {
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

/** To be called when a transaction begins and whenever it has changed an endpoint. */
export function forgetEndpoints(connection: Connection): void {
  endpoints.delete(connection);
}
