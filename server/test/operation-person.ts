import { randomBytes } from 'node:crypto';
import type { LightMyRequestResponse } from 'fastify';
import { expect, vi } from 'vitest';
import { createAccount, createUser } from '../src/accounts/index.ts';
import { sandboxKeys } from '../src/core/stripe/sandbox-host.ts';
import { Browser } from './browser.ts';
import { type FullPortal, savedAddress } from './full-portal.ts';

/** The owner of a separate account, who changes something at Stripe. */
export interface Person {
  /** 0 until the account exists. */
  accountId: number;
  readonly email: string;
  /** Empty until the customer exists. */
  readonly customerId: string;
  readonly portal: FullPortal;
  /** The target of requests: the portal in this process, unless a test replaces it. */
  browser: Browser;
}

const password = 'Portico-demo-1';
/** Hashing is slow on purpose, so all of these people share one password. */
const hashes = new WeakMap<FullPortal, Promise<string>>();

async function addOwner(portal: FullPortal, name: string, ownPassword: string | null) {
  const accountId = await portal.database.transaction((transaction) =>
    createAccount(transaction, { companyId: 1, name, features: ['customerAdmin', 'billing'] }),
  );
  const email = `owner@${name}.example`;
  const user = { accountId, login: email, email, firstName: 'Casey', password: ownPassword, isOwner: true };
  return { accountId, email, userId: await createUser(portal.database, user) };
}

async function makeHash(portal: FullPortal): Promise<string> {
  const { userId } = await addOwner(portal, 'hashed', password);
  const { rows } = await portal.database.pool.query<{ hash: string }>(
    'select password_hash as hash from users where id = $1',
    [userId],
  );
  return rows[0]?.hash ?? '';
}

/** A new person, signed in. @param withCard also a customer at Stripe with a valid card. */
export async function newPerson(portal: FullPortal, withCard = true): Promise<Person> {
  const hash = hashes.get(portal) ?? makeHash(portal);
  hashes.set(portal, hash);
  const { accountId, email, userId } = await addOwner(portal, randomBytes(5).toString('hex'), null);
  const { pool } = portal.database;
  await pool.query('update users set password_hash = $1 where id = $2', [await hash, userId]);
  await pool.query('update accounts set business_address = $1 where id = $2', [savedAddress, accountId]);
  const customerId = withCard ? await newCustomer(portal, accountId, email) : '';
  const browser = await new Browser(portal.app.http).signIn(email, password);
  return { accountId, email, customerId, portal, browser };
}

/**
 * A new person with a card and a Stripe test clock. @returns the person, and a function that advances the clock to
 * seconds since 1970.
 */
export async function newPersonOnClock(portal: FullPortal) {
  const person = await newPerson(portal, false);
  const { stripe, app, database } = portal;
  let time = Math.floor(Date.now() / 1000);
  const { id: clock } = await stripe.testHelpers.testClocks.create({ frozen_time: time });
  const { id: customerId } = await stripe.customers.create({ email: person.email, test_clock: clock });
  const card = await stripe.paymentMethods.attach('pm_card_visa', { customer: customerId });
  // Otherwise it would expire after two years on the clock, and charges would be declined.
  const exp_year = new Date(time * 1000).getUTCFullYear() + 40;
  await stripe.paymentMethods.update(card.id, { card: { exp_month: 12, exp_year } });
  await stripe.customers.update(customerId, { invoice_settings: { default_payment_method: card.id } });
  await database.pool.query('update accounts set stripe_customer_id = $1 where id = $2', [
    customerId,
    person.accountId,
  ]);
  await app.gateway.mirror.refresh('customer', customerId);
  await app.gateway.mirror.refresh('payment_method', card.id);
  const pass = async (seconds: number): Promise<number> => {
    time += seconds;
    await stripe.testHelpers.testClocks.advance(clock, { frozen_time: time });
    await expect.poll(async () => (await stripe.testHelpers.testClocks.retrieve(clock)).status).toBe('ready');
    return time;
  };
  return { person: { ...person, customerId } satisfies Person, pass };
}

/** A customer as the portal creates it, with a default card. */
async function newCustomer(portal: FullPortal, accountId: number, email: string): Promise<string> {
  const { stripe, database, app } = portal;
  const { id } = await stripe.customers.create({ email, metadata: { account_id: String(accountId) } });
  const card = await stripe.paymentMethods.attach('pm_card_visa', { customer: id });
  await stripe.customers.update(id, { invoice_settings: { default_payment_method: card.id } });
  await database.pool.query('update accounts set stripe_customer_id = $1 where id = $2', [id, accountId]);
  await app.gateway.mirror.refresh('customer', id);
  await app.gateway.mirror.refresh('payment_method', card.id);
  return id;
}

