import type { FastifyInstance } from 'fastify';
import type Stripe from 'stripe';
import { z } from 'zod';
import type { Database } from '../../db/database.ts';
import { dropJobs } from '../../jobs/queue.queries.ts';
import type { JobDefinition } from '../../jobs/queue.ts';
import type { StripeClient } from '../client.ts';
import { describeError, isUnreadable } from '../errors.ts';
import { type Mirror, OvertakenError } from '../mirror/mirror.ts';
import { isMirrored } from '../mirror/rows.ts';
import { eventQueries, refreshAttempts, refreshJobName } from './events.queries.ts';
import { toKeptEvent } from './events.ts';

/** Where Stripe sends its events. Not part of the contract: it is Stripe's, takes raw bytes and proves itself by its signature. */
export const webhookPath = '/stripe/webhook';

/** Seconds by which a signature may be old, or ahead of this machine's clock. */
const tolerance = 300;

const payload = z.object({ type: z.string(), id: z.string() });

/** Objects that one job reads. */
const objectsAJob = 50;

/**
 * Reads the object that events spoke of. Events are hints only: the object is read afresh, so that duplicates, reordering and replays end in the
 * same state, and one reading serves all events that were here when it began. Objects whose jobs wait behind this one are read along with it, and
 * written in one transaction; what fails of them is left to their own jobs. What can never be read, or not within three days, leaves dead events:
 * kept with their error until somebody retries them.
 */
export function refreshJob(database: Database, mirror: Mirror): JobDefinition<z.infer<typeof payload>> {
  return {
    name: refreshJobName,
    maxAttempts: refreshAttempts,
    run: async (input, { isLast }) => {
      const { type, id } = payload.parse(input);
      if (!isMirrored(type)) return;
      const jobs = await eventQueries.listJobsBehind(database.query, type, id, objectsAJob - 1);
      const behind = new Map(jobs.map((job) => [payload.parse(job.payload).id, job]));
      behind.delete(id);
      const waiting = await eventQueries.listWaiting(database.query, [id, ...behind.keys()]);
      const own = waiting.get(id);
      if (!own) return;
      const others = [...behind.keys()].filter((other) => waiting.has(other));
      try {
        const refreshed = await mirror.refresh(type, id, others);
        const done = [...behind].filter(([other]) => refreshed.has(other));
        await eventQueries.markApplied(database.query, [
          ...own,
          ...done.flatMap(([other]) => waiting.get(other) ?? []),
        ]);
        await dropJobs(
          database.query,
          done.map(([, job]) => job),
        );
      } catch (error) {
        const isHopeless = isUnreadable(error);
        // One that no reading could be stored for is dead at once, so that somebody sees it; its job tries again all the same.
        const isDead = isLast || isHopeless || error instanceof OvertakenError;
        await eventQueries.markFailed(database.query, own, describeError(error), isDead);
        if (isHopeless) return;
        throw error;
      }
    },
  };
}

export interface WebhookOptions {
  readonly database: Database;
  readonly client: StripeClient;
  /** An empty one closes the endpoint. */
  readonly secret: string;
  /** Whether the portal's key is a live one: events of the other mode tell of other objects. */
  readonly livemode: boolean;
}

/**
 * Takes events: verified, kept once, answered at once, applied by a job. What is unsigned, wrongly signed, over 300 seconds old or ahead, of the other
 * mode, of a connected account or not as Stripe describes events is a 400 that changes nothing.
 */
export async function registerWebhook(app: FastifyInstance, options: WebhookOptions): Promise<void> {
  const { database, client, secret, livemode } = options;
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: 1024 * 1024 }, (_request, body, done) =>
      done(null, body),
    );
    scope.post(webhookPath, { schema: { hide: true } as object, logLevel: 'warn' }, async (request, reply) => {
      const event = await verify(client, request.body, request.headers['stripe-signature'], secret);
      if (!event) return reply.code(400).send({ error: 'The signature does not fit.' });
      const kept = toKeptEvent(event);
      const error = kept.error ?? whyNotOurs(event, livemode);
      if (error !== null) {
        // It is signed: somebody who looks after the portal has set something wrong, or Stripe has changed.
        scope.log.warn({ reqId: request.id, event: kept.id, error }, 'an event of the webhook was refused');
        return reply.code(400).send({ error });
      }
      await eventQueries.receive(database.query, [kept], 'webhook');
      return reply.code(200).send({ received: true });
    });
  });
}

function whyNotOurs(event: Stripe.Event, livemode: boolean): string | null {
  if (event.livemode !== livemode) return `This portal takes events of ${livemode ? 'live' : 'test'} mode.`;
  return event.account ? 'This portal takes events of its own account, not of connected ones.' : null;
}

async function verify(
  client: StripeClient,
  body: unknown,
  signature: string | string[] | undefined,
  secret: string,
): Promise<Stripe.Event | undefined> {
  if (!secret || !Buffer.isBuffer(body) || typeof signature !== 'string' || !isOfNow(signature)) return undefined;
  const stripe = await client();
  try {
    const event = stripe.webhooks.constructEvent(body, signature, secret, tolerance);
    // Other kinds of notifications carry no object.
    return event.data?.object ? event : undefined;
  } catch {
    return undefined;
  }
}

/** The SDK refuses what is old and takes what is ahead, which could be sent again for as long. */
function isOfNow(signature: string): boolean {
  const times = signature.split(',').filter((part) => part.startsWith('t='));
  const now = Math.floor(Date.now() / 1000);
  return times.every((time) => Math.abs(now - Number(time.slice(2))) <= tolerance);
}
