import type { FastifyInstance } from 'fastify';
import type Stripe from 'stripe';
import type { Database } from '../../db/database.ts';
import { createMinuteLog } from '../../minute-log.ts';
import type { StripeClient } from '../client.ts';
import { eventCursorQueries } from './cursor.queries.ts';
import { toStoredEvent } from './events.ts';
import { createEventIntake, storeEvent } from './intake.ts';

/**
 * The address for Stripe's events (CSRF-6). Not in the contract, because it takes raw bytes and is authenticated by
 * Stripe's signature.
 */
export const webhookPath = '/stripe/webhook';

/** Seconds by which a signature's time may differ from the local clock. */
const tolerance = 300;
/** The SDK's tolerance that accepts every time, because `isOfNow` checks it. */
const anyTime = 0;

export interface WebhookOptions {
  readonly database: Database;
  readonly client: StripeClient;
  /** An empty secret disables the endpoint. */
  readonly secret: string;
  /** Whether the portal's key is a live key. Events of the other mode are about other objects. */
  readonly livemode: boolean;
}

/**
 * Verifies, stores and answers events; a job applies them later. An event gets a 400 if its signature is missing,
 * wrong, or more than 300 seconds off (MIR-5), or if it is malformed, or of the other mode or a connected account.
 * A wrong or old signature is logged and recorded at most once a minute, because anybody can send one (MIR-18).
 */
export async function registerWebhook(app: FastifyInstance, options: WebhookOptions): Promise<void> {
  const { database, client, secret, livemode } = options;
  const intake = createEventIntake(database);
  const reportRefusal = createMinuteLog<'wrongSignature' | 'oldSignature'>((count, reason) => {
    app.log.warn({ reason, count, advice: advice[reason] }, 'events of the webhook were refused');
    eventCursorQueries
      .recordRefusal(database.query, reason)
      .catch((err) => app.log.warn({ err }, 'a refusal was not recorded'));
  });
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
      if (typeof event === 'string') {
        if (event !== 'invalid') reportRefusal(event);
        return reply.code(400).send({ error: 'The signature does not fit.' });
      }
      const kept = toStoredEvent(event);
      const error = kept.error ?? findRejection(event, livemode);
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

function findRejection(event: Stripe.Event, livemode: boolean): string | null {
  if (event.livemode !== livemode) return `This portal takes events of ${livemode ? 'live' : 'test'} mode.`;
  return event.account ? 'This portal takes events of its own account, not of connected ones.' : null;
}

const advice = {
  wrongSignature: "Is STRIPE_WEBHOOK_SECRET the secret of this portal's endpoint at Stripe?",
  oldSignature: 'Is the clock of this server right?',
};

/** The event, or why it is refused: `invalid` means that it cannot be an event of Stripe. */
async function verify(
  client: StripeClient,
  body: unknown,
  signature: string | string[] | undefined,
  secret: string,
): Promise<Stripe.Event | 'wrongSignature' | 'oldSignature' | 'invalid'> {
  if (!secret || !Buffer.isBuffer(body) || typeof signature !== 'string') return 'invalid';
  const stripe = await client();
  try {
    const event = stripe.webhooks.constructEvent(body, signature, secret, anyTime);
    if (!isOfNow(signature)) return 'oldSignature';
    // Other kinds of notifications contain no object.
    return event.data?.object ? event : 'invalid';
  } catch (error) {
    return error instanceof stripe.errors.StripeSignatureVerificationError ? 'wrongSignature' : 'invalid';
  }
}

/** The SDK would refuse only old signatures. A future one could be replayed for longer. */
function isOfNow(signature: string): boolean {
  const times = signature.split(',').filter((part) => part.startsWith('t='));
  const now = Math.floor(Date.now() / 1000);
  return times.every((time) => Math.abs(now - Number(time.slice(2))) <= tolerance);
}
