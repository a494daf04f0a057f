import { fileURLToPath } from 'node:url';
import { type Sandbox, startSandbox } from '@portico/stripe-sandbox';
import { type Logger, pino } from 'pino';
import type Stripe from 'stripe';
import { seedDemonstrationPeople } from '../src/accounts/index.ts';
import { type App, createApp } from '../src/app.ts';
import { applyCatalogFile } from '../src/catalog/index.ts';
import { type Config, readConfig } from '../src/core/config.ts';
import { prepareClosing } from '../src/core/http/closing.ts';
import { type Queue, startQueue } from '../src/core/jobs/queue.ts';
import { webhookPath } from '../src/core/stripe/events/webhook.ts';
import { webhookEvents } from '../src/core/stripe/events/webhook-events.ts';
import { createStripeClient } from '../src/core/stripe/index.ts';
import { sandboxKeys, sandboxWebhookSecret } from '../src/core/stripe/sandbox-host.ts';
import { Browser } from './browser.ts';
import { closeAfterTests } from './clean-up.ts';
import { createTestDatabase, fullTemplate, provideTemplate, type TestDatabase } from './database.ts';
import { ownPort } from './own-port.ts';
import { skipSecondFactorSetup } from './skip-second-factor-setup.ts';
import { writeTestDist } from './web-dist.ts';

/** The whole portal on its own database, with a sandbox, the demo's users and a catalog. */
export interface FullPortal {
  readonly app: App;
  readonly database: TestDatabase;
  readonly sandbox: Sandbox;
  /**
   * Calls the sandbox directly: as a customer's browser with the publishable key, or to inspect it without the portal.
   */
  readonly stripe: Stripe;
  signIn(userName: string): Promise<Browser>;
  /** Adds a card like the browser. @returns the payment method's id. */
  addCard(browser: Browser, testPaymentMethod?: string): Promise<string>;
}

export interface FullPortalOptions {
  /** With the sandbox page; otherwise as in production. */
  readonly mode?: 'demo';
  readonly catalog?: string;
  /** Whether it runs jobs and receives webhooks. */
  readonly queue?: boolean;
  /** The address at which the gateway reaches Stripe, such as a proxy with faults; the sandbox by default. */
  readonly apiBase?: (sandboxUrl: string) => Promise<string>;
  /** Milliseconds for a response of Stripe, if not the usual 10 s. */
  readonly timeout?: number;
  /** Further environment variables. */
  readonly environment?: Readonly<Record<string, string>>;
  /** A logger for tests that read the log. */
  readonly logger?: Logger;
  /** On loopback; a free one by default. */
  readonly port?: number;
  /** The captcha of the sign-up; none by default. */
  readonly captcha?: Config['captcha'];
  /** Milliseconds between an invoice's arrival and its mail, if not the usual 3 s. */
  readonly invoiceMailDelay?: number;
  /** The port of another process on the same database that receives the webhooks. */
  readonly webhookPort?: number;
}

/** The billing address of every account when a test begins. */
export const savedAddress = {
  name: 'Saved before',
  address: { line1: '1 Calle Mayor', city: 'Ciudad de México', postalCode: '01000', country: 'MX' },
};

/** The application's secret. */
export const testSecret = 'a secret of the tests, long enough';

/** The catalog of the tests. */
export const testCatalog = fileURLToPath(new URL('./catalog.yaml', import.meta.url));

/** A sandbox on a test's database. @param webhookPort receives the webhooks; none are sent if undefined. */
export async function startTestSandbox(databaseUrl: string, webhookPort: number | undefined): Promise<Sandbox> {
  const url = `http://127.0.0.1:${webhookPort}${webhookPath}`;
  const endpoint = { url, secret: sandboxWebhookSecret(testSecret), enabledEvents: [...webhookEvents] };
  const webhookEndpoints = webhookPort === undefined ? [] : [endpoint];
  const sandbox = await startSandbox({ databaseUrl, port: 0, ...sandboxKeys, webhookEndpoints });
  closeAfterTests(() => sandbox.close());
  return sandbox;
}

