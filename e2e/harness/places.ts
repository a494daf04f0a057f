import type { Page } from '@playwright/test';
import { ApiClient } from './api-client.ts';
import { type Customer, createCustomer } from './customers.ts';
import { databaseUrl, type Portal } from './portal.ts';
import { expect } from './test.ts';

const plan = 'veriscan-desktop-professional';

/** An account that bought places of Veriscan Desktop, and its owner who calls the API. */
export async function buyPlaces(portal: Portal, quantity: number): Promise<{ customer: Customer; client: ApiClient }> {
  const customer = await createCustomer(databaseUrl(portal.dataDir));
  const client = await ApiClient.signIn(portal.url, customer.email, customer.password);
  const card = await client.addCard(`http://127.0.0.1:${portal.ports.sandbox}`);
  await (await client.quote('veriscan-desktop', plan, `${plan}-monthly`, card.stripeId, quantity)).send();
  return { customer, client };
}

/** Opens the account's only license from the list. @returns its id */
export async function openLicense(page: Page): Promise<number> {
  await page.goto('/Billing/Licenses');
  await page.getByRole('main').getByRole('link', { name: /^LI-/ }).first().click();
  await expect(page).toHaveURL(/\/Billing\/Licenses\/\d+/);
  return Number(/Licenses\/(\d+)/.exec(page.url())?.[1]);
}
