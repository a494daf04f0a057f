import type Stripe from 'stripe';
import { webhookPath } from '../src/core/stripe/events/webhook.ts';
import { webhookEvents } from '../src/core/stripe/events/webhook-events.ts';
import { sandboxWebhookSecret } from '../src/core/stripe/sandbox-host.ts';
import { testSecret } from './full-portal.ts';
import type { TestMirror } from './mirror.ts';

/** The receiver of the webhooks. */
type WebhookReceiver = Pick<TestMirror, 'stripe'> & { readonly app: Pick<TestMirror['app'], 'http'> };

const wanted: ReadonlySet<string> = new Set(webhookEvents);

/** Holds Stripe's deliveries, so that a test can deliver them in any order, twice, late or never. */
export interface WebhookDeliveries {
  /** Returns the new events since the last call, the oldest first. */
  collect(): Promise<Stripe.Event[]>;
  deliver(events: readonly Stripe.Event[]): Promise<void>;
}

export function holdWebhookDeliveries(taker: WebhookReceiver): WebhookDeliveries {
  let last: string | undefined;
  return {
    async collect() {
      const collected: Stripe.Event[] = [];
      for (;;) {
        const page = await taker.stripe.events.list({ limit: 100, ...(last && { ending_before: last }) });
        collected.push(...page.data.toReversed());
        last = page.data[0]?.id ?? last;
        // Without a cursor the first page is the newest. Events from before the test do not matter.
        if (!page.has_more || page.data.length === 0) return collected.filter(({ type }) => wanted.has(type));
      }
    },
    async deliver(events) {
      for (let start = 0; start < events.length; start += 8) {
        await Promise.all(events.slice(start, start + 8).map((event) => deliverOne(taker, event)));
      }
    },
  };
}

async function deliverOne(taker: WebhookReceiver, event: Stripe.Event): Promise<void> {
  const payload = JSON.stringify(event);
  const response = await taker.app.http.inject({
    method: 'POST',
    url: webhookPath,
    payload,
    headers: {
      'content-type': 'application/json',
      'stripe-signature': taker.stripe.webhooks.generateTestHeaderString({
        payload,
        secret: sandboxWebhookSecret(testSecret),
      }),
    },
  });
  if (response.statusCode !== 200) throw new Error(`the webhook answered ${response.statusCode}`);
}
