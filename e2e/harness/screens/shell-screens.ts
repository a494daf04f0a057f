import { expect, type Page } from '@playwright/test';
import { pattern } from '../messages.ts';
import { providerScreens } from './provider-screens.ts';
import { at, atRest, type Screen } from './screen.ts';
import { settingsScreens } from './settings-screens.ts';

/** Opens a menu of the header. */
async function openMenu(page: Page, button: RegExp): Promise<void> {
  await at('/')(page);
  await page.getByRole('banner').getByRole('button', { name: button }).click();
  await expect(page.getByRole('menu')).toBeVisible();
}

const header = 'login,email,firstName,lastName,admin,expDate,isOwner';
const readyFile = `${header}\nnova@import.example,nova@import.example,Nova,Lind,yes,,\nkim@import.example,kim@import.example,Kim,Park,,2099-12-31,`;
const badFile = `${header}\nnova,nova at import,Nova,Lind,perhaps,,\n,owner@globex.example,Kim,Park,,2001-12-31,`;

/** Opens the import of users, and has a file looked at. */
async function openImport(page: Page, content: string): Promise<void> {
  await at('/Account/Settings/Users/Import')(page);
  const file = { name: 'users.csv', mimeType: 'text/csv', buffer: Buffer.from(content) };
  await page.locator('input[type=file]').setInputFiles(file);
  await expect(page.getByText('users.csv')).toBeVisible();
  await atRest(page);
}

/** What stands around every page, the pages that every visitor may read, and the account's users. */
export const shellScreens: readonly Screen[] = [
  { name: 'sign-in', as: 'visitor', open: at('/login') },
  { name: 'terms-signed-out', as: 'visitor', open: at('/terms') },
  { name: 'not-found-signed-out', as: 'visitor', open: at('/404?redirectedFrom=/nowhere') },
  { name: 'users', as: 'customer', open: at('/Account/Settings/Users') },
  ...settingsScreens,
  ...providerScreens,
  { name: 'profile-info', as: 'customer', open: at('/Profile') },
  { name: 'profile-providers', as: 'customer', open: at('/Profile?tab=providers') },
  { name: 'profile-mfa', as: 'customer', open: at('/Profile?tab=mfa') },
  { name: 'profile-sessions', as: 'customer', open: at('/Profile?tab=sessions') },
  { name: 'profile-activity', as: 'customer', open: at('/Profile?tab=activity') },
  { name: 'users-none', as: 'customer', open: at('/Account/Settings/Users?textFilter=nobody+at+all') },
  {
    name: 'user',
    as: 'customer',
    async open(page) {
      await at('/Account/Settings/Users')(page);
      await page.locator('table a[href*="/User/"]:visible').first().click();
      await expect(page).toHaveURL(/\/User\/\d+$/);
      await atRest(page);
    },
  },
  { name: 'default-permissions', as: 'customer', open: at('/Account/Settings/defaultProducts') },
  { name: 'invitations', as: 'customer', open: at('/Account/Settings/Users/Invitations') },
  { name: 'user-import', as: 'customer', open: at('/Account/Settings/Users/Import') },
  { name: 'user-import-ready', as: 'customer', open: (page) => openImport(page, readyFile) },
  { name: 'user-import-bad-lines', as: 'customer', open: (page) => openImport(page, badFile) },
  {
    name: 'user-settings-of-products',
    as: 'customer',
    async open(page) {
      await at('/Account/Settings/Users')(page);
      const path = await page.getByRole('row').getByRole('link').first().getAttribute('href');
      await at(`${path}?tab=locations`)(page);
      await expect(page.locator('nav a[href*="tab="][aria-current]')).toHaveText(/^(Locations|Emplacements)$/);
      await expect(page.getByRole('main').locator('[aria-current=page]')).toHaveCount(1);
    },
  },
  {
    name: 'add-user',
    as: 'customer',
    async open(page) {
      await at('/Account/Settings/User/CreateUser')(page);
      await expect(page.getByRole('dialog').getByRole('textbox').first()).toBeFocused();
      await atRest(page);
    },
  },
  { name: 'terms', as: 'customer', open: at('/terms') },
  { name: 'privacy', as: 'customer', open: at('/privacy') },
  { name: 'terms-of-subscription', as: 'customer', open: at('/terms-of-subscription') },
  { name: 'not-found', as: 'customer', open: at('/404?redirectedFrom=/nowhere') },
  { name: 'forbidden', as: 'customer', open: at('/forbidden') },
  {
    name: 'command-palette',
    as: 'customer',
    async open(page) {
      await at('/')(page);
      await page.keyboard.press('Control+K');
      await expect(page.getByRole('dialog').getByRole('combobox')).toBeVisible();
    },
  },
  {
    name: 'user-menu',
    as: 'customer',
    open: (page, { language }) => openMenu(page, pattern(language, 'User menu: {name}')),
  },
  {
    name: 'products-menu',
    as: 'customer',
    open: (page, { language }) => openMenu(page, pattern(language, 'Products switcher')),
  },
  {
    name: 'menu',
    as: 'customer',
    async open(page, { width }) {
      await at('/')(page);
      if (width >= 600) return;
      await page.locator('header button').first().click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
];
