import { demonstrationPassword } from '../harness/demonstration-password.ts';
import { signIn, signInPageStarted } from '../harness/sign-in.ts';
import { expect, test } from '../harness/test.ts';

test.describe('signing in', () => {
  test('opens the home page, and signing out returns to the sign-in page', async ({ page }) => {
    await signIn(page, 'owner@acme.example');
    await expect(page).toHaveURL('/');
    await expect(page.getByRole('heading', { level: 1, name: /^Good \w+, / })).toBeVisible();
    await page.getByRole('button', { name: 'Avery Stone' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await expect(page).toHaveURL('/login');
    await page.goto('/Billing');
    await expect(page).toHaveURL('/login?ReturnUrl=%2FBilling');
  });

  test('opens the requested page', async ({ page }) => {
    await page.goto('/Billing/Invoices?page=1');
    await expect(page).toHaveURL(/\/login\?ReturnUrl=/);
    await signInPageStarted(page);
    await page.getByLabel('Login or email').fill('owner@acme.example');
    await page.getByLabel('Password', { exact: true }).fill(demonstrationPassword);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page).toHaveURL(/\/Billing\/Invoices/);
  });

  test('never redirects to another site', async ({ page }) => {
    for (const evil of ['https://evil.example/', '//evil.example', '/\\evil.example', 'javascript:alert(1)']) {
      // The previous page would notice the sign-out, and reload during the next step.
      await page.goto('about:blank');
      await page.context().clearCookies();
      await page.goto(`/login?ReturnUrl=${encodeURIComponent(evil)}`);
      await signInPageStarted(page);
      await page.getByLabel('Login or email').fill('user@acme.example');
      await page.getByLabel('Password', { exact: true }).fill(demonstrationPassword);
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await expect(page).toHaveURL('/');
    }
  });

  test('reports a wrong password and keeps the input', async ({ page, complaints }) => {
    complaints.expect(/status of 422 .*LoginWithMFA/);
    await page.goto('/login');
    await signInPageStarted(page);
    await page.getByLabel('Login or email').fill('owner@acme.example');
    await page.getByLabel('Password', { exact: true }).fill('not-my-Password-1');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page.getByRole('alert')).toContainText(/password/i);
    await expect(page.getByLabel('Login or email')).toHaveValue('owner@acme.example');
    await expect(page).toHaveURL('/login');
  });

  test('fills in the form with a demo user at a click', async ({ page }) => {
    await page.goto('/login');
    await signInPageStarted(page);
    await page.getByRole('button', { name: 'admin@acme.example' }).click();
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: /^Good \w+, / })).toBeVisible();
  });

  test('works in French after a change of the language', async ({ page }) => {
    await page.goto('/login');
    await signInPageStarted(page);
    await page.getByRole('button', { name: 'Français' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Se connecter');
    await page.reload();
    await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
    await page.locator('input[name=userName]').fill('owner@acme.example');
    await page.locator('input[name=password]').fill(demonstrationPassword);
    await page.locator('button[type=submit]').click();
    await expect(page.getByRole('heading', { level: 1, name: /^Bon/ })).toBeVisible();
  });
});

test('signing in is blocked for a while after too many wrong passwords, with a countdown', async ({
  page,
  customer,
  complaints,
}) => {
  complaints.expect(/status of 4(?:22|29) .*LoginWithMFA/);
  await page.goto('/login');
  await signInPageStarted(page);
  const submit = page.getByRole('button', { name: 'Sign in', exact: true });
  await page.getByLabel('Login or email').fill(customer.email);
  for (let attempt = 1; attempt <= 10; attempt++) {
    await page.getByLabel('Password', { exact: true }).fill(`wrong-Password-${attempt}`);
    const answer = page.waitForResponse((response) => response.url().endsWith('/LoginWithMFA'));
    await submit.click();
    expect((await answer).status()).toBe(422);
    await expect(submit).toBeEnabled();
  }
  await page.getByLabel('Password', { exact: true }).fill(customer.password);
  await submit.click();
  await expect(page.getByRole('status')).toContainText(/Too many attempts\. You can try again in [\d,]+ seconds\./);
  await expect(submit).toBeDisabled();
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a user sees why a sign-in failed, and can then sign in', async ({ page, complaints }) => {
    complaints.expect(/status of 422 .*LoginWithMFA/);
    complaints.expect(/^failed: GET .*\.js csp$/);
    await page.goto('/login');
    await page.locator('input[name=userName]').fill('owner@acme.example');
    await page.locator('input[name=password]').fill('not-my-Password-1');
    await page.locator('button[type=submit]').click();
    await expect(page.getByRole('alert')).toContainText(/password/i);
    await page.locator('input[name=userName]').fill('owner@acme.example');
    await page.locator('input[name=password]').fill(demonstrationPassword);
    await page.locator('button[type=submit]').click();
    await expect(page).toHaveURL('/');
    await expect(page.locator('noscript')).toHaveCount(1);
  });
});
