import type { Page } from '@playwright/test';
import { ApiClient } from './api-client.ts';
import { type Customer, createCustomer } from './customers.ts';
import { databaseUrl, type Portal } from './portal.ts';
import { secrets } from './secrets.ts';
import { expect } from './test.ts';

/** Buys seats of Veriscan Desktop, or of another plan, in a new account. @returns its owner, who calls the API */
export async function buySeats(
  portal: Portal,
  quantity: number,
  { product = 'veriscan-desktop', plan = 'veriscan-desktop-professional' } = {},
): Promise<{ customer: Customer; client: ApiClient }> {
  const customer = await createCustomer(databaseUrl(portal.dataDir));
  const client = await ApiClient.signIn(portal.url, customer.email, customer.password);
  const card = await client.addCard(`http://127.0.0.1:${portal.ports.sandbox}`);
  await (await client.quote(product, plan, `${plan}-monthly`, card.stripeId, quantity)).send();
  return { customer, client };
}

/** Creates a public token for a product. Neither database nor log may contain it. */
export async function createToken(client: ApiClient, product = 'veriscan-desktop'): Promise<string> {
  return (await addToken(client, product)).token;
}

/** Creates a token and returns the response that shows it once. */
export async function addToken(
  client: ApiClient,
  product: string,
  tokenType: 'Public' | 'Secret' = 'Public',
): Promise<{ token: string; tokenId: number }> {
  const body = { expirationDate: '9999-01-01', tokenType, name: 'Front desks' };
  const made = await client.call<{ token: string; tokenId: number }>(
    'POST',
    `/api/ProductsDashboard/${product}/AddToken`,
    body,
  );
  secrets.add(made.token);
  return made;
}

/** Opens the account's only license from the list. @returns its id */
export async function openLicense(page: Page): Promise<number> {
  await page.goto('/Billing/Licenses');
  await page.getByRole('main').getByRole('link', { name: /^LI-/ }).first().click();
  await expect(page).toHaveURL(/\/Billing\/Licenses\/\d+/);
  return Number(/Licenses\/(\d+)/.exec(page.url())?.[1]);
}
