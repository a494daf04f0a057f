import { defineConfig } from 'vitest/config';

/** With a key for Stripe's test mode, the tests of Stripe's behavior run there (test/at-stripe.ts). */
const isAtStripe = Boolean(process.env.STRIPE_TEST_SECRET_KEY);
const AT_STRIPE = [
  'src/engine/{histories.property,renewal}.test.ts',
  'src/{bad-input,calls}.test.ts',
  'src/present/includes.test.ts',
  'src/resources/{cards,catalog,coupons,credit-notes,customers,every-endpoint,invoices,lists,ownership,payment-intents,refunds,subscription-changes,subscriptions}.test.ts',
];

export default defineConfig({
  test: {
    name: 'stripe-sandbox',
    include: isAtStripe ? AT_STRIPE : ['src/**/*.test.ts'],
    globalSetup: isAtStripe ? [] : ['./test/postgres.ts'],
    maxWorkers: isAtStripe ? 1 : 4,
    // All files of a worker share one environment, so that the sandbox's modules are loaded once, not forty times.
    isolate: false,
    // For busy machines; a passing test normally takes far less.
    testTimeout: isAtStripe ? 300_000 : 180_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 50_000 } },
  },
});
