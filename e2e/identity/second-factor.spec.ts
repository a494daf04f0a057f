import type { Browser, Page } from '@playwright/test';
import { ApiClient } from '../harness/api-client.ts';
import { Authenticator } from '../harness/authenticator.ts';
import { type Customer, resetLimits } from '../harness/customers.ts';
import { type Language, pattern, say, setLanguage } from '../harness/messages.ts';
import { findInOutbox } from '../harness/outbox.ts';
import { databaseUrl } from '../harness/portal.ts';
import { greeting, sendPassword, signIn, signOut } from '../harness/sign-in.ts';
import { storyLanguages } from '../harness/soak.ts';
import { expect, test } from '../harness/test.ts';
import { createProtected, createUnprotected } from '../harness/users.ts';
import { addVirtualAuthenticator, hidePasskeysInFields } from '../harness/virtual-authenticator.ts';

/** Sets up an authenticator with the API. */
async function withAuthenticator(origin: string, customer: Customer): Promise<Authenticator> {
  const client = await ApiClient.signIn(origin, customer.email, customer.password);
  const { sharedKey } = await client.call<{ sharedKey: string }>('GET', '/api/MFA/Authenticator');
  const authenticator = new Authenticator(sharedKey);
  await client.call('POST', '/api/MFA/Authenticator/Enable', { code: await authenticator.next() });
  return authenticator;
}

