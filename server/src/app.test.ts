import { pino } from 'pino';
import { expect, test } from 'vitest';
import { Browser } from '../test/browser.ts';
import { closeAfterTests } from '../test/clean-up.ts';
import { createTestDatabase } from '../test/database.ts';
import { testSecret } from '../test/full-portal.ts';
import { writeTestDist } from '../test/web-dist.ts';
import { createApp } from './app.ts';
import { readConfig } from './core/config.ts';
import { createStripeClient } from './core/stripe/index.ts';

test.each([
  ['Stripe', undefined, 'https://js.stripe.com/endive/stripe.js'],
  ['the sandbox', 'http://127.0.0.1:9', '/stripe-sandbox/stripe.js'],
])('pages load the card script from %s, and their policy allows it', async (_, sandboxUrl, scriptUrl) => {
  const database = await createTestDatabase();
  const { http } = await createApp({
    config: readConfig({ DATABASE_URL: database.url, APP_SECRET: testSecret, LOG_LEVEL: 'silent' }),
    database,
    logger: pino({ level: 'silent' }),
    stripe: {
      client: createStripeClient({ secretKey: 'sk_test_app', apiBase: sandboxUrl }),
      publishableKey: 'pk_test_app',
      webhookSecret: '',
      sandboxUrl,
    },
    publicUrl: 'http://localhost:1',
    queueIsRunning: () => false,
    dist: writeTestDist(),
  });
  closeAfterTests(() => http.close());
  const { preloaded, response } = await new Browser(http).open('/login');
  expect(preloaded.stripe).toEqual({ publishableKey: 'pk_test_app', scriptUrl });
  const scripts = /script-src ([^;]*)/.exec(String(response.headers['content-security-policy']))?.[1]?.split(' ') ?? [];
  expect(scripts).toContain(sandboxUrl ? "'self'" : 'https://js.stripe.com');
});
