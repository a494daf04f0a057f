import { randomBytes } from 'node:crypto';
import pg from 'pg';
import Stripe from 'stripe';
import { afterAll, inject } from 'vitest';
import { type Sandbox, type SandboxOptions, startSandbox } from '../src/index.ts';
import { checkAnswer } from './schemas.ts';

/** A sandbox on its own database, and a client that checks every answer against the SDK's types. */
export async function useSandbox(options: Partial<SandboxOptions> = {}) {
  const databaseUrl = await newDatabase();
  const failures: object[] = [];
  const sandbox = await startSandbox({
    databaseUrl,
    port: 0,
    log: (line) => 'level' in line && failures.push(line),
    ...options,
  });
  afterAll(async () => {
    await sandbox.close();
    if (failures.length > 0) throw new Error(`The sandbox logged failures: ${JSON.stringify(failures)}`);
  });
  const database = new pg.Pool({ connectionString: databaseUrl, max: 1, options: '-c search_path=stripe_sandbox' });
  afterAll(() => database.end());
  return { sandbox, stripe: clientOf(sandbox), database, databaseUrl };
}

export function clientOf(sandbox: Sandbox, key = 'sk_test_sandbox'): Stripe {
  const { hostname, port } = new URL(sandbox.url);
  return new Stripe(key, {
    host: hostname,
    port,
    protocol: 'http',
    maxNetworkRetries: 0,
    telemetry: false,
    httpClient: checkedFetch,
  });
}

/** The SDK's HTTP client. Throws for an answer that does not match the SDK's types. */
export const checkedFetch = Stripe.createFetchHttpClient(async (...request: Parameters<typeof fetch>) => {
  const response = await fetch(...request);
  const [url, given] = request;
  const { pathname } = new URL(String(url));
  checkAnswer(given?.method ?? 'GET', pathname, response.status, await response.clone().json());
  return response;
});

export async function newDatabase(): Promise<string> {
  const url = new URL(inject('postgresUrl'));
  const admin = new pg.Client({ connectionString: url.href });
  await admin.connect();
  const name = `sandbox_${randomBytes(6).toString('hex')}`;
  await admin.query(`create database ${name}`);
  await admin.end();
  url.pathname = `/${name}`;
  return url.href;
}

/** A customer with a default card. `card` is one of Stripe's test payment methods. */
export async function customerWithCard(stripe: Stripe, card = 'pm_card_visa', given: Stripe.CustomerCreateParams = {}) {
  const customer = await stripe.customers.create({
    email: 'jenny@rosen.example',
    name: 'Jenny Rosen',
    payment_method: card,
    ...given,
  });
  const { data } = await stripe.customers.listPaymentMethods(customer.id);
  return stripe.customers.update(customer.id, { invoice_settings: { default_payment_method: data[0]?.id ?? '' } });
}

/** A recurring price in cents. */
export async function monthly(stripe: Stripe, amount: number, given: Partial<Stripe.PriceCreateParams> = {}) {
  return stripe.prices.create({
    currency: 'usd',
    unit_amount: amount,
    recurring: { interval: 'month' },
    product_data: { name: 'Gold' },
    ...given,
  });
}

/** The error of a call that must fail. */
export async function errorOf(call: Promise<unknown>): Promise<InstanceType<typeof Stripe.errors.StripeError>> {
  try {
    await call;
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError) return error;
    throw error;
  }
  throw new Error('The call succeeded');
}

/** A field that was expanded. */
export function expanded<T extends { id: string }>(value: string | T | null | undefined): T {
  if (typeof value !== 'object' || value === null) throw new Error(`Not expanded: ${value}`);
  return value;
}
