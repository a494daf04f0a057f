import { say } from '../harness/messages.ts';
import { findInOutbox } from '../harness/outbox.ts';
import { downloadReport } from '../harness/reports.ts';
import { storyLanguages } from '../harness/soak.ts';
import { expect, test } from '../harness/test.ts';

for (const language of storyLanguages('fr')) {
  test.describe(language, () => {
    test.use({ locale: language === 'fr' ? 'fr-CA' : 'en-US' });

    test('an owner sets the defaults of new users, imports some, and withdraws an invitation', async ({
      customer,
      customerPage: page,
      portal,
      browser,
    }) => {
      const text = (message: string, values?: Record<string, string>) => say(language, message, values);
      const name = (part: string) => `${part}-${customer.accountId}@import.example`;
      await page.context().addCookies([{ name: 'portico_locale', value: language, url: portal.url }]);

      await page.goto('/Account/Settings/defaultProducts');
      const billing = page.getByRole('checkbox', { name: language === 'fr' ? 'Facturation' : 'Billing' });
      await billing.check();
      await page
        .getByRole('button', { name: text('Save changes') })
        .first()
        .click();
      await expect(page.getByText(text('Settings saved'))).toBeVisible();
      await page.reload();
      await expect(billing).toBeChecked();

      await page.goto('/Account/Settings/Users');
      await page.getByRole('link', { name: text('Import users') }).click();
      const choose = (...lines: readonly string[]) =>
        page.locator('input[type=file]').setInputFiles({
          name: 'users.csv',
          mimeType: 'text/csv',
          buffer: Buffer.from(['login;email;firstName;isOwner', ...lines].join('\n')),
        });
      await choose(`${name('nova')};nova at import;Nova;`, `${customer.email};${name('kim')};;yes`);
      const badLines = page.getByRole('list', { name: text('Lines that cannot be imported') }).locator('> li');
      await expect(badLines).toHaveCount(2);
      await expect(badLines.nth(0)).toContainText(text('Line {number}', { number: '2' }));
      await expect(badLines.nth(0)).toContainText('email');
      await expect(badLines.nth(1)).toContainText('firstName');
      await expect(badLines.nth(1)).toContainText('login');
      await choose(`${name('nova')};${name('nova')};Nova;`, `${name('kim')};${name('kim')};Kim;yes`);
      await expect(page.getByText(/isOwner/)).toBeVisible();
      await page
        .getByRole('button', { name: language === 'fr' ? 'Importer 2 utilisateurs' : 'Import 2 users' })
        .click();
      await expect(page).toHaveURL(/\/Users$/);
      await expect(page.getByRole('table').getByText(text('Invited'), { exact: true })).toHaveCount(2);

      expect((await downloadReport(page, language)).suggestedFilename()).toBe('users.csv');

      const invitation = /https?:\/\/\S+\/Invitation#\S+/;
      const withdrawn = await findInOutbox(portal.url, name('kim'), invitation);
      const answered = await findInOutbox(portal.url, name('nova'), invitation);
      await page.getByRole('link', { name: text('Invitations') }).click();
      await page.getByRole('button', { name: text('Actions for {email}', { email: name('kim') }) }).click();
      await page.getByRole('menuitem', { name: text('Withdraw invitation') }).click();
      await page
        .getByRole('alertdialog')
        .getByRole('button', { name: text('Withdraw invitation') })
        .click();
      await expect(page.getByText(text('The invitation was withdrawn'))).toBeVisible();
      await expect(page.getByText(name('kim'))).toHaveCount(0);

      const invited = await browser.newPage({ baseURL: portal.url, locale: language === 'fr' ? 'fr-CA' : 'en-US' });
      await invited.goto(withdrawn);
      await expect(invited.getByText(text('This link no longer works'))).toBeVisible();
      await invited.goto('about:blank');
      await invited.goto(answered);
      const fields = invited.locator('input[type=password]');
      await fields.nth(0).fill('Kx9$mPq2vL-import');
      await fields.nth(1).fill('Kx9$mPq2vL-import');
      await invited.locator('form button[type=submit]').click();
      await expect(invited).toHaveURL(`${portal.url}/`);
      await invited.close();
      await page.reload();
      await expect(page.getByText(text('No open invitations'))).toBeVisible();
    });
  });
}
