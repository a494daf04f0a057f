import { expect, type Page } from '@playwright/test';
import { pattern } from '../messages.ts';
import { at, atRest, type Screen } from './screen.ts';

/** Opens a menu of the header. */
async function openMenu(page: Page, button: RegExp): Promise<void> {
  await at('/')(page);
  await page.getByRole('banner').getByRole('button', { name: button }).click();
  await expect(page.getByRole('menu')).toBeVisible();
}

/** What stands around every page, the pages that every visitor may read, and the account's users. */
export const shellScreens: readonly Screen[] = [
  { name: 'sign-in', as: 'visitor', open: at('/login') },
  { name: 'terms-signed-out', as: 'visitor', open: at('/terms') },
  { name: 'not-found-signed-out', as: 'visitor', open: at('/404?redirectedFrom=/nowhere') },
  { name: 'users', as: 'customer', open: at('/Account/Settings/Users') },
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
      await page.locator('a[href*="/Account/Settings/Users/"]:visible').first().click();
      await expect(page).toHaveURL(/\/User\/\d+$/);
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
