import { ApiClient } from '../harness/api-client.ts';
import { say } from '../harness/messages.ts';
import { downloadReport } from '../harness/reports.ts';
import { storyLanguages } from '../harness/soak.ts';
import { expect, test } from '../harness/test.ts';

for (const language of storyLanguages('en')) {
  const words = (message: string, values?: Record<string, string>) => say(language, message, values);

  test.describe(`account settings (${language})`, () => {
    test.beforeEach(({ page, portal }) =>
      page.context().addCookies([{ name: 'portico_locale', value: language, url: portal.url }]),
    );

    test('settings are saved, take effect, and appear in the audit log with their former values', async ({
      customerPage: page,
    }) => {
      await page.goto('/Account/Settings');
      await page.getByRole('combobox', { name: words('Time zone') }).selectOption('America/Toronto');
      await page.getByLabel(words('Business day end time')).fill('18:30');
      await page.getByRole('radio', { name: words('Counts only') }).check();
      await page.getByRole('button', { name: words('Save changes'), exact: true }).click();
      await expect(page.getByText(words('Settings saved'))).toBeVisible();
      await page.reload();
      await expect(page.getByRole('combobox', { name: words('Time zone') })).toHaveValue('America/Toronto');
      await expect(page.getByLabel(words('Business day end time'))).toHaveValue('18:30');

      const hours = page.getByRole('combobox', { name: words('Hours') });
      await hours.selectOption('0');
      await page.getByRole('button', { name: words('Save session inactivity') }).click();
      await expect(hours).toHaveAccessibleDescription(words('Choose a time: hours and minutes cannot both be 0'));
      await page.getByRole('combobox', { name: words('Minutes') }).selectOption('15');
      await page.getByRole('button', { name: words('Save session inactivity') }).click();
      await expect(page.getByRole('combobox', { name: words('Minutes') })).toHaveValue('30');

      await page
        .getByRole('link', { name: words('Audit log') })
        .last()
        .click();
      await expect(page).toHaveURL(/\/Account\/Settings\/Audit$/i);
      await page.getByRole('combobox', { name: words('Area') }).selectOption('settings');
      await expect(page).toHaveURL(/group=settings/);
      const log = page.getByRole('table', { name: words('Audit log') });
      await expect(log.getByRole('row')).toHaveCount(3);
      await log.getByRole('button').last().click();
      const changes = page
        .getByRole('table')
        .filter({ has: page.getByRole('columnheader', { name: words('Before') }) });
      await expect(changes.last()).toContainText('America/Toronto');
      await expect(changes.last()).toContainText('18:30');

      expect((await downloadReport(page, language)).suggestedFilename()).toBe('audit-log.csv');
    });

    test('requiring a second factor first lists the affected users', async ({
      customerPage: page,
      customer,
      portal,
    }) => {
      await page.goto('/Account/Settings');
      await page.getByRole('button', { name: words('Require it') }).click();
      const dialog = page.getByRole('dialog');
      await expect(dialog.getByRole('list', { name: words('Users without a second factor') })).toContainText(
        customer.email,
      );
      await dialog.getByRole('button', { name: words('Require it') }).click();
      await expect(page.getByText(words('Two-factor authentication enabled'))).toBeVisible();
      const client = await ApiClient.signIn(portal.url, customer.email, customer.password);
      expect(await client.call('GET', '/api/MFA')).toMatchObject({ isRequired: true });

      await page.getByRole('button', { name: words('Stop requiring it') }).click();
      await page
        .getByRole('dialog')
        .getByRole('button', { name: words('Stop requiring it') })
        .click();
      await expect(page.getByText(words('Two-factor authentication disabled'))).toBeVisible();
    });
  });
}

test('the audit log keeps its filters in the address, and links a user to their events', async ({
  customerPage: page,
}) => {
  await page.goto('/Account/Settings/Users');
  await page.getByRole('table', { name: 'Users' }).getByRole('link').first().click();
  await page.getByRole('link', { name: 'What this user did' }).click();
  await expect(page).toHaveURL(/userId=\d+/);
  await page.getByRole('combobox', { name: 'Area' }).selectOption('signIn');
  await page.getByRole('combobox', { name: 'Event' }).selectOption('signIn');
  await expect(page).toHaveURL(/kind=signIn/);
  await page.reload();
  const log = page.getByRole('table', { name: 'Audit log' });
  await expect(log.getByRole('row').nth(1)).toContainText('Signed in');
  const to = page.getByLabel('To day');
  await to.fill('2020-01-01');
  await to.press('Enter');
  await expect(page.getByText('No event matches these filters')).toBeVisible();
  await page.getByRole('button', { name: 'Clear the filters' }).first().click();
  await expect(page).toHaveURL(/\/Audit$/i);
  await expect(log.getByRole('row').nth(1)).toBeVisible();
});
