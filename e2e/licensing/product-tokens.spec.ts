import type { Page } from '@playwright/test';
import { createMember } from '../harness/customers.ts';
import { say, setLanguage } from '../harness/messages.ts';
import { databaseUrl } from '../harness/portal.ts';
import { axeFindings } from '../harness/screens.ts';
import { signIn } from '../harness/sign-in.ts';
import { storyLanguages } from '../harness/soak.ts';
import { expect, test } from '../harness/test.ts';
import { createSubscriber } from '../harness/users.ts';

const address = '/ProductDashboard/veriscan-desktop?tab=connect';

for (const language of storyLanguages('fr')) {
  const words = (message: string, values?: Record<string, string>) => say(language, message, values);
  const button = (page: Page, message: string) => page.getByRole('button', { name: words(message), exact: true });
  const toast = (page: Page, message: string) => page.getByText(words(message), { exact: true });

  /** Chooses from the menu of a token. */
  async function chooseAction(page: Page, name: string, action: string): Promise<void> {
    await page.getByRole('button', { name: words('Actions for {name}', { name }), exact: true }).click();
    await page.getByRole('menuitem', { name: words(action), exact: true }).click();
  }

  /** Reads the new token and closes its dialog, after which the page no longer contains it. @returns the token */
  async function readNewToken(page: Page): Promise<string> {
    const dialog = page.getByRole('dialog', { name: words('Copy the token now') });
    const token = await dialog.locator('code').innerText();
    await button(page, 'Copy').click();
    await expect(toast(page, 'Copied')).toBeVisible();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(token);
    await button(page, 'Close').click();
    await expect(dialog).toBeHidden();
    const kept = await page.evaluate(
      'JSON.stringify([{ ...localStorage }, { ...sessionStorage }]) + document.documentElement.innerHTML',
    );
    expect(kept).not.toContain(token.slice(10));
    return token;
  }

  test(`an admin creates, replaces and revokes a token; other users only see it (${language})`, async ({
    browser,
    page,
    portal,
    complaints,
  }) => {
    complaints.expect(/status of 403 /);
    const customer = await createSubscriber(portal);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: portal.url });
    await setLanguage(page, language, portal.url);
    await signIn(page, customer.email, customer.password);

    // From the product's tile to its tokens.
    await page
      .getByRole('main')
      .getByRole('link', { name: words('Dashboard') })
      .click();
    await page.locator(`nav a[href='${address}']`).click();
    await expect(page).toHaveURL(address);
    await expect(page.getByRole('heading', { level: 1, name: 'Veriscan Desktop' })).toBeVisible();
    await expect(page.getByText(words('No token yet'))).toBeVisible();
    await expect(page.getByRole('navigation', { name: words('Breadcrumbs') })).toContainText('Veriscan Desktop');

    await button(page, 'Add token').click();
    const dialog = page.getByRole('dialog', { name: words('Add token') });
    expect((await dialog.boundingBox())?.width).toBe(480);
    await dialog.getByRole('textbox', { name: words('Name') }).fill('CRM');
    await button(page, 'Create token').click();
    await expect(dialog.getByText(words('Please input date'))).toBeVisible();
    await button(page, 'Choose a day').click();
    await expect(dialog.getByRole('grid')).toBeVisible();
    expect(await axeFindings(page)).toEqual([]);
    await button(page, 'Choose a day').click();
    await button(page, 'Infinite Date').click();
    await expect(dialog.getByRole('textbox', { name: words('Expiration date') })).toHaveValue('9999-01-01');
    await button(page, 'Create token').click();
    await expect(toast(page, 'The Token was created')).toBeVisible();
    const first = await readNewToken(page);
    expect(first).toMatch(/^pts_[0-9A-Za-z]{32}$/);
    const row = (token: string) => page.getByRole('row').filter({ hasText: token.slice(0, 10) });
    await expect(row(first)).toContainText(words('Active'));

    // A token's type cannot change; its date can.
    await chooseAction(page, 'CRM', 'Edit');
    await expect(page.getByRole('radio', { name: words('Secret') })).toBeDisabled();
    const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
    await page.getByRole('textbox', { name: words('Expiration date') }).fill(dayIn(6));
    await button(page, 'Save').click();
    await expect(toast(page, 'The Token was updated')).toBeVisible();
    await expect(row(first)).toContainText(words('Expires soon'));

    // Both tokens work until the overlap ends.
    await row(first)
      .getByRole('button', { name: new RegExp(`^${words('Replace')}`) })
      .click();
    await page.getByRole('combobox', { name: words('Both work for') }).selectOption('48');
    // By default, the new token works as long as the old one would have worked.
    const nextEnd = page.getByRole('textbox', { name: words('Expiration date of the new token') });
    await expect(nextEnd).toHaveValue(dayIn(6));
    await nextEnd.fill(dayIn(90));
    await button(page, 'Create new token').click();
    const second = await readNewToken(page);
    expect(second).not.toBe(first);
    await expect(row(second)).toContainText(words('Active'));
    await expect(row(first)).toContainText(words('Being replaced'));
    expect(await axeFindings(page)).toEqual([]);
    await row(first)
      .getByRole('button', { name: new RegExp(`^${words('End now')}`) })
      .click();
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: words('End now'), exact: true })
      .click();
    await expect(row(first)).toContainText(say(language, 'Expired', {}, 'token'));
    await expect(row(first).getByRole('button')).toHaveCount(1);

    await chooseAction(page, words('{called}, before', { called: 'CRM' }), 'Delete');
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: words('Delete token') })
      .click();
    await expect(toast(page, 'The Token was deleted')).toBeVisible();
    await expect(row(first)).toHaveCount(0);

    await row(second)
      .getByRole('button', { name: new RegExp(`^${words('Disable')}`) })
      .click();
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: words('Disable token') })
      .click();
    await expect(toast(page, 'The Token was disabled')).toBeVisible();
    await expect(row(second)).toContainText(words('Disabled'));

    // A user who is not an admin sees the table without actions.
    const member = await createMember(databaseUrl(portal.dataDir), customer);
    const context = await browser.newContext({ baseURL: portal.url });
    const theirs = await context.newPage();
    await setLanguage(theirs, language, portal.url);
    await signIn(theirs, member.email, member.password, portal.url);
    await theirs.goto(address);
    await expect(theirs.getByRole('row').filter({ hasText: second.slice(0, 10) })).toBeVisible();
    await expect(theirs.getByRole('table').getByRole('button')).toHaveCount(0);
    await expect(button(theirs, 'Add token')).toHaveCount(0);
    await context.close();
  });
}
