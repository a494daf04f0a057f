import Stripe from 'stripe';
import { test } from 'vitest';
import type { SandboxOptions } from '../src/index.ts';
import { checkedFetch, useSandbox } from './sandbox.ts';

/**
 * Runs the same tests against Stripe's test mode when `STRIPE_TEST_SECRET_KEY` is set: no sandbox starts then.
 * `STRIPE_TEST_API_BASE` selects another server with Stripe's API.
 */
const key = process.env.STRIPE_TEST_SECRET_KEY ?? '';

/** True while the tests call Stripe. */
export const isAtStripe = key !== '';

/** A client of Stripe's test mode or of a new sandbox. Each answer is checked against the SDK's types. */
export async function useStripe(): Promise<Stripe> {
  return (await useServer()).stripe;
}

/**
 * Stripe's test mode or a new sandbox: a client, its address and its secret key. `here` is the sandbox with its
 * database, for tests that do not run at Stripe.
 */
export async function useServer(options: Partial<SandboxOptions> = {}) {
  if (!isAtStripe) {
    const made = await useSandbox(options);
    return { stripe: made.stripe, url: made.sandbox.url, key: 'sk_test_sandbox', here: () => made };
  }
  if (!/^(sk|rk)_test_/.test(key)) throw new Error('STRIPE_TEST_SECRET_KEY must be a test-mode key');
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
    throw new Error('No sandbox runs while the tests call Stripe');
  };
  return { stripe, url: base.origin, key, here };
}

/** A test that does not run against Stripe's test mode, with the reason. */
export function onlyHere(reason: string) {
  const shown = (name: string) => (isAtStripe ? `${name} (only here: ${reason})` : name);
  const one = (name: string, run: () => Promise<void>) => test.skipIf(isAtStripe)(shown(name), run);
  const each =
    <T extends unknown[]>(rows: T[]) =>
    (name: string, run: (...row: T) => Promise<void>) =>
      test.skipIf(isAtStripe).each(rows)(shown(name), (...row) => run(...(row as unknown as T)));
  return Object.assign(one, { each });
}
