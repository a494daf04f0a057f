import { expect, type Page } from '@playwright/test';
import { paths } from '@portico/contract';
import { say } from '../messages.ts';
import { openPage, type Screen, waitForRest } from './screen.ts';

/** Opens the page of a mailed link. The server's response is stubbed, because valid links arrive only by mail. */
function link(name: string, path: string, about: object): Screen {
  return {
    name,
    as: 'visitor',
    async open(page) {
      const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
      const known = { login: 'avery.stone@acme-security.example', email: null, session: null, expiresAt, ...about };
      await page.route('**/api/Links/Check', (route) => route.fulfill({ json: known }));
      await openPage(`${path}#token`)(page);
    },
  };
}

async function chooseAuthenticator(page: Page, language: 'en' | 'fr'): Promise<void> {
  await openPage(paths.configureMfa)(page);
  await page.getByRole('radio', { name: say(language, 'Authenticator') }).check();
  await page.getByRole('button', { name: say(language, 'Next') }).click();
  await expect(page.getByRole('img', { name: say(language, 'QR code for your authenticator') })).toBeVisible();
  await waitForRest(page);
}

/** The sign-out page with a product that does not answer, or with the question. */
function signingOut(name: string, change: object): Screen {
  return {
    name,
    as: 'visitor',
    async open(page) {
      await page.route('**/cloud/_signout', (route) => route.fulfill({ body: '' }));
      await page.route('**/cloud/logout', (route) => route.fulfill({ contentType: 'text/html', body: '' }));
      await page.route(`**${paths.logout}`, async (route) => {
        const answer = await route.fetch();
        const products = [{ id: 'cloud', name: 'Veriscan Cloud', url: new URL('/cloud', route.request().url()).href }];
        const state = { products, redirectUrl: null, returnUrl: null, hasSession: false, asks: false, ...change };
        const body = (await answer.text()).replace(/"signingOut":\{.*?\},"/, `"signingOut":${JSON.stringify(state)},"`);
        await route.fulfill({ response: answer, body });
      });
      await openPage(paths.logout)(page);
    },
  };
}

/** The pages between a visitor and their session. */
export const signInScreens: readonly Screen[] = [
  { name: 'second-step', as: 'halfway', open: openPage(paths.secondStep) },
  {
    name: 'second-step-recovery',
    as: 'halfway',
    async open(page, { language }) {
      await openPage(paths.secondStep)(page);
      await page.getByRole('button', { name: say(language, 'Recovery code') }).click();
      await expect(page.getByLabel(say(language, 'Recovery code'))).toBeFocused();
    },
  },
  { name: 'configure-mfa', as: 'unprotected', open: openPage(paths.configureMfa) },
  {
    name: 'configure-mfa-authenticator',
    as: 'unprotected',
    open: (page, { language }) => chooseAuthenticator(page, language),
  },
  { name: 'forgotten-password', as: 'visitor', open: openPage(paths.forgottenPassword) },
  {
    name: 'forgotten-password-asked',
    as: 'visitor',
    async open(page, { language }) {
      await page.route('**/api/ForgottenPassword', (route) => route.fulfill({ json: {} }));
      await openPage(paths.forgottenPassword)(page);
      await page.locator('input[name=userName]').fill('owner@acme.example');
      await page.getByRole('button', { name: say(language, 'Send the link') }).click();
      await expect(page.getByRole('heading', { name: say(language, 'Check your email') })).toBeVisible();
    },
  },
  link('reset-password', paths.resetPassword, {
    kind: 'resetPassword',
    otherWaysIn: { passkeys: 2, externalLogins: 1, arePasskeysKept: false },
  }),
  { name: 'incomplete-link', as: 'visitor', open: openPage(paths.invitation) },
  link('invitation', paths.invitation, { kind: 'invitation' }),
  link('confirm-email', paths.confirmEmail, { kind: 'confirmEmail', email: 'avery@acme.example' }),
  link('undo-email', paths.undoEmail, { kind: 'undoEmail', email: 'avery@acme.example' }),
  link('was-this-you', paths.endSession, { kind: 'endSession', session: 'Firefox on Windows' }),
  signingOut('signing-out', {}),
  signingOut('signing-out-asked', { hasSession: true, asks: true }),
  { name: 'used-link', as: 'visitor', open: openPage(paths.resetPassword) },
];
