import Stripe from 'stripe';
import { test } from 'vitest';
import type { SandboxOptions } from '../src/index.ts';
import { checkedFetch, useSandbox } from './sandbox.ts';

/**
 * The same tests against Stripe's own test mode: with `STRIPE_TEST_SECRET_KEY` set, vitest.config.ts runs the files that ask
 * for their client here, and no sandbox is started. `STRIPE_TEST_API_BASE` sends them to another server with Stripe's API.
 */
const key = process.env.STRIPE_TEST_SECRET_KEY ?? '';

/** True while the tests talk to Stripe. */
export const isAtStripe = key !== '';

/** A client of Stripe's test mode, or else of a new sandbox; each answer is held to the SDK's types either way. */
export async function useStripe(): Promise<Stripe> {
  return (await useServer()).stripe;
}

/**
 * Stripe's test mode, or else a new sandbox: a client of it, and its address and secret key for calls by plain HTTP. `here` is
 * the sandbox with its database, for tests that are left out at Stripe.
 */
export async function useServer(options: Partial<SandboxOptions> = {}) {
  if (!isAtStripe) {
    const made = await useSandbox(options);
    return { stripe: made.stripe, url: made.sandbox.url, key: 'sk_test_sandbox', here: () => made };
  }
  if (!/^(sk|rk)_test_/.test(key)) throw new Error('STRIPE_TEST_SECRET_KEY has to be a key of the test mode');
  const base = new URL(process.env.STRIPE_TEST_API_BASE ?? 'https://api.stripe.com');
  const isPlain = base.protocol === 'http:';
  const stripe = new Stripe(key, {
    host: base.hostname,
    port: base.port === '' ? (isPlain ? 80 : 443) : base.port,
    protocol: isPlain ? 'http' : 'https',
    maxNetworkRetries: 3,
    telemetry: false,
    httpClient: checkedFetch,
  });
  const here = (): Awaited<ReturnType<typeof useSandbox>> => {
    throw new Error('There is no sandbox while the tests talk to Stripe');
  };
  return { stripe, url: base.origin, key, here };
}

/** A test that says nothing about Stripe's own test mode, for this reason, and is left out there. */
export function onlyHere(reason: string) {
  const shown = (name: string) => (isAtStripe ? `${name} (only here: ${reason})` : name);
  const one = (name: string, run: () => Promise<void>) => test.skipIf(isAtStripe)(shown(name), run);
  const each =
    <T extends unknown[]>(rows: T[]) =>
    (name: string, run: (...row: T) => Promise<void>) =>
      test.skipIf(isAtStripe).each(rows)(shown(name), (...row) => run(...(row as unknown as T)));
  return Object.assign(one, { each });
}
