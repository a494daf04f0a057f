import type Stripe from 'stripe';
import { endpoint, listEndpoint, mergeMetadata } from '../endpoint.ts';
import { invalidRequest } from '../errors.ts';
import { newId } from '../ids.ts';
import { clearable, flag, list, metadata, needed, oneOf, text } from '../parameters.ts';
import type { Work } from '../storage/work.ts';
import { API_VERSION } from '../version.ts';

/** The secret that signs deliveries: shown once, at creation. */
export interface EndpointMemory {
  secret: string;
}

function refuseBadUrl(url: string): void {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    throw invalidRequest('Invalid URL: An explicit scheme (such as https) must be provided.', {
      param: 'url',
      code: 'url_invalid',
    });
  }
}

function build(
  work: Work,
  given: { url: string; enabledEvents: string[]; description?: string | null; metadata?: Record<string, string> },
): Stripe.WebhookEndpoint {
  return {
    id: newId('we'),
    object: 'webhook_endpoint',
    api_version: API_VERSION,
    application: null,
    created: work.now,
    description: given.description ?? null,
    enabled_events: given.enabledEvents,
    livemode: false,
    metadata: given.metadata ?? {},
    status: 'enabled',
    url: given.url,
  };
}

/** Makes the endpoint with this URL be there and use this secret, whether or not it was known. */
export async function upsertEndpoint(
  work: Work,
  given: { url: string; secret: string; enabledEvents?: string[] },
): Promise<void> {
  const enabledEvents = given.enabledEvents ?? ['*'];
  const [known] = await work.list('webhook_endpoint', { match: { url: given.url }, limit: 1 });
  if (known === undefined) {
    work.add('webhook_endpoint', build(work, { url: given.url, enabledEvents }), {
      secret: given.secret,
    } satisfies EndpointMemory);
    return;
  }
  known.enabled_events = enabledEvents;
  known.status = 'enabled';
  work.internal<EndpointMemory>(known.id).secret = given.secret;
}

export const webhookEndpointEndpoints = [
  endpoint(
    'POST /v1/webhook_endpoints',
    {
      api_version: oneOf(API_VERSION),
      connect: flag(),
      description: clearable(text()),
      enabled_events: needed(list(text())),
      metadata: metadata(),
      url: needed(text()),
    },
    async ({ work, parameters }) => {
      refuseBadUrl(parameters.url);
      const secret = newId('whsec', 32);
      const created = work.add(
        'webhook_endpoint',
        build(work, {
          url: parameters.url,
          enabledEvents: parameters.enabled_events,
          description: parameters.description ?? null,
          metadata: mergeMetadata({}, parameters.metadata),
        }),
        { secret } satisfies EndpointMemory,
      );
      return { ...created, secret };
    },
  ),

  endpoint('GET /v1/webhook_endpoints/:endpoint', {}, async ({ work, ids }) =>
    work.get('webhook_endpoint', ids.endpoint ?? ''),
  ),

  endpoint(
    'POST /v1/webhook_endpoints/:endpoint',
    {
      description: clearable(text()),
      disabled: flag(),
      enabled_events: list(text()),
      metadata: metadata(),
      url: text(),
    },
    async ({ work, ids, parameters }) => {
      const known = await work.get('webhook_endpoint', ids.endpoint ?? '');
      if (parameters.url !== undefined) {
        refuseBadUrl(parameters.url);
        known.url = parameters.url;
      }
      if (parameters.description !== undefined) known.description = parameters.description;
      if (parameters.disabled !== undefined) known.status = parameters.disabled ? 'disabled' : 'enabled';
      if (parameters.enabled_events !== undefined) known.enabled_events = parameters.enabled_events;
      known.metadata = mergeMetadata(known.metadata, parameters.metadata);
      return known;
    },
  ),

  endpoint('DELETE /v1/webhook_endpoints/:endpoint', {}, async ({ work, ids }) => {
    const known = await work.get('webhook_endpoint', ids.endpoint ?? '');
    work.remove(known.id);
    return { id: known.id, object: 'webhook_endpoint', deleted: true };
  }),

  listEndpoint('/v1/webhook_endpoints', 'webhook_endpoint', {}, () => ({})),
];
