import { openDatabase } from '../../server/src/core/db/database.ts';
import { translate } from '../../server/src/core/messages/index.ts';
import { ApiClient } from '../harness/api-client.ts';
import { expireConfirmations } from '../harness/customers.ts';
import { say, setLanguage } from '../harness/messages.ts';
import { findInOutbox } from '../harness/outbox.ts';
import { databaseUrl, type Portal } from '../harness/portal.ts';
import { secrets } from '../harness/secrets.ts';
import { signIn } from '../harness/sign-in.ts';
import { storyLanguages } from '../harness/soak.ts';
import { expect, test } from '../harness/test.ts';
import { operator } from '../harness/users.ts';

/** Makes an operator's access end tomorrow. */
async function endTomorrow(portal: Portal, email: string): Promise<void> {
  const database = openDatabase(databaseUrl(portal.dataDir), 1, () => {});
  try {
    await database.pool.query("update users set expires_at = now() + interval '1 day' where email = $1", [email]);
  } finally {
    await database.close();
  }
}

for (const language of storyLanguages('fr')) {
  const words = (message: string, values?: Record<string, string>) => say(language, message, values);

  test(`operators add, protect and deactivate each other, but not the last permanent one (${language})`, async ({
    page,
    portal,
    browser,
    complaints,
  }) => {
    test.slow();
    complaints.expect(/status of 4(?:01|03|09|22) /);
    const email = `noa.${language}@portico.example`;
    const password = 'Wharf-lantern-58!';
    secrets.add(password);
    await setLanguage(page, language, portal.url);
    await signIn(page, operator.email, operator.password);
    await page.goto('/Operator/Operators');
    const row = page.getByRole('row').filter({ hasText: email });

    // The first address is taken, which is reported at its field, and the input is kept.
    await page.getByRole('button', { name: words('Add operator') }).click();
    const dialog = page.getByRole('dialog');
    const address = dialog.getByRole('textbox', { name: words('Email') });
    await address.fill('owner@acme.example');
    await dialog.getByRole('textbox', { name: words('First name') }).fill('Noa');
    await dialog.getByRole('button', { name: words('Send invitation') }).click();
    await expect(address).toHaveAccessibleDescription(/./);
    await address.fill(email);
    await dialog.getByRole('button', { name: words('Send invitation') }).click();
    await expect(page.getByText(words('The invitation is on its way'))).toBeVisible();
    await expect(row).toContainText(words('Never'));

    const context = await browser.newContext({ baseURL: portal.url });
    const other = await context.newPage();
    await setLanguage(other, language, portal.url);
    await other.goto(await findInOutbox(portal.url, email, /https?:\S+\/Invitation#\S+/));
    await other.locator('input[type=password]').first().fill(password);
    await other.locator('input[type=password]').nth(1).fill(password);
    await other.locator('button[type=submit]').click();
    await expect(other.getByRole('heading', { level: 1, name: words('Cockpit') })).toBeVisible();

    // A lost second factor is removed after confirming the password, which also ends the sessions.
    const client = await ApiClient.signIn(portal.url, email, password);
    await client.call('POST', '/api/MFA/Email/SendCode', { email });
    const code = await findInOutbox(portal.url, email, /\b\d{6}\b/);
    await client.call('POST', '/api/MFA/Email/Enable', { email, code });
    await page.reload();
    const reset = row.getByRole('button', { name: words('Reset the second factor of {name}', { name: 'Noa' }) });
    await expireConfirmations(databaseUrl(portal.dataDir));
    await reset.click();
    await page
      .getByRole('alertdialog')
      .getByRole('textbox', { name: words('How did you verify the person?') })
      .fill('Met at the office');
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: words('Reset second factor') })
      .click();
    const again = page.getByRole('dialog').locator('input[type=password]');
    await again.fill(operator.password);
    await again.press('Enter');
    await expect(page.getByText(words('The second factor was reset'))).toBeVisible();
    await expect(reset).toHaveCount(0);
    await other.goto('/Operator/Operators');
    await expect(other).toHaveURL(/\/login/);

    // An operator whose access ends does not count, so the first one is the last permanent operator.
    await endTomorrow(portal, email);
    await signIn(other, email, password);
    await other.goto('/Operator/Operators');
    await other.getByRole('button', { name: words('Deactivate {name}', { name: 'Olivia Perez' }) }).click();
    const question = other.getByRole('alertdialog');
    await question.getByRole('button', { name: words('Deactivate'), exact: true }).click();
    await expect(question.getByText(translate(language, 'user.lastOperator'))).toBeVisible();

    await row.getByRole('button', { name: words('Deactivate {name}', { name: 'Noa' }) }).click();
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: words('Deactivate'), exact: true })
      .click();
    await expect(page.getByText(words('The operator was deactivated'))).toBeVisible();
    await expect(row).toContainText(words('Inactive'));
    await other.goto('/Operator/Operators');
    await expect(other).toHaveURL(/\/login/);
    await context.close();
  });
}
