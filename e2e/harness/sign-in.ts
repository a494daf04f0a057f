import { expect, type Page } from '@playwright/test';

export const demonstrationPassword = 'Portico-demo-1';

/** Signs in through the page, as everybody does. @param origin of a portal other than the shared one */
export async function signIn(
  page: Page,
  email: string,
  password: string = demonstrationPassword,
  origin = '',
): Promise<void> {
  await page.goto(`${origin}/login`);
  await page.locator('input[name=userName]').fill(email);
  await page.locator('input[name=password]').fill(password);
  await page.locator('button[type=submit]').click();
  await page.waitForURL((url) => url.pathname !== '/login');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}
