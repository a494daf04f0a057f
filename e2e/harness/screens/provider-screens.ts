import { expect, type Page } from '@playwright/test';
import { say } from '../messages.ts';
import { at, atRest, type Screen } from './screen.ts';

/** Adds a provider of OpenID and stays on its page. */
async function openNew(page: Page, language: Parameters<typeof say>[0]): Promise<void> {
  await at('/ExtProviders/list')(page);
  await page
    .getByRole('button', { name: say(language, 'Add External Provider') })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: /OpenID/ }).check();
  const suffix = Math.random().toString(36).slice(2, 8);
  await dialog.getByLabel(new RegExp(`^${say(language, 'Name')}`)).fill(`Harbor ${suffix}`);
  await dialog.getByLabel(new RegExp(`^${say(language, 'Domain')}`)).fill(`harbor-${suffix}.example`);
  await dialog.getByRole('button', { name: say(language, 'Add'), exact: true }).click();
  await expect(page).toHaveURL(/\/ExtProviders\/\d+$/);
  await expect(page.getByRole('heading', { level: 2, name: say(language, 'Mail domains') })).toBeVisible();
  await atRest(page);
}

/** The account's own identity providers. */
export const providerScreens: readonly Screen[] = [
  { name: 'external-providers', as: 'customer', open: at('/ExtProviders/list') },
  {
    name: 'add-external-provider',
    as: 'customer',
    async open(page, { language }) {
      await at('/ExtProviders/list')(page);
      await page
        .getByRole('button', { name: say(language, 'Add External Provider') })
        .first()
        .click();
      await expect(page.getByRole('dialog').getByRole('textbox').first()).toBeVisible();
      await atRest(page);
    },
  },
  {
    name: 'external-provider',
    as: 'customer',
    alters: true,
    open: (page, { language }) => openNew(page, language),
  },
  {
    name: 'external-provider-guide',
    as: 'customer',
    alters: true,
    async open(page, { language }) {
      await openNew(page, language);
      await page
        .getByRole('button', { name: say(language, 'Guide with your values') })
        .first()
        .click();
      await expect(page.getByRole('dialog').getByRole('listitem').first()).toBeVisible();
      await atRest(page);
    },
  },
  {
    name: 'external-provider-failed-test',
    as: 'customer',
    alters: true,
    async open(page, { language }) {
      await openNew(page, language);
      await page
        .getByLabel(new RegExp(`^${say(language, 'Identity Provider URL')}`))
        .fill('https://login.harbor.example');
      await page.getByLabel(say(language, 'Client ID'), { exact: true }).fill('portal');
      await page.getByLabel(say(language, 'Client secret'), { exact: true }).fill('a secret of the client');
      const save = page.getByRole('button', { name: say(language, 'Save changes') });
      await save.click();
      await expect(save).toBeDisabled();
      await page.getByRole('button', { name: say(language, 'Start the test') }).click();
      await expect(page.getByRole('button', { name: say(language, 'Test again') })).toBeVisible();
      await expect(page.getByText(say(language, 'Name of the TXT record')).first()).toBeVisible();
      await atRest(page);
    },
  },
  { name: 'break-glass', as: 'visitor', open: at('/sso/break-glass') },
];
