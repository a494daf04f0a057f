import { expect, type Page } from '@playwright/test';
import type { SignInOutcome } from '@portico/contract';
import { parsePreloaded } from './api-client.ts';
import { demonstrationPassword } from './demonstration-password.ts';
import { secrets } from './secrets.ts';

/** Waits until the sign-in page's script has started; it ignores earlier presses. */
export async function signInPageStarted(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate("location.pathname === '/login' && 'porticoStarted' in window")).toBe(true);
}

/**
 * Signs in with the sign-in page's request and opens the home page. Stories about signing in use the page itself (`sendPassword`). @param origin of a
 * portal other than the shared one
 */
export async function signIn(
  page: Page,
  email: string,
  password: string = demonstrationPassword,
  origin = '',
): Promise<void> {
  // An open sign-in page redirects as soon as there is a session, which would interrupt the navigation below.
  if (page.url() !== 'about:blank') await page.goto('about:blank');
  const signInPage = await page.request.get(`${origin}/login`, { headers: { accept: 'text/html' } });
  const { antiForgeryToken } = parsePreloaded(await signInPage.text());
  secrets.addFields(JSON.stringify({ password }));
  const answer = await page.request.post(`${origin}/LoginWithMFA`, {
    headers: { accept: 'application/json', RequestVerificationToken: antiForgeryToken },
    data: { userName: email, password },
  });
  if (!answer.ok()) throw new Error(`${email} could not sign in: ${answer.status()} ${await answer.text()}`);
  const { redirectUrl } = (await answer.json()) as SignInOutcome;
  await page.goto(`${origin}${redirectUrl ?? '/'}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}

/** Sends name and password from the sign-in page, and waits for the result. */
export async function sendPassword(
  page: Page,
  { email, password }: { readonly email: string; readonly password: string },
  origin = '',
): Promise<void> {
  await page.goto(`${origin}/login`);
  await signInPageStarted(page);
  await page.locator('input[name=userName]').fill(email);
  await page.locator('input[name=password]').fill(password);
  await page.locator('button[type=submit]:not([name])').click();
  await page.waitForURL((url) => url.pathname !== '/login');
}

/** Deletes the session cookie, as closing the browser would. The cookie that identifies the browser stays. */
export async function signOut(page: Page): Promise<void> {
  await page.goto('about:blank');
  await page.context().clearCookies({ name: /session/ });
}

/** Waits for a customer's home page. */
export const greeting = (page: Page) => expect(page.getByRole('heading', { level: 1, name: /Casey/ })).toBeVisible();
