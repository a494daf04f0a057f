import type Stripe from 'stripe';
import { endpoint, listEndpoint, mergeMetadata } from '../endpoint.ts';
import { invalidRequest } from '../errors.ts';
import { newId } from '../ids.ts';
import { clearable, flag, list, metadata, needed, oneOf, text } from '../parameters.ts';
import { ALL } from '../storage/select.ts';
import type { Work } from '../storage/work.ts';
import { API_VERSION } from '../version.ts';

/** Internal data of an endpoint. */
export interface EndpointMemory {
  /** The signing secret, which only the creation shows. */
  secret: string;
  /** True for an endpoint from the start options. */
  isOption?: boolean;
}

/** An endpoint in the start options. */
export interface OptionEndpoint {
  url: string;
  secret: string;
  /** Default: every type. */
  enabledEvents?: string[];
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

/**
 * Creates or updates the endpoints of the start options and removes those of an earlier start that are missing.
 * Endpoints that the API created stay, also when an option has their URL.
 */
export async function syncOptionEndpoints(work: Work, given: readonly OptionEndpoint[]): Promise<void> {
  const known = await work.list('webhook_endpoint', { limit: ALL });
  const wanted = new Set(given.map(({ url }) => url));
  for (const { id, url } of known) {
    if (work.internal<EndpointMemory>(id).isOption && !wanted.has(url)) work.remove(id);
  }
  for (const { url, secret, enabledEvents = ['*'] } of given) {
    const same = known.find((one) => one.url === url);
    if (same === undefined) {
      work.add('webhook_endpoint', build(work, { url, enabledEvents }), {
        secret,
        isOption: true,
      } satisfies EndpointMemory);
    } else {
      same.enabled_events = enabledEvents;
      same.status = 'enabled';
      work.internal<EndpointMemory>(same.id).secret = secret;
    }
  }
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

  endpoint('DELETE /v1/webhook_endpoints/:endpoint', {}, async ({ work, ids }) => {
    const known = await work.get('webhook_endpoint', ids.endpoint ?? '');
    work.remove(known.id);
    return { id: known.id, object: 'webhook_endpoint', deleted: true };
  }),

  listEndpoint('/v1/webhook_endpoints', 'webhook_endpoint', {}, () => ({})),
];
