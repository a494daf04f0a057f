import type { PurchaseResult } from '@portico/contract';
import { pino } from 'pino';
import { beforeEach, expect } from 'vitest';
import type { Browser } from '../../../test/browser.ts';
import { closeAfterTests } from '../../../test/clean-up.ts';
import { type FullPortal, savedAddress, startFullPortal, testSecret } from '../../../test/full-portal.ts';
import type { Answer, Person } from '../../../test/operation-person.ts';
import { writeTestDist } from '../../../test/web-dist.ts';
import { createApp } from '../../app.ts';
import { readConfig } from '../../core/config.ts';
import { createStripeClient } from '../../core/stripe/index.ts';
import { sandboxKeys, sandboxWebhookSecret } from '../../core/stripe/sandbox-host.ts';

/** A purchase that can be sent repeatedly, from any browser. */
export interface QuotedPurchase {
  readonly id: string;
  send(browser?: Browser): Promise<Answer>;
}

/** Requests a quote for a number of seats, by default of Cloud, with the customer's default card. */
export async function quoted(person: Person, quantity: number, more: { coupon?: string; product?: string } = {}) {
  const { coupon, product = 'cloud' } = more;
  const plan = product === 'cloud' ? 'cloud-team' : 'desktop-basic';
  const choice = { items: [{ subscriptionPlanId: plan, priceId: `${plan}-monthly`, quantity }], coupon };
  const previewed = await person.browser.post(`/api/Products/${product}/PreviewPurchase`, choice);
  expect(previewed.statusCode, previewed.body).toBe(200);
  const customer = await person.portal.stripe.customers.retrieve(person.customerId);
  const card = customer.deleted ? '' : String(customer.invoice_settings.default_payment_method);
  const id: string = previewed.json().taxTransactionId;
  const body = { ...choice, paymentMethodId: card, taxTransactionId: id };
  const send = (browser = person.browser) => browser.post(`/api/Products/${product}/Purchase`, body);
  return { id, send } satisfies QuotedPurchase;
}

/** A person's live subscriptions at Stripe. */
export async function listLiveAtStripe({ customerId, portal }: Person) {
  return (await portal.stripe.subscriptions.list({ customer: customerId, limit: 100 })).data;
}

export const basic = {
  items: [{ subscriptionPlanId: 'desktop-basic', priceId: 'desktop-basic-monthly', quantity: 2 }],
};
export const team = { items: [{ subscriptionPlanId: 'cloud-team', priceId: 'cloud-team-monthly', quantity: 1 }] };
export const shippingDetails = {
  name: 'Acme Security',
  address: { line1: '1 Main Street', city: 'Springfield', state: 'TX', postalCode: '75001', country: 'US' },
};

export type Selection = typeof basic & { coupon?: string; addons?: Record<string, number> };

/** The answer to a preview. @param more fields in addition to the selection, such as an address */
export async function preview(browser: Browser, product: string, selection: Selection, more: object = {}) {
  const response = await browser.post(`/api/Products/${product}/PreviewPurchase`, { ...selection, ...more });
  expect(response.statusCode, response.body).toBe(200);
  return response.json();
}

/** Previews and buys. */
export async function buy(
  browser: Browser,
  product: string,
  selection: Selection,
  paymentMethodId: string | undefined,
  more: object = {},
) {
  const { taxTransactionId } = await preview(browser, product, selection, more);
  const body = { ...selection, ...more, paymentMethodId, taxTransactionId };
  return browser.post(`/api/Products/${product}/Purchase`, body);
}

/** A portal for a test file, with an owner who buys. The address is reset before each test. */
export async function openPortal(): Promise<{ portal: FullPortal; owner: Browser }> {
  const portal = await startFullPortal();
  beforeEach(async () => {
    await portal.database.pool.query('update accounts set business_address = $1', [savedAddress]);
  });
  return { portal, owner: await portal.signIn('owner@acme.example') };
}

/** Another portal on the same database and Stripe. */
export async function openSecondPortal({
  database,
  sandbox,
}: FullPortal): Promise<Awaited<ReturnType<typeof createApp>>> {
  const config = readConfig({ DATABASE_URL: database.url, APP_SECRET: testSecret, LOG_LEVEL: 'silent' });
  const another = await createApp({
    config,
    database,
    logger: pino({ level: 'silent' }),
    stripe: {
      client: createStripeClient({ secretKey: sandboxKeys.secretKey, apiBase: sandbox.url }),
      publishableKey: sandboxKeys.publishableKey,
      webhookSecret: sandboxWebhookSecret(config.appSecret),
      sandboxUrl: sandbox.url,
    },
    publicUrl: 'http://localhost:1',
    queueIsRunning: () => false,
    dist: writeTestDist(),
  });
  closeAfterTests(() => another.http.close());
  return another;
}

/** Cancels all subscriptions at Stripe and deletes their rows. */
export async function cancelAll({ stripe, database }: FullPortal): Promise<void> {
  for (const { id, ended_at: ended } of (await stripe.subscriptions.list({ limit: 100 })).data)
    if (ended === null) await stripe.subscriptions.cancel(id);
  await database.pool.query('delete from subscriptions');
}

/** Authenticates a payment on the bank's page. */
export function authenticate(browser: Browser, clientSecret: string): Promise<Answer> {
  return browser.post('/stripe-sandbox/v1/3ds2/authenticate', `client_secret=${clientSecret}&outcome=succeed`, {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
}

/** The state of a purchase of Cloud. */
export async function getPurchaseState(browser: Browser, operationId: string): Promise<PurchaseResult> {
  return (await browser.get(`/api/Products/cloud/Purchase/${operationId}`)).json<PurchaseResult>();
}
