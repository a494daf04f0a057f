import { expect, type Page } from '@playwright/test';

export const demonstrationPassword = 'Portico-demo-1';

/** Waits until the script of the sign-in page has begun: what is pressed before that, it does not hear. */
export async function signInPageStarted(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate("location.pathname === '/login' && 'porticoStarted' in window")).toBe(true);
}

/** Signs in through the page, as everybody does. @param origin of a portal other than the shared one */
export async function signIn(
  page: Page,
  email: string,
  password: string = demonstrationPassword,
  origin = '',
): Promise<void> {
  await page.goto(`${origin}/login`);
  await signInPageStarted(page);
  await page.locator('input[name=userName]').fill(email);
  await page.locator('input[name=password]').fill(password);
  await page.locator('button[type=submit]').click();
  await page.waitForURL((url) => url.pathname !== '/login');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}