/** Adds users, a catalog and all addresses, and lets operators sign in without a second factor. */
async function fillDatabase(database: TestDatabase, catalog: string): Promise<void> {
  const sandbox = await startSandbox({ databaseUrl: database.url, port: 0, ...sandboxKeys });
  try {
    await seedDemonstrationPeople(database);
    const client = createStripeClient({ secretKey: sandboxKeys.secretKey, apiBase: sandbox.url });
    await applyCatalogFile({ file: catalog, database, client });
    // Every account has an address in a country without tax in the sandbox, so that amounts equal the catalog's.
    await database.pool.query('update accounts set business_address = $1', [savedAddress]);
    await skipSecondFactorSetup(database);
  } finally {
    await sandbox.close();
  }
}

/** A filled database: a clone of the template, unless the catalog is a custom one. */
async function createFullDatabase(catalog: string | undefined): Promise<TestDatabase> {
  if (catalog === undefined) {
    await provideTemplate(fullTemplate, (database) => fillDatabase(database, testCatalog));
    return createTestDatabase(fullTemplate);
  }
  const database = await createTestDatabase();
  await fillDatabase(database, catalog);
  return database;
}

export async function startFullPortal(options: FullPortalOptions = {}): Promise<FullPortal> {
  const database = await createFullDatabase(options.catalog);
  const production = readConfig({
    DATABASE_URL: database.url,
    APP_SECRET: testSecret,
    LOG_LEVEL: 'silent',
    STRICT_RESPONSES: 'true',
    ...options.environment,
  });
  const captcha = options.captcha ?? { kind: 'none' as const };
  const config = { ...production, mode: options.mode ?? production.mode, captcha };
  const logger = options.logger ?? pino({ level: process.env.TEST_LOG_LEVEL ?? 'silent' });
  const port = options.port ?? (await ownPort());
  const publicUrl = `http://localhost:${port}`;
  const webhookSecret = sandboxWebhookSecret(config.appSecret);
  const sandbox = await startTestSandbox(database.url, options.webhookPort ?? (options.queue ? port : undefined));
  const client = createStripeClient({ secretKey: sandboxKeys.secretKey, apiBase: sandbox.url });
  const apiBase = (await options.apiBase?.(sandbox.url)) ?? sandbox.url;
  let queue: Queue | undefined;
  const app = await createApp({
    config,
    database,
    logger,
    stripe: {
      client: createStripeClient({
        secretKey: sandboxKeys.secretKey,
        apiBase,
        ...(options.timeout !== undefined && { timeout: options.timeout }),
      }),
      publishableKey: sandboxKeys.publishableKey,
      webhookSecret,
      sandboxUrl: sandbox.url,
    },
    publicUrl,
    queueIsRunning: () => queue?.isRunning() ?? false,
    dist: writeTestDist(),
    invoiceMailDelay: options.invoiceMailDelay,
  });
  const closeHttp = prepareClosing(app.http);
  closeAfterTests(async () => {
    await closeHttp();
    await queue?.stop();
  });
  if (options.queue) {
    queue = await startQueue(database, app.jobs, logger);
    await app.http.listen({ host: '127.0.0.1', port });
  }
  const stripe = await client();
  return {
    app,
    database,
    sandbox,
    stripe,
    signIn: (userName) => new Browser(app.http).signIn(userName),
    async addCard(browser, testPaymentMethod = 'pm_card_visa') {
      const begun = (await browser.post('/api/Billing/PaymentMethods', {})).json<{ clientSecret: string }>();
      const intent = await stripe.setupIntents.confirm(begun.clientSecret.split('_secret')[0] as string, {
        payment_method: testPaymentMethod,
      });
      // A card that requires authentication is attached without it, so that the purchase asks for it.
      const id =
        intent.status === 'succeeded'
          ? String(intent.payment_method)
          : (await stripe.paymentMethods.attach(testPaymentMethod, { customer: String(intent.customer) })).id;
      const confirmed = await browser.post(`/api/Billing/PaymentMethods/${id}/Confirmed`, {});
      if (confirmed.statusCode !== 200) throw new Error(`the card was not accepted: ${confirmed.body}`);
      // Its own id, or that of the same card if it was saved before.
      return confirmed.json<{ savedCard: { stripeId: string } | null }>().savedCard?.stripeId ?? id;
    },
  };
}
