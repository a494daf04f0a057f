import { randomInt } from 'node:crypto';
import type { Page } from '@playwright/test';
import type { SecondFactorMethod } from '@portico/contract';
import { Authenticator } from '../harness/authenticator.ts';
import { type Customer, resetLimits } from '../harness/customers.ts';
import { say, setLanguage } from '../harness/messages.ts';
import { waitForNewCode } from '../harness/outbox.ts';
import { databaseUrl, type Portal } from '../harness/portal.ts';
import { greeting, sendPassword, signIn, signOut } from '../harness/sign-in.ts';
import { storyLanguages } from '../harness/soak.ts';
import { expect, test } from '../harness/test.ts';

/** How the methods' stories differ. */
interface Kind {
  readonly method: SecondFactorMethod;
  /** The menu item that replaces a lost method. */
  readonly replacing: string;
  /** Opens the dialog's form for the code. @returns a function that provides the code */
  open(dialog: Dialog, target: string): Promise<() => Promise<string>>;
}

interface Dialog {
  readonly page: Page;
  readonly portal: Portal;
  readonly words: (message: string) => string;
}

/** Requests a code for an address or a number. @returns a function that reads the newest code sent there */
function bySending(field: string): Kind['open'] {
  return async ({ page, portal, words }, target) => {
    const newest = await waitForNewCode(portal.url, target);
    await resetLimits(databaseUrl(portal.dataDir));
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(words(field)).fill(target);
    await dialog.getByRole('button', { name: words('Send code') }).click();
    await expect(dialog.getByRole('status')).toBeVisible();
    return newest;
  };
}

/** Reads the key from the dialog. @returns a function that computes the next code */
const byKey: Kind['open'] = async ({ page }) => {
  const authenticator = new Authenticator(await page.getByRole('dialog').locator('code').innerText());
  return () => authenticator.next();
};

const kinds: readonly Kind[] = [
  { method: 'Email', replacing: 'Use another address', open: bySending('Email address') },
  { method: 'Phone', replacing: 'Use another number', open: bySending('Phone number') },
  { method: 'Authenticator', replacing: 'Reset', open: byKey },
];

/** An address or number that is unique in the run. */
function newTarget(method: SecondFactorMethod, { email }: Customer): string {
  return method === 'Phone'
    ? `+1514${randomInt(2_000_000, 9_999_999)}`
    : email.replace('owner', `codes-${randomInt(1e9)}`);
}

/** Signs in again with a code of the only method. */
async function useCode(
  { page, portal, words }: Dialog,
  customer: Customer,
  kind: Kind,
  target: string,
  next: () => Promise<string>,
) {
  await signOut(page);
  await resetLimits(databaseUrl(portal.dataDir));
  await sendPassword(page, customer);
  if (kind.method !== 'Authenticator') {
    next = await waitForNewCode(portal.url, target);
    await page.getByRole('button', { name: words('Send the code') }).click();
    await expect(page.getByText(words('Nothing came?'))).toBeVisible();
  }
  await page.locator('input[name=code]').fill(await next());
  await greeting(page);
}

for (const language of storyLanguages('en')) {
  const words = (message: string, values?: Record<string, string>) => say(language, message, values);

  for (const kind of kinds) {
    test(`${kind.method} is set up, used, lost and replaced (${language})`, async ({ page, portal, customer }) => {
      test.slow();
      const dialog = { page, portal, words };
      const name = words(kind.method);
      const enable = async (next: () => Promise<string>) => {
        const field = page.getByRole('dialog').locator('input[autocomplete=one-time-code]');
        await field.fill(await next());
        await page
          .getByRole('dialog')
          .getByRole('button', { name: words('Enable') })
          .click();
      };
      await setLanguage(page, language, portal.url);
      await signIn(page, customer.email, customer.password);
      await page.goto('/Profile?tab=mfa');
      await page.getByRole('button', { name: words('Set up: {name}', { name }) }).click();
      const first = newTarget(kind.method, customer);
      const codeOfFirst = await kind.open(dialog, first);
      await enable(codeOfFirst);
      const codes = page.getByRole('region', { name: words('Recovery codes') }).getByRole('listitem');
      await expect(codes).toHaveCount(10);
      const [recoveryCode = ''] = await codes.allInnerTexts();
      await page.getByRole('button', { name: words('I have saved them') }).click();
      await expect(page.getByRole('heading', { name: words('Multi-factor authentication is on') })).toBeVisible();
      await useCode(dialog, customer, kind, first, codeOfFirst);

      // The device is lost: a recovery code signs in, and another device replaces it.
      await signOut(page);
      await sendPassword(page, customer);
      await page.getByRole('button', { name: words('Recovery code') }).click();
      await page.getByLabel(words('Recovery code')).fill(recoveryCode);
      await page.getByRole('button', { name: words('Verify') }).click();
      await greeting(page);
      await page.goto('/Profile?tab=mfa');
      await expect(page.getByText(words('of {total} left', { total: '10' }))).toBeVisible();
      await page.getByRole('button', { name: words('Actions for {name}', { name }) }).click();
      await page.getByRole('menuitem', { name: words(kind.replacing) }).click();
      const second = newTarget(kind.method, customer);
      const codeOfSecond = await kind.open(dialog, second);
      await enable(codeOfSecond);
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await useCode(dialog, customer, kind, second, codeOfSecond);
    });
  }
}
