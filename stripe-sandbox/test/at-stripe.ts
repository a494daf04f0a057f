import Stripe from 'stripe';
import { test } from 'vitest';
import { checkedFetch, useSandbox } from './sandbox.ts';

/**
 * The same tests against Stripe's own test mode: with `STRIPE_TEST_SECRET_KEY` set, vitest.config.ts runs the files that ask
 * for their client here, and no sandbox is started. `STRIPE_TEST_API_BASE` sends them to another server with Stripe's API.
 */
const key = process.env.STRIPE_TEST_SECRET_KEY;

/** True while the tests talk to Stripe. */
export const isAtStripe = key !== undefined && key !== '';

/** A client of Stripe's test mode, or else of a new sandbox; each answer is held to the SDK's types either way. */
export async function useStripe(): Promise<Stripe> {
  if (key === undefined || key === '') return (await useSandbox()).stripe;
  if (!/^(sk|rk)_test_/.test(key)) throw new Error('STRIPE_TEST_SECRET_KEY has to be a key of the test mode');
  const base = new URL(process.env.STRIPE_TEST_API_BASE ?? 'https://api.stripe.com');
  const isPlain = base.protocol === 'http:';
  return new Stripe(key, {
    host: base.hostname,
    port: base.port === '' ? (isPlain ? 80 : 443) : base.port,
    protocol: isPlain ? 'http' : 'https',
    maxNetworkRetries: 3,
    telemetry: false,
    httpClient: checkedFetch,
  });
}

/** A test that says nothing about Stripe's own test mode, for this reason, and is left out there. */
export function onlyHere(reason: string) {
  return (name: string, run: () => Promise<void>) =>
    test.skipIf(isAtStripe)(isAtStripe ? `${name} (only here: ${reason})` : name, run);
}
