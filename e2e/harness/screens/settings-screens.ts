import { expect } from '@playwright/test';
import { say } from '../messages.ts';
import { at, atRest, type Screen } from './screen.ts';

/** The account's settings and its audit log. */
export const settingsScreens: readonly Screen[] = [
  { name: 'account-settings', as: 'customer', open: at('/Account/Settings') },
  {
    name: 'account-settings-second-factor',
    as: 'customer',
    async open(page, { language }) {
      await at('/Account/Settings')(page);
      await page.getByRole('button', { name: say(language, 'Require it') }).click();
      await expect(page.getByRole('dialog').getByRole('list')).toBeVisible();
      await atRest(page);
    },
  },
  { name: 'audit', as: 'customer', open: at('/Account/Settings/Audit') },
  { name: 'audit-none', as: 'customer', open: at('/Account/Settings/Audit?group=tokens') },
  {
    name: 'audit-event',
    as: 'customer',
    async open(page, { language }) {
      await at('/Account/Settings/Audit?group=signIn')(page);
      const log = page.getByRole('table', { name: say(language, 'Audit log') });
      await log.locator('[aria-expanded]').first().click();
      await expect(log.locator('dl')).toBeVisible();
    },
  },
];
