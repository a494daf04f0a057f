import type { Page } from '@playwright/test';
import { signIn, signInPageStarted } from '../harness/sign-in.ts';
import { expect, test } from '../harness/test.ts';
import { addVirtualAuthenticator, hidePasskeysInFields } from '../harness/virtual-authenticator.ts';

/** Adds an authenticator to the browser that only responds to buttons. */
async function addAuthenticator(page: Page): Promise<void> {
  await hidePasskeysInFields(page);
  await addVirtualAuthenticator(page);
}

async function signOut(page: Page): Promise<void> {
  await page.goto('about:blank');
  await page.context().clearCookies();
  await page.goto('/login');
  await signInPageStarted(page);
}

async function signInWithPasskey(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}

async function removePasskey(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Actions for .*(Passkey|laptop)/ }).click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await page.getByRole('button', { name: 'Remove passkey' }).click();
  await expect(page.getByText('No passkey yet')).toBeVisible();
}

test.describe('a passkey', () => {
  test('is offered once after a sign-in with a password, and signs in from then on', async ({ page }) => {
    await addAuthenticator(page);
    await signIn(page, 'user@acme.example');
    const offer = page.getByRole('complementary', { name: 'Sign in faster next time' });
    await offer.getByRole('button', { name: 'Add a passkey' }).click();
    await expect(page.getByText('The passkey was added')).toBeVisible();
    await expect(offer).toBeHidden();

    await signOut(page);
    await signInWithPasskey(page);
    await expect(offer).toBeHidden();

    await page.goto('/Profile?tab=mfa');
    await page.getByRole('button', { name: /^Actions for Passkey/ }).click();
    await page.getByRole('menuitem', { name: 'Rename' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('My laptop');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('heading', { level: 3, name: 'My laptop' })).toBeVisible();
    await removePasskey(page);
  });

  test('is added in the profile on a phone, and signs in there', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await signIn(page, 'readonly@acme.example');
    // Nothing is offered without an authenticator on the device.
    await addAuthenticator(page);
    await page.goto('/Profile?tab=mfa');
    await page.getByRole('button', { name: 'Add passkey' }).click();
    await expect(page.getByText('The passkey was added')).toBeVisible();
    await signOut(page);
    await signInWithPasskey(page);
    await page.goto('/Profile?tab=mfa');
    await removePasskey(page);
  });
});
