import { expect, type Page } from '@playwright/test';
import { say } from '../messages.ts';
import { openPage, product, type Screen, type View, waitForRest } from './screen.ts';

const openDashboard = openPage(`/ProductDashboard/${product.id}?tab=connect`);

async function openForm(page: Page, { language }: View): Promise<void> {
  await openDashboard(page);
  await page.getByRole('button', { name: say(language, 'Add token') }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await waitForRest(page);
}

/** Creates a token that does not expire, and waits for its text. */
async function makeToken(page: Page, view: View): Promise<void> {
  const { language } = view;
  await openForm(page, view);
  await page
    .getByRole('dialog')
    .getByRole('textbox', { name: say(language, 'Name') })
    .fill('Door tablets');
  await page.getByRole('button', { name: say(language, 'Infinite Date') }).click();
  await page.getByRole('button', { name: say(language, 'Create token') }).click();
  await expect(page.getByRole('dialog', { name: say(language, 'Copy the token now') })).toBeVisible();
  await waitForRest(page);
}

/** The table with a token. */
async function openTable(page: Page, view: View): Promise<void> {
  await makeToken(page, view);
  await page.getByRole('button', { name: say(view.language, 'Close'), exact: true }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await waitForRest(page);
}

/** A product's dashboard with its tokens, and the dialogs for tokens. */
export const productTokenScreens: readonly Screen[] = [
  { name: 'product-dashboard-not-held', as: 'newcomer', open: openDashboard },
  { name: 'product-dashboard', as: 'customer', open: openDashboard },
  {
    name: 'add-token',
    as: 'customer',
    async open(page, view) {
      await openForm(page, view);
      await page.getByRole('button', { name: say(view.language, 'Choose a day') }).click();
      await expect(page.getByRole('grid')).toBeVisible();
      await waitForRest(page);
    },
  },
  { name: 'product-dashboard-tokens', as: 'customer', alters: true, open: openTable },
  { name: 'new-token', as: 'customer', alters: true, open: makeToken },
  {
    name: 'replace-token',
    as: 'customer',
    alters: true,
    async open(page, view) {
      const { language } = view;
      await openTable(page, view);
      const menu = say(language, 'Actions for {name}', { name: 'Door tablets' });
      await page.getByRole('button', { name: menu }).first().click();
      await page.getByRole('menuitem', { name: say(language, 'Replace') }).click();
      await expect(page.getByRole('dialog', { name: say(language, 'Replace token') })).toBeVisible();
      await waitForRest(page);
    },
  },
];
