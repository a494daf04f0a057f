import { expect, type Page } from '@playwright/test';
import { pattern, say } from '../messages.ts';
import { providerScreens } from './provider-screens.ts';
import { openPage, type Screen, waitForRest } from './screen.ts';

/** Opens a menu of the header. */
async function openMenu(page: Page, button: RegExp): Promise<void> {
  await openPage('/')(page);
  await page.getByRole('banner').getByRole('button', { name: button }).click();
  await expect(page.getByRole('menu')).toBeVisible();
}

const header = 'login,email,firstName,lastName,admin,expDate,isOwner';
const readyFile = `${header}\nnova@import.example,nova@import.example,Nova,Lind,yes,,\nkim@import.example,kim@import.example,Kim,Park,,2099-12-31,`;
const badFile = `${header}\nnova,nova at import,Nova,Lind,perhaps,,\n,owner@globex.example,Kim,Park,,2001-12-31,`;

/** Opens the import of users with a file to preview. */
async function openImport(page: Page, content: string): Promise<void> {
  await openPage('/Account/Settings/Users/Import')(page);
  const file = { name: 'users.csv', mimeType: 'text/csv', buffer: Buffer.from(content) };
  await page.locator('input[type=file]').setInputFiles(file);
  await expect(page.getByText('users.csv')).toBeVisible();
  await waitForRest(page);
}

/** The account's settings and its audit log. */
const settingsScreens: readonly Screen[] = [
  {
    name: 'account-settings-second-factor',
    as: 'customer',
    async open(page, { language }) {
      await openPage('/Account/Settings')(page);
      await page.getByRole('button', { name: say(language, 'Require it') }).click();
      await expect(page.getByRole('dialog').getByRole('list')).toBeVisible();
      await waitForRest(page);
    },
  },
  { name: 'audit-none', as: 'customer', open: openPage('/Account/Settings/Audit?group=tokens') },
  {
    name: 'audit-event',
    as: 'customer',
    async open(page, { language }) {
      await openPage('/Account/Settings/Audit?group=signIn')(page);
      const log = page.getByRole('table', { name: say(language, 'Audit log') });
      await log.locator('[aria-expanded]').first().click();
      await expect(log.locator('dl')).toBeVisible();
    },
  },
];

/** The shell, the pages open to visitors, and the account's users. */
export const shellScreens: readonly Screen[] = [
  { name: 'sign-in', as: 'visitor', open: openPage('/login') },
  { name: 'terms-signed-out', as: 'visitor', open: openPage('/terms') },
  { name: 'not-found-signed-out', as: 'visitor', open: openPage('/404?redirectedFrom=/nowhere') },
  ...settingsScreens,
  ...providerScreens,
  { name: 'profile-providers', as: 'customer', open: openPage('/Profile?tab=providers') },
  { name: 'profile-mfa', as: 'customer', open: openPage('/Profile?tab=mfa') },
  { name: 'profile-sessions', as: 'customer', open: openPage('/Profile?tab=sessions') },
  { name: 'profile-activity', as: 'customer', open: openPage('/Profile?tab=activity') },
  { name: 'users-none', as: 'customer', open: openPage('/Account/Settings/Users?textFilter=nobody+at+all') },
  {
    name: 'user',
    as: 'customer',
    async open(page) {
      await openPage('/Account/Settings/Users')(page);
      await page.locator('table a[href*="/User/"]:visible').first().click();
      await expect(page).toHaveURL(/\/User\/\d+$/);
      await waitForRest(page);
    },
  },
  { name: 'user-import-ready', as: 'customer', open: (page) => openImport(page, readyFile) },
  { name: 'user-import-bad-lines', as: 'customer', open: (page) => openImport(page, badFile) },
  {
    name: 'user-settings-of-products',
    as: 'customer',
    async open(page) {
      await openPage('/Account/Settings/Users')(page);
      const path = await page.getByRole('row').getByRole('link').first().getAttribute('href');
      await openPage(`${path}?tab=locations`)(page);
      await expect(page.getByRole('heading', { name: /^(Locations|Emplacements)$/ })).toBeVisible();
    },
  },
  {
    name: 'add-user',
    as: 'customer',
    async open(page) {
      await openPage('/Account/Settings/Users?m=a')(page);
      await expect(page.getByRole('dialog').getByRole('textbox').first()).toBeFocused();
      await waitForRest(page);
    },
  },
  { name: 'not-found', as: 'customer', open: openPage('/404?redirectedFrom=/nowhere') },
  {
    name: 'command-palette',
    as: 'customer',
    async open(page) {
      await openPage('/')(page);
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
      await openPage('/')(page);
      if (width >= 600) return;
      await page.locator('header button').first().click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
];