/** Adds another card at Stripe that the portal knows. @returns its id. */
export async function attachCard({ portal, customerId }: Person, name: string): Promise<string> {
  const { id } = await portal.stripe.paymentMethods.attach(name, { customer: customerId });
  await portal.app.gateway.mirror.refresh('payment_method', id);
  return id;
}

const product = '/api/Products/cloud';

/** Requests a quote for this many seats. @returns a function that purchases it and may be repeated. */
export async function quote(
  person: Person,
  quantity: number,
  card?: string,
  when: 'now' | 'periodEnd' = 'now',
): Promise<() => Promise<Answer>> {
  const choice = { items: [{ subscriptionPlanId: 'cloud-team', priceId: 'cloud-team-monthly', quantity }], when };
  const previewed = await person.browser.post(`${product}/PreviewPurchase`, choice);
  expect(previewed.statusCode, previewed.body).toBe(200);
  const paymentMethodId = card ?? (await ownCard(person));
  const body = { ...choice, paymentMethodId, taxTransactionId: previewed.json().taxTransactionId };
  return () => person.browser.post(`${product}/Purchase`, body);
}

async function ownCard({ portal, customerId }: Person): Promise<string> {
  const customer = await portal.stripe.customers.retrieve(customerId);
  return customer.deleted ? '' : String(customer.invoice_settings.default_payment_method);
}

/** Buys one seat. @returns the subscription's id in the portal and at Stripe. */
export async function subscribe(person: Person): Promise<{ id: number; stripeId: string }> {
  const bought = await (await quote(person, 1))();
  expect(bought.json(), bought.body).toMatchObject({ status: 'succeeded' });
  const [subscription] = (await person.portal.stripe.subscriptions.list({ customer: person.customerId })).data;
  return { id: bought.json().subscriptionId, stripeId: subscription?.id ?? '' };
}

/** Buys three seats and schedules a reduction to one for the end of the period. */
export async function subscribeAndSchedule(person: Person): Promise<{ id: number; stripeId: string }> {
  const held = await subscribe(person);
  for (const order of [() => quote(person, 3), () => quote(person, 1, undefined, 'periodEnd')]) {
    const made = await (await order())();
    expect(made.json(), made.body).toMatchObject({ status: 'succeeded' });
  }
  return held;
}

/** Orders with a card that requires authentication. @returns a function that polls the order. */
export async function orderWithAuthentication(
  person: Person,
  order: () => Promise<Answer>,
): Promise<() => Promise<Answer>> {
  const answer = await order();
  expect(answer.json(), answer.body).toMatchObject({ status: 'requiresAction' });
  return () => fetchOrder(person, answer.json().operationId);
}

export function fetchOrder(person: Person, operationId: string): Promise<Answer> {
  return person.browser.get(`${product}/Purchase/${operationId}`);
}

/** The cardholder authenticates the order, as in the dialog of stripe.js. */
export async function authenticate(person: Person, fetchOrderState: () => Promise<Answer>): Promise<void> {
  const secret = await vi.waitFor(
    async () => {
      const { clientSecret } = (await fetchOrderState()).json<{ clientSecret: string | null }>();
      expect(clientSecret).toEqual(expect.any(String));
      return clientSecret ?? '';
    },
    { timeout: 60_000, interval: 200 },
  );
  await confirmIntent(person, secret);
}

/** The cardholder authenticates the intent of a client secret. */
export async function confirmIntent(
  { portal }: { readonly portal: Pick<FullPortal, 'sandbox'> },
  clientSecret: string,
): Promise<void> {
  const answer = await fetch(`${portal.sandbox.url}/v1/3ds2/authenticate`, {
    method: 'POST',
    headers: { authorization: `Bearer ${sandboxKeys.publishableKey}` },
    body: new URLSearchParams({ client_secret: clientSecret, outcome: 'succeed' }),
  });
  expect(answer.status, await answer.text()).toBe(200);
}

export type Answer = LightMyRequestResponse;

/**
 * An open invoice without a subscription, also in the mirror. @param amount in cents @param isSent whether it is sent
 * and due within 30 days, instead of charged to a card
 */
export async function openInvoice(
  { portal, customerId: customer }: Pick<Person, 'portal' | 'customerId'>,
  { amount = 1_234, isSent = false }: { readonly amount?: number; readonly isSent?: boolean } = {},
): Promise<string> {
  const { stripe, app } = portal;
  await stripe.invoiceItems.create({ customer, amount, currency: 'usd', description: 'Training' });
  const { id = '' } = await stripe.invoices.create({
    customer,
    pending_invoice_items_behavior: 'include',
    ...(isSent && { collection_method: 'send_invoice', days_until_due: 30 }),
  });
  await stripe.invoices.finalizeInvoice(id, { auto_advance: false });
  await app.gateway.mirror.refresh('invoice', id);
  return id;
}