for (const language of storyLanguages('fr')) {
  const words = (message: string, values?: Record<string, string>) => say(language, message, values);

  test.describe(`proofs of identity (${language})`, () => {
    test.beforeEach(async ({ page, portal }) => setLanguage(page, language, portal.url));

    test('a forgotten password is reset by a mailed link', async ({ page, portal, customer, complaints }) => {
      complaints.expect(/status of 4(?:10|22) /);
      await page.goto('/login');
      await page.locator('input[name=userName]').fill(customer.email);
      await page.getByRole('link', { name: words('Forgotten password?') }).click();
      await expect(page.locator('input[name=userName]')).toHaveValue(customer.email);
      await page.getByRole('button', { name: words('Send the link') }).click();
      await expect(page.getByRole('heading', { name: words('Check your email') })).toBeVisible();

      const link = await findInOutbox(portal.url, customer.email, /https?:\S+\/ResetPassword#\S+/);
      await page.goto(link);
      const field = page.getByLabel(words('New password'), { exact: true });
      await field.fill('portico');
      await page.getByLabel(words('Repeat the password'), { exact: true }).fill('portico');
      await page.getByRole('button', { name: words('Save the new password') }).click();
      await expect(field).toHaveAttribute('aria-invalid', 'true');
      await expect(field).toHaveValue('portico');
      expect(page.url()).not.toContain('#');
      const password = 'Lantern-harbor-42!';
      await field.fill(password);
      await page.getByLabel(words('Repeat the password'), { exact: true }).fill(password);
      await page.getByRole('button', { name: words('Save the new password') }).click();
      await greeting(page);

      await signOut(page);
      await page.goto(link);
      await expect(page.getByRole('heading', { name: words('This link no longer works') })).toBeVisible();
      await sendPassword(page, { email: customer.email, password });
      await greeting(page);
    });

    test('a required second factor is set up during the sign-in', async ({ page, portal }) => {
      test.slow();
      const customer = await createUnprotected(portal);
      await sendPassword(page, customer);
      await expect(page).toHaveURL(/\/ConfigureMFA/);
      await expect(page.getByRole('heading', { name: words('Set up your second factor') })).toBeVisible();
      await page.goto('/Billing');
      await expect(page).toHaveURL(/\/ConfigureMFA\?ReturnUrl=%2FBilling/);
      await page.getByRole('radio', { name: words('Authenticator') }).check();
      await page.getByRole('button', { name: words('Next') }).click();
      const authenticator = new Authenticator(await page.locator('code').innerText());
      await page.locator('input[autocomplete=one-time-code]').fill(await authenticator.next());
      await page.getByRole('button', { name: words('Enable') }).click();
      const codes = page.getByRole('region', { name: words('Recovery codes') }).getByRole('listitem');
      await expect(codes.first()).toBeVisible();
      const [recoveryCode = ''] = await codes.allInnerTexts();
      await page.getByRole('button', { name: words('I have saved them') }).click();
      await expect(page).toHaveURL(/\/Billing$/);

      await signOut(page);
      await sendPassword(page, customer);
      await expect(page.getByRole('heading', { name: words('Confirm that it is you') })).toBeVisible();
      await page.reload();
      await page.getByRole('checkbox', { name: words('Remember this browser for 30 days') }).check();
      await page.locator('input[name=code]').fill(await authenticator.next());
      await greeting(page);

      // A remembered browser skips the second factor, a forgotten one does not.
      await signOut(page);
      await sendPassword(page, customer);
      await greeting(page);
      await page.goto('/Profile?tab=mfa');
      await page.getByRole('button', { name: words('Forget this browser') }).click();
      await expect(page.getByRole('button', { name: words('Forget this browser') })).toHaveCount(0);
      await signOut(page);
      await sendPassword(page, customer);
      await page.getByRole('button', { name: words('Recovery code') }).click();
      await page.getByLabel(words('Recovery code')).fill(recoveryCode);
      await page.getByRole('button', { name: words('Verify') }).click();
      await greeting(page);
    });

    test('a code arrives by mail, and a wrong code is reported', async ({ page, portal, complaints }) => {
      complaints.expect(/status of 422 .*Verify/);
      const customer = await createProtected(portal);
      await resetLimits(databaseUrl(portal.dataDir));
      await sendPassword(page, customer);
      await page.getByRole('button', { name: words('Send the code') }).click();
      await expect(page.getByText(words('Nothing came?'))).toBeVisible();
      const code = await findInOutbox(portal.url, customer.email, new RegExp(`\\b(?!${customer.setUpCode})\\d{6}\\b`));
      const field = page.locator('input[name=code]');
      await field.fill(code === '000000' ? '111111' : '000000');
      await expect(field).toHaveAttribute('aria-invalid', 'true');
      await expect(page).toHaveURL(/\/LoginWithMFA/);
      await field.fill('');
      await field.fill(code);
      await greeting(page);
    });

    test('a session is ended from another browser, and refused at its next request', async ({
      page,
      portal,
      customer,
      browser,
      complaints,
    }) => {
      complaints.expect(/status of 401 /);
      await page.clock.install();
      await signIn(page, customer.email, customer.password);
      const other = await otherBrowser(browser, language, portal.url);
      await signIn(other, customer.email, customer.password, portal.url);
      await other.goto(`${portal.url}/Profile?tab=sessions`);
      const end = other.getByRole('button', { name: pattern(language, 'End the session of {name}') });
      await end.first().click();
      await expect(end).toHaveCount(0);
      await other.context().close();

      // The page's clock is stopped, so no timer notices the end; the response to the next request reports it.
      await page.getByRole('button', { name: words('Billing') }).click();
      await page.clock.pauseAt(Date.now() + 60_000);
      await page
        .getByRole('link', { name: words('Invoices') })
        .first()
        .click();
      await expect(page).toHaveURL(/^[^?]*\/login\?ReturnUrl=/);
    });
  });
}

/** Adds a passkey to the signed-in user, as the profile does. */
const addPasskey = `(async () => {
  const call = async (path, body) => {
    const headers = { 'content-type': 'application/json', accept: 'application/json', RequestVerificationToken: localStorage.getItem('antiForgeryToken') };
    const answer = await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(path + ' ' + answer.status + ' ' + await answer.text());
    return answer.json();
  };
  const { options } = await call('/api/Passkeys/Options', {});
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  const made = await navigator.credentials.create({ publicKey });
  await call('/api/Passkeys', { name: 'Fingerprint', response: made.toJSON() });
})()`;

test('a passkey signs in without a password: by the button, and by the address field’s menu', async ({
  page,
  customer,
}) => {
  await addVirtualAuthenticator(page);
  await hidePasskeysInFields(page, '?');
  await signIn(page, customer.email, customer.password);
  await page.evaluate(addPasskey);
  await signOut(page);
  await page.goto('/login?ReturnUrl=%2FBilling');
  await expect.poll(() => page.evaluate("'porticoStarted' in window")).toBe(true);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page).toHaveURL(/\/Billing$/);

  // The authenticator answers the address field's request at once.
  await signOut(page);
  await page.goto('/login');
  await greeting(page);
});

async function otherBrowser(browser: Browser, language: Language, origin: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await setLanguage(page, language, origin);
  return page;
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the second step accepts a code, and reports a wrong one', async ({ page, portal, customer, complaints }) => {
    complaints.expect(/status of 422 .*Verify/);
    complaints.expect(/^failed: GET .*\.js csp$/);
    const authenticator = await withAuthenticator(portal.url, customer);
    await page.goto('/login');
    await page.locator('input[name=userName]').fill(customer.email);
    await page.locator('input[name=password]').fill(customer.password);
    await page.locator('button[type=submit]').click();
    await expect(page).toHaveURL('/LoginWithMFA');
    const verify = page.getByRole('button', { name: 'Verify' });
    await page.getByLabel('Code', { exact: true }).fill('12345');
    await verify.click();
    await expect(page.getByRole('alert')).not.toBeEmpty();
    await page.getByLabel('Code', { exact: true }).fill(await authenticator.next());
    await verify.click();
    await expect(page).toHaveURL('/');
  });
});
