import type { FastifyInstance } from 'fastify';
import type Stripe from 'stripe';
import type { Database } from '../../db/database.ts';
import type { StripeClient } from '../client.ts';
import { toStoredEvent } from './events.ts';
import { createEventIntake, storeEvent } from './intake.ts';

/** Where Stripe sends its events (CSRF-6). Not part of the contract: it is Stripe's, takes raw bytes and proves itself by its signature. */
export const webhookPath = '/stripe/webhook';

/** Seconds that a signature may be old, or ahead of the local clock. */
const tolerance = 300;

export interface WebhookOptions {
  readonly database: Database;
  readonly client: StripeClient;
  /** An empty one closes the endpoint. */
  readonly secret: string;
  /** Whether the portal's key is a live one. Events of the other mode are about other objects. */
  readonly livemode: boolean;
}

/**
 * Receives events: verifies, stores and answers them. A job applies them later.
 * An event is refused with 400 and changes nothing when its signature is missing, wrong, or 300 seconds off (MIR-5). So is an event of the other mode, of a
 * connected account, or in an unknown form.
 */
export async function registerWebhook(app: FastifyInstance, options: WebhookOptions): Promise<void> {
  const { database, client, secret, livemode } = options;
  const intake = createEventIntake(database);
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: 1024 * 1024 }, (_request, body, done) =>
      done(null, body),
    );
    const options = {
      schema: { hide: true } as object,
      logLevel: 'warn',
      // Stripe sends a refused event again only hours later. Without its signature an event causes no query.
      config: { admission: 'reserved' },
    } as const;
    scope.post(webhookPath, options, async (request, reply) => {
      const event = await verify(client, request.body, request.headers['stripe-signature'], secret);
      if (!event) return reply.code(400).send({ error: 'The signature does not fit.' });
      const kept = toStoredEvent(event);
      const error = kept.error ?? rejectionOf(event, livemode);
      if (error !== null) {
        // The signature is valid: either the webhook is configured wrongly, or Stripe has changed.
        scope.log.warn({ reqId: request.id, event: kept.id, error }, 'an event of the webhook was refused');
        return reply.code(400).send({ error });
      }
      await storeEvent(intake, kept);
      return reply.code(200).send({ received: true });
    });
  });
}

function rejectionOf(event: Stripe.Event, livemode: boolean): string | null {
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
    // Other kinds of notifications contain no object.
    return event.data?.object ? event : undefined;
  } catch {
    return undefined;
  }
}

/** The SDK refuses only old signatures. One from the future could be replayed for longer. */
function isOfNow(signature: string): boolean {
  const times = signature.split(',').filter((part) => part.startsWith('t='));
  const now = Math.floor(Date.now() / 1000);
  return times.every((time) => Math.abs(now - Number(time.slice(2))) <= tolerance);
}
