import type { Page } from '@playwright/test';
import { expireConfirmations } from '../harness/customers.ts';
import { say } from '../harness/messages.ts';
import { findInOutbox } from '../harness/outbox.ts';
import { databaseUrl } from '../harness/portal.ts';
import { storyLanguages } from '../harness/soak.ts';
import { expect, test } from '../harness/test.ts';

const memberPassword = 'Kx9$mPq2vL';

for (const language of storyLanguages('en')) {
  const words = (message: string, values?: Record<string, string>) => say(language, message, values);

  /** Presses a button on the access card and confirms. */
  async function confirm(page: Page, opener: string, yes = opener): Promise<void> {
    await page
      .getByRole('main')
      .getByRole('button', { name: words(opener), exact: true })
      .click();
    const question = page.getByRole('alertdialog');
    await question.getByRole('button', { name: words(yes), exact: true }).click();
    await expect(question).toBeHidden();
  }

  test(`an owner adds a user, changes their access, and transfers the ownership (${language})`, async ({
    browser,
    customer,
    customerPage: page,
    portal,
    complaints,
  }) => {
    complaints.expect(/status of 4(?:01|03|22) /);
    await page.context().addCookies([{ name: 'portico_locale', value: language, url: portal.url }]);
    const email = customer.email.replace('owner@', 'amelie@');
    // Of several save buttons, only the one of the changed part is enabled.
    const save = page.locator('button:enabled').filter({ hasText: words('Save') });
    const field = (label: string) => page.getByRole('textbox', { name: words(label) });

    await page.goto('/Account/Settings/User/CreateUser');
    await expect(page.getByRole('heading', { level: 1, name: words('Create user') })).toBeVisible();
    await field('Login').fill(customer.email);
    await field('First name').fill('Amélie');
    await field('Email').fill(email);
    await page.getByRole('checkbox', { name: 'Veriscan Cloud' }).check();
    await page.getByRole('button', { name: words('Save user') }).click();
    await expect(field('Login')).toHaveAccessibleDescription(/./);
    await field('Login').fill(email);
    await page.getByRole('button', { name: words('Save user') }).click();
    await expect(page.getByText(words('User created'))).toBeVisible();
    await expect(page.getByRole('heading', { level: 1, name: 'Amélie' })).toBeVisible();

    // Products do not know the user yet.
    const tabs = page.getByRole('navigation', { name: words('Parts of the user') });
    await expect(tabs.getByText(words('Locations'))).toHaveAttribute('aria-disabled', 'true');
    // The tab leads to the only product with such settings.
    const locations = tabs.getByRole('link', { name: words('Locations') });
    await expect(locations).toHaveAttribute('href', /cloud\.veriscan\.example.*section=locations/, { timeout: 20_000 });

    // The user joins by the mailed link.
    const context = await browser.newContext({ baseURL: portal.url });
    await context.addCookies([{ name: 'portico_locale', value: language, url: portal.url }]);
    const member = await context.newPage();
    await member.goto(await findInOutbox(portal.url, email, /https?:\S+\/Invitation#\S+/));
    await member.locator('input[type=password]').first().fill(memberPassword);
    await member.locator('input[type=password]').nth(1).fill(memberPassword);
    await member.locator('button[type=submit]').click();
    await member.waitForURL((url) => url.pathname === '/');
    await expect(member.getByRole('button', { name: words('Team') })).toHaveCount(0);

    // A granted or removed feature applies from the next page on.
    const firstFeature = page
      .getByRole('group', { name: words('Features') })
      .getByRole('checkbox')
      .first();
    await firstFeature.check();
    await save.click();
    await expect(page.getByText(words('Saved'), { exact: true })).toBeVisible();
    await member.reload();
    await expect(member.getByRole('button', { name: words('Team') })).toBeVisible();
    await confirm(page, 'Deactivate');
    await expect(page.getByText(words('The user was deactivated'))).toBeVisible();
    await member.goto('/');
    await expect(member).toHaveURL(/\/login/);
    await confirm(page, 'Activate');
    await expect(page.getByText(words('The user was activated'))).toBeVisible();

    // An admin can become the owner after the password was confirmed.
    await page.locator('input[name=admin]').check();
    await save.click();
    await expect(page.getByText(words('Admins have all products.'))).toBeVisible();
    await expireConfirmations(databaseUrl(portal.dataDir));
    await page.getByRole('button', { name: words('Transfer ownership') }).click();
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: words('Transfer ownership') })
      .click();
    const again = page.getByRole('dialog').locator('input[type=password]');
    await again.fill(customer.password);
    await again.press('Enter');
    await expect(page.getByText(words('The ownership was transferred'))).toBeVisible();
    await expect(page.getByText(words('Only the owner can change the owner’s details.'))).toBeVisible();
    await findInOutbox(portal.url, email, /\/Account\/Settings\/Users/);
    await context.close();
  });
}
