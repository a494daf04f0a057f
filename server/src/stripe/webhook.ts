import type { FastifyInstance } from 'fastify';
import type Stripe from 'stripe';
import { z } from 'zod';
import type { Database } from '../db/database.ts';
import type { JobDefinition } from '../jobs/queue.ts';
import type { StripeClient } from './client.ts';
import { eventQueries, refreshAttempts, refreshJobName } from './events.queries.ts';
import { toKeptEvent } from './events.ts';
import type { Mirror } from './mirror.ts';
import { describeError, isUnreadable } from './mirror-errors.ts';
import { isMirrored } from './mirror-rows.ts';

/** Where Stripe sends its events. Not part of the contract: it is Stripe's, takes raw bytes and proves itself by its signature. */
export const webhookPath = '/stripe/webhook';

/** Seconds by which a signature may be old. */
const tolerance = 300;

const payload = z.object({ type: z.string(), id: z.string() });

/**
 * Reads the object that events spoke of. Events are hints only: the object is read afresh, so that duplicates, reordering and replays end in the
 * same state, and one reading serves all events that were here when it began. What can never be read, or not within three days, leaves dead
 * events: kept with their error until somebody retries them.
 */
export function refreshJob(database: Database, mirror: Mirror): JobDefinition<z.infer<typeof payload>> {
  return {
    name: refreshJobName,
    maxAttempts: refreshAttempts,
    run: async (input, { isLast }) => {
      const { type, id } = payload.parse(input);
      const waiting = await eventQueries.listWaiting(database.query, id);
      if (waiting.length === 0 || !isMirrored(type)) return;
      try {
        await mirror.refresh(type, id);
      } catch (error) {
        const isHopeless = isUnreadable(error);
        await eventQueries.markFailed(database.query, waiting, describeError(error), isLast || isHopeless);
        if (isHopeless) return;
        throw error;
      }
      await eventQueries.markApplied(database.query, waiting);
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
      await eventQueries.receive(database.query, [toKeptEvent(event)], 'webhook');
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
