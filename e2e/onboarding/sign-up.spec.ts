import type { Page } from '@playwright/test';
import { startIdentityProvider } from '../../server/test/identity-provider.ts';
import { findInOutbox } from '../harness/outbox.ts';
import { databaseUrl } from '../harness/portal.ts';
import { freePorts } from '../harness/ports.ts';
import { axeFindings } from '../harness/screens.ts';
import { SignUpSteps } from '../harness/sign-up-steps.ts';
import { storyLanguages } from '../harness/soak.ts';
import { expect, template, test } from '../harness/test.ts';
import { blockSignUps } from '../harness/visitors.ts';

const wide = { width: 1400, height: 844 };
const narrow = { width: 390, height: 844 };

/** Expects no axe findings at either width. */
async function isAccessible(page: Page): Promise<void> {
  for (const size of [wide, narrow]) {
    await page.setViewportSize(size);
    expect(await axeFindings(page)).toEqual([]);
  }
}

for (const [language, size] of [
  ['en', wide],
  ['fr', narrow],
] as const) {
  test(`a visitor begins a trial without a card, and takes the first steps (${language})`, async ({
    page,
    portal,
    context,
  }) => {
    const steps = new SignUpSteps(page, language, portal.url);
    await steps.open();
    await isAccessible(page);
    await page.setViewportSize(size);
    await steps.field('email').fill('avery@');
    await steps.field('email').blur();
    await expect(page.getByText(steps.say('Please input email'))).toBeVisible();
    await steps.enterEmail();
    await steps.enterDetails();
    await test.step('reports a password that is easy to guess before the form is sent', async () => {
      await steps.heading('Choose your password');
      await steps.field('password').fill('Harbor2026!');
      await steps.field('password').blur();
      const weak = 'This password is easy to guess: it is made of your name, address, account or company.';
      await expect(page.getByText(steps.say(weak))).toBeVisible();
    });
    await steps.enterPassword();
    await steps.heading('Choose your plan');
    await isAccessible(page);
    await page.setViewportSize(size);
    await steps.startTrial();
    await steps.isDone('trial');
    await isAccessible(page);
    await page.setViewportSize(size);

    await test.step('the mailed link signs in and leads to the home page', async () => {
      await page.goto(await findInOutbox(portal.url, steps.email, /https?:\S+\/ConfirmEmail#\S+/));
      await page.getByRole('button', { name: steps.say('Confirm the address') }).click();
      await expect(page).toHaveURL(`${portal.url}/`);
    });

    await test.step('the home page shows the first steps, which are ticked off when done', async () => {
      const first = page.getByRole('region', { name: steps.say('Get started') });
      const done = (count: number) =>
        new RegExp(language === 'en' ? `^${count} of 3 done$` : `^${count} étape sur 3 terminée$`);
      await expect(first.getByText(done(0))).toBeVisible();
      await isAccessible(page);
      await page.setViewportSize(size);
      await context.route('https://download.veriscan.example/**', (route) => route.fulfill({ body: 'a download' }));
      const [opened] = await Promise.all([
        context.waitForEvent('page'),
        first.getByRole('link', { name: 'Veriscan Desktop' }).click(),
      ]);
      await opened.close();
      await expect(first.getByText(done(1))).toBeVisible();
      await expect(first.getByRole('link', { name: steps.say('Add user') })).toHaveAttribute('href', /Users\?m=a/);
      await first.getByRole('link', { name: steps.say('Add device') }).click();
      await expect(page).toHaveURL(/\/Billing\/Licenses\/\d+$/);
      await page.goBack();
      await first.getByRole('button', { name: steps.say('Hide') }).click();
      await page.getByRole('button', { name: steps.say('Hide for everybody') }).click();
      await expect(first).toHaveCount(0);
      await page.reload();
      await expect(page.getByRole('heading', { level: 3, name: 'Veriscan Desktop' })).toBeVisible();
      await expect(first).toHaveCount(0);
    });
  });
}

const refusals = [
  ['organization', 'x'.repeat(250), 'Who are you?'],
  ['phone', 'x'.repeat(250), 'How can we reach you?'],
  ['otherIndustry', '<b>', 'About your business'],
  ['password', 'Password-1', 'Choose your password'],
  ['email', 'nobody', 'Start with your work email'],
] as const;

for (const language of storyLanguages('fr')) {
  // In French on a phone.
  test.describe(language === 'fr' ? 'on a phone' : 'on a desk', () => {
    test.use({ viewport: language === 'fr' ? narrow : wide });

    test(`a closed tab loses only the password if the visitor lets the device keep entries (${language})`, async ({
      page,
      portal,
      context,
    }) => {
      const steps = new SignUpSteps(page, language, portal.url);
      await steps.open();
      await steps.enterEmail();
      await steps.enterNames();
      await page.getByRole('checkbox', { name: steps.say('Keep my entries on this device for 30 days') }).check();
      await steps.enterContacts();
      await steps.enterBusiness();
      await steps.enterPassword();
      await steps.heading('Choose your plan');
      await page.goBack();
      await steps.heading('Choose your password');
      await page.goForward();
      await steps.heading('Choose your plan');
      const address = page.url();
      await page.close();
      const again = await context.newPage();
      const resumed = new SignUpSteps(again, language, portal.url);
      await again.goto(address);
      await resumed.heading('Choose your plan');
      await again.getByRole('button', { name: `${resumed.say('Subscribe')} ${resumed.professional}` }).click();
      await resumed.enterPassword();
      await expect(
        resumed.purchase.dialog.getByRole('heading', { name: resumed.say('Customize your plan') }),
      ).toBeVisible();
      await again.reload();
      await resumed.heading('Choose your password');
      await again.getByRole('button', { name: resumed.say('Back') }).click();
      await resumed.heading('About your business');
      await expect(resumed.field('country')).toHaveValue('US');
    });

    test(`a blocked visitor waits, and is registered when the countdown ends (${language})`, async ({
      page,
      portal,
    }) => {
      const steps = new SignUpSteps(page, language, portal.url);
      await steps.open();
      await steps.walkToPlans();
      await blockSignUps(databaseUrl(portal.dataDir), steps.email, 6);
      await steps.startTrial();
      const words =
        language === 'fr' ? /Vous avez appuyé trop vite/ : /You pressed the button too fast, please wait [1-6] sec\./;
      await expect(page.getByRole('timer')).toHaveText(words);
      await steps.isDone('trial');
    });

    test(`a refused form opens the step with the error, with all input except the password (${language})`, async ({
      page,
      portal,
      complaints,
    }) => {
      complaints.expect(/422/);
      const steps = new SignUpSteps(page, language, portal.url);
      await steps.open();
      await steps.walkToPlans();
      const { pathname, search } = new URL(page.url());
      for (const [field, value, heading] of refusals) {
        await page.route(/\/SignUp\?/, async (route) => {
          const posted = new URLSearchParams(route.request().postData() ?? '');
          posted.set(field, value);
          if (field === 'otherIndustry') posted.set('industry', 'other');
          if (field === 'password') posted.set('confirmPassword', value);
          await route.continue({ postData: posted.toString() });
        });
        await page.getByRole('button', { name: steps.say('Create account without a plan') }).click();
        await steps.heading(heading);
        const refused = steps.field(field);
        await expect(refused).toHaveAttribute('aria-invalid', 'true');
        await expect(refused).toHaveAccessibleDescription(/\S/);
        if (field !== 'password') await expect(refused).toHaveValue(value);
        await expect(page.locator('main svg.lucide-circle-alert').first()).toBeVisible();
        await page.unroute(/\/SignUp\?/);
        // Earlier input is still there, except the password.
        await page.goto(`${pathname}${search}`);
        await steps.heading('Choose your plan');
        await page.getByRole('button', { name: steps.say('Back to your details') }).click();
        await steps.enterPassword();
        await steps.heading('Choose your plan');
      }
      await page.getByRole('button', { name: steps.say('Create account without a plan') }).click();
      await steps.isDone('account');
    });

    test(`a visitor from Google needs no password, and the browser solves the captcha (${language})`, async ({
      page,
      ownPortal,
    }) => {
      const [portalPort = 0, sandbox = 0, providerPort = 0] = await freePorts(3);
      const origin = `http://localhost:${portalPort}`;
      const provider = await startIdentityProvider(`${origin}/signin-google`, providerPort);
      await using _ = { [Symbol.asyncDispose]: provider.close };
      const portal = await ownPortal({
        copyOf: template(),
        ports: { portal: portalPort, sandbox },
        settings: {
          CAPTCHA: 'altcha',
          GOOGLE_CLIENT_ID: provider.clientId,
          GOOGLE_CLIENT_SECRET: provider.clientSecret,
          GOOGLE_ISSUER: provider.issuer,
          PRIVATE_IDENTITY_PROVIDERS: provider.issuer,
        },
      });
      const steps = new SignUpSteps(page, language, portal.url);
      provider.person = { sub: 'person-of-the-sign-up', email: steps.email };
      const google = page.getByRole('button', {
        name: steps.say('Continue with {displayName}', { displayName: 'Google' }),
      });

      await test.step('its button does not move when the script loads', async () => {
        await page.route('**/*.js', async (route) => {
          await new Promise((resolve) => setTimeout(resolve, 400));
          await route.continue();
        });
        await steps.open();
        const before = await google.boundingBox();
        await expect.poll(() => page.evaluate("'porticoStarted' in window")).toBe(true);
        await expect(google).toBeVisible();
        expect(await google.boundingBox()).toEqual(before);
        // Continues the scripts that are still held back.
        await page.unrouteAll({ behavior: 'wait' });
      });

      await google.click();
      await steps.enterNames();
      await steps.enterContacts();
      const solved = page.waitForRequest(
        (request) => request.method() === 'POST' && (request.postData() ?? '').includes('ReCaptchaToken=ey'),
      );
      await steps.enterBusiness();
      await steps.heading('Choose your plan');
      await steps.startTrial();
      await solved;
      await steps.isDone('trial');
      await expect(page.getByText(steps.say('Email confirmed'))).toBeVisible();
      // The provider vouches for the address, so it needs no confirmation.
      await page.goto(`${origin}/login`);
      await google.click();
      await expect(page).toHaveURL(`${origin}/`);
    });
  });
}
