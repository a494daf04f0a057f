import type Stripe from 'stripe';

export interface StripeConnection {
  readonly secretKey: string;
  /** Protocol, host and port of Stripe's API; undefined for Stripe's own. */
  readonly apiBase: string | undefined;
}

/** The SDK, loaded at the first call that needs it: it is large, and most requests need none of it. */
export type StripeClient = () => Promise<Stripe>;

/** The one place that makes a client: 10 s for an answer, two repeats with the same idempotency key, no telemetry. */
export function createStripeClient(connection: StripeConnection): StripeClient {
  let client: Promise<Stripe> | undefined;
  return () => {
    client ??= load(connection);
    return client;
  };
}

async function load({ secretKey, apiBase }: StripeConnection): Promise<Stripe> {
  const { default: StripeSdk } = await import('stripe');
  const base = apiBase === undefined ? undefined : new URL(apiBase);
  return new StripeSdk(secretKey, {
    apiVersion: '2026-10-28.endive',
    timeout: 10_000,
    maxNetworkRetries: 2,
    telemetry: false,
    ...(base && {
      protocol: base.protocol === 'http:' ? 'http' : 'https',
      host: base.hostname,
      port: base.port || (base.protocol === 'http:' ? 80 : 443),
    }),
  });
}
