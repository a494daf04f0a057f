import { ApiClient } from './api-client.ts';
import { type Customer, createCustomer } from './customers.ts';
import { demonstrationPassword } from './demonstration-password.ts';
import { findInOutbox } from './outbox.ts';
import { databaseUrl, type Portal } from './portal.ts';
import type { View } from './screens.ts';

const product = 'veriscan-desktop';

/** An owner with a subscription, a saved card and a paid invoice. */
export async function createSubscriber(portal: Portal): Promise<Customer> {
  const customer = await createCustomer(databaseUrl(portal.dataDir));
  const client = await ApiClient.signIn(portal.url, customer.email, customer.password);
  const card = await client.addCard(`http://127.0.0.1:${portal.ports.sandbox}`);
  const plan = `${product}-professional`;
  await (await client.quote(product, plan, `${plan}-monthly`, card.stripeId)).send();
  return customer;
}

/** An owner with a second factor, by mail or recovery code, and the code with which it was set up. */
export async function createProtected(portal: Portal): Promise<Customer & { readonly setUpCode: string }> {
  const customer = await createCustomer(databaseUrl(portal.dataDir));
  const client = await ApiClient.signIn(portal.url, customer.email, customer.password);
  await client.call('POST', '/api/MFA/Email/SendCode', { email: customer.email });
  const setUpCode = await findInOutbox(portal.url, customer.email, /\b\d{6}\b/);
  await client.call('POST', '/api/MFA/Email/Enable', { email: customer.email, code: setUpCode });
  return { ...customer, setUpCode };
}

/** An owner without a second factor, whose account requires one. */
export async function createUnprotected(portal: Portal): Promise<Customer> {
  const customer = await createCustomer(databaseUrl(portal.dataDir));
  const client = await ApiClient.signIn(portal.url, customer.email, customer.password);
  await client.call('PUT', '/api/User/TfaSettings', { tfaIsRequired: true });
  return customer;
}

/** The demo's operator. */
export const operator: Customer = {
  email: 'operator@portico.example',
  password: demonstrationPassword,
  accountId: 0,
};

/** A browser's cookies and storage, as if theme and language had been chosen and the person had signed in before. */
export async function storageFor(portal: Portal, person: Customer | undefined, { theme, language }: View) {
  const { hostname, origin } = new URL(portal.url);
  const cookie = (name: string, value: string) => ({
    name,
    value,
    domain: hostname,
    path: '/',
    expires: -1,
    httpOnly: false,
    secure: false,
    sameSite: 'Lax' as const,
  });
  const client = person && (await ApiClient.signIn(portal.url, person.email, person.password));
  return {
    cookies: [
      ...(client?.cookies ?? []).map(([name, value]) => cookie(name, value)),
      cookie('portico_locale', language),
    ],
    origins: [{ origin, localStorage: [{ name: 'portico_theme', value: theme }] }],
  };
}
