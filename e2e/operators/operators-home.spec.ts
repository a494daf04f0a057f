import type { Page } from '@playwright/test';
import { type Language, say, setLanguage } from '../harness/messages.ts';
import { sendPassword, signIn } from '../harness/sign-in.ts';
import { storyLanguages } from '../harness/soak.ts';
import { expect, test } from '../harness/test.ts';
import { operator } from '../harness/users.ts';

for (const language of storyLanguages('en')) {
  const words = (message: string, values?: Record<string, string>) => say(language, message, values);

  test.describe(`the operators’ home (${language})`, () => {
    test.beforeEach(async ({ page, portal }) => {
      await setLanguage(page, language, portal.url);
      await signIn(page, operator.email, operator.password);
    });

    test('shows the state of the business, and each line links to its account', async ({ page }) => {
      await expect(page.getByRole('heading', { level: 1, name: words('Cockpit') })).toBeVisible();
      for (const heading of ['Need a hand', 'Failed payments', 'Upcoming renewals'])
        await expect(page.getByRole('heading', { level: 2, name: words(heading) })).toBeVisible();
      const health = page.getByRole('main').getByRole('link', { name: words('Queue') });
      await expect(health).toBeVisible();
      await health.click();
      await expect(page).toHaveURL(/\/Operator\/Health$/);
    });

    test('the search finds a person and a company, and reports an empty result', async ({ page, customer }) => {
      const search = page.getByRole('main').getByRole('combobox', { name: words('Search all accounts') });
      await search.fill('nobody-of-that-name');
      await expect(page.getByText(words('Nothing found'))).toBeVisible();
      await search.fill(customer.email);
      await page.getByRole('option').filter({ hasText: customer.email }).click();
      await expect(page).toHaveURL(new RegExp(`/Operator/Accounts/${customer.accountId}`));
      await expect(page.getByRole('heading', { level: 1, name: accountName(customer.email) })).toBeVisible();
      await expect(page.getByRole('main').getByText(customer.email).first()).toBeVisible();

      await page.goto('/');
      const opened = page.getByRole('main').getByRole('link', { name: accountName(customer.email) });
      await expect(opened).toBeVisible();
      await search.fill(accountName(customer.email).slice(0, 10));
      await expect(
        page
          .getByRole('option')
          .filter({ hasText: accountName(customer.email) })
          .first(),
      ).toBeVisible();
      await search.press('ArrowDown');
      await search.press('Enter');
      await expect(page).toHaveURL(new RegExp(`/Operator/Accounts/${customer.accountId}`));
    });

    test('an account is disabled with a reason, and enabled again', async ({ page, browser, portal, customer }) => {
      test.slow();
      const theirs = await browser.newContext({ baseURL: portal.url });
      const their = await theirs.newPage();
      await setLanguage(their, language, portal.url);
      await signIn(their, customer.email, customer.password);

      await page.goto(`/Operator/Accounts/${customer.accountId}`);
      const main = page.getByRole('main');
      await main.getByRole('button', { name: words('Disable account') }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('button', { name: words('Disable account') }).click();
      const reason = dialog.getByRole('textbox', { name: words('Reason') });
      await expect(reason).toHaveAttribute('aria-invalid', 'true');
      await reason.fill('Asked for it by letter');
      await dialog.getByRole('button', { name: words('Disable account') }).click();
      await expect(main.getByText('Asked for it by letter').first()).toBeVisible();

      await their.goto('/Billing');
      await expect(their).toHaveURL(/\/login/);
      await expect(their.getByRole('alert').filter({ hasText: /\p{L}/u }).first()).toBeVisible();

      await main.getByRole('button', { name: words('Enable account') }).click();
      await page
        .getByRole('alertdialog')
        .getByRole('button', { name: words('Enable account') })
        .click();
      await expect(main.getByRole('button', { name: words('Disable account') })).toBeVisible();
      await sendPassword(their, customer);
      await expect(their.getByRole('heading', { level: 1, name: /Casey/ })).toBeVisible();
      await theirs.close();
    });

    test('an account’s features are removed and added, and notes are visible to operators only', async ({
      page,
      browser,
      portal,
      customer,
    }) => {
      const theirs = await browser.newContext({ baseURL: portal.url });
      const their = await theirs.newPage();
      await setLanguage(their, language, portal.url);
      await signIn(their, customer.email, customer.password);
      const opens = async (address: RegExp) => {
        await their.goto('/Billing/Invoices');
        await expect(their).toHaveURL(address);
      };
      await opens(/\/Billing\/Invoices$/);

      await page.goto(`/Operator/Accounts/${customer.accountId}`);
      const billing = page.getByRole('checkbox', { name: words('Billing and purchases') });
      await change(page, language, () => billing.uncheck());
      await opens(/\/forbidden$/);
      await change(page, language, () => billing.check());
      await opens(/\/Billing\/Invoices$/);

      const note = page.getByRole('textbox', { name: words('Note') });
      await note.fill('Prefers to be called in the morning');
      await page.getByRole('button', { name: words('Add note') }).click();
      const notes = page.getByRole('listitem').filter({ hasText: 'Prefers to be called' });
      await expect(notes).toContainText('Olivia Perez');
      await expect(note).toHaveValue('');
      await notes.getByRole('button', { name: words('Delete note') }).click();
      await page
        .getByRole('alertdialog')
        .getByRole('button', { name: words('Delete note') })
        .click();
      await expect(notes).toHaveCount(0);
      await theirs.close();
    });
  });
}

/** The name of a story's account, which is part of its owner's address. */
const accountName = (email: string) => email.replace(/^owner@|\.example$/g, '');

/** Changes an account's features, and waits until they are saved and the buttons disappear. */
async function change(page: Page, language: Language, act: () => Promise<void>): Promise<void> {
  await act();
  const save = page.getByRole('button', { name: say(language, 'Save'), exact: true });
  await save.click();
  await expect(save).toHaveCount(0);
}
