import type { FastifyInstance } from 'fastify';
import type Stripe from 'stripe';
import { z } from 'zod';
import type { Database } from '../db/database.ts';
import { enqueue, type JobDefinition } from '../jobs/queue.ts';
import type { StripeClient } from './client.ts';
import { eventQueries, subjectOf } from './events.queries.ts';
import { isMirrored } from './mirror.queries.ts';
import type { Mirror } from './mirror.ts';

/** Where Stripe sends its events. Not part of the contract: it is Stripe's, takes raw bytes and proves itself by its signature. */
export const webhookPath = '/stripe/webhook';

/** Seconds by which a signature may be old. */
const tolerance = 300;

const payload = z.object({ type: z.string(), id: z.string() });

/**
 * Reads the object that events spoke of. Events are hints only: the object is read afresh, so that duplicates, reordering and replays end in the same state.
 */
export function refreshJob(database: Database, mirror: Mirror): JobDefinition<z.infer<typeof payload>> {
  return {
    name: 'stripe-refresh',
    maxAttempts: 20,
    run: async (input) => {
      const { type, id } = payload.parse(input);
      if (!isMirrored(type)) return;
      const from = new Date();
      await mirror.refresh(type, id);
      await eventQueries.markApplied(database.query, id, from);
    },
  };
}

/**
 * Takes events: verified, kept once, answered at once, applied by a job. An unsigned, wrongly signed or old one is a 400 that changes nothing.
 * An empty secret closes the endpoint.
 */
export async function registerWebhook(
  app: FastifyInstance,
  database: Database,
  client: StripeClient,
  secret: string,
): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: 1024 * 1024 }, (_request, body, done) =>
      done(null, body),
    );
    scope.post(webhookPath, { schema: { hide: true } as object, logLevel: 'warn' }, async (request, reply) => {
      const event = await verify(client, request.body, request.headers['stripe-signature'], secret);
      if (!event) return reply.code(400).send({ error: 'The signature does not fit.' });
      await receive(database, event);
      return reply.code(200).send({ received: true });
    });
  });
}

async function verify(
  client: StripeClient,
  body: unknown,
  signature: string | string[] | undefined,
  secret: string,
): Promise<Stripe.Event | undefined> {
  if (!secret || !Buffer.isBuffer(body) || typeof signature !== 'string') return undefined;
  try {
    const event = (await client()).webhooks.constructEvent(body, signature, secret, tolerance);
    // Other kinds of notifications carry no object.
    return event.data?.object ? event : undefined;
  } catch {
    return undefined;
  }
}

async function receive(database: Database, event: Stripe.Event): Promise<void> {
  const { objectType, objectId } = subjectOf(event);
  await database.transaction(async (transaction) => {
    if (!(await eventQueries.insert(transaction, event))) return;
    if (!objectId || !isMirrored(objectType)) return eventQueries.markOneApplied(transaction, event.id);
    // One waiting job an object, however many events speak of it.
    await enqueue(
      transaction,
      { name: 'stripe-refresh', maxAttempts: 20 },
      { type: objectType, id: objectId },
      { key: `stripe-refresh-${objectId}` },
    );
  });
}
