import type Stripe from 'stripe';
import type { CallBounds, StripeCall, StripeRefusal } from './bounded-http-client.ts';

export interface StripeConnection {
  readonly secretKey: string;
  /** Protocol, host and port of Stripe's API; undefined for Stripe's own. */
  readonly apiBase: string | undefined;
  /** Maximum milliseconds to wait for a response; 10 s except in some tests. */
  readonly timeout?: number;
  readonly bounds?: Partial<CallBounds>;
  /** Called with each finished attempt of a call, for logging and counting. */
  readonly onCall?: (call: StripeCall) => void;
  /** Called once for each call that Stripe refused. */
  readonly onRefusal?: (refusal: StripeRefusal) => void;
}

/** The SDK, loaded at the first call that needs it. It is large, and most requests do not need it (STR-1). */
export type StripeClient = () => Promise<Stripe>;

/** The API version of the types used here; the SDK's own. */
const apiVersion = '2026-10-28.endive';

/** The only host to which live keys may be sent. */
export const stripeOrigin = 'https://api.stripe.com';

/** Whether a key moves real money: `sk_live_…`, `rk_live_…`. */
export function isLiveKey(key: string): boolean {
  return /^(?:sk|rk)_live_/.test(key);
}

/**
 * Whether `key` may be sent to `apiBase`. A live key is only sent to Stripe, so that a mistake in the settings never
 * reveals it (STR-2).
 */
function mayBeSentTo(key: string, apiBase: string | undefined): boolean {
  return apiBase === undefined || !isLiveKey(key) || new URL(apiBase).origin === stripeOrigin;
}

/**
 * The only place that creates a client: 10 s per response, limited concurrency, two retries if they are safe, no
 * telemetry.
 * @throws if a live key would be sent to a host other than Stripe's.
 */
export function createStripeClient(connection: StripeConnection): StripeClient {
  if (!mayBeSentTo(connection.secretKey, connection.apiBase)) {
    throw new Error('A live Stripe key is only sent to Stripe: unset STRIPE_API_BASE.');
  }
  let client: Promise<Stripe> | undefined;
  return () => {
    client ??= load(connection).catch((error: unknown) => {
      client = undefined;
      throw error;
    });
    return client;
  };
}

async function load({
  secretKey,
  apiBase,
  timeout = 10_000,
  bounds,
  onCall,
  onRefusal,
}: StripeConnection): Promise<Stripe> {
  const [{ default: StripeSdk }, { boundedHttpClient }] = await Promise.all([
    import('stripe'),
    import('./bounded-http-client.ts'),
  ]);
  const base = apiBase === undefined ? undefined : new URL(apiBase);
  return new StripeSdk(secretKey, {
    apiVersion,
    timeout,
    maxNetworkRetries: 2,
    telemetry: false,
    httpClient: boundedHttpClient(StripeSdk.createNodeHttpClient(), bounds, onCall, onRefusal),
    ...(base && {
      protocol: base.protocol === 'http:' ? 'http' : 'https',
      host: base.hostname,
      port: base.port || (base.protocol === 'http:' ? 80 : 443),
    }),
  });
}
