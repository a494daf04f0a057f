import { expect, type Page } from '@playwright/test';
import { say } from '../messages.ts';
import { openPage, type Screen, type View, waitForRest } from './screen.ts';

/** Opens the license of the subscription. */
async function openLicense(page: Page): Promise<void> {
  await openPage('/Billing/Licenses')(page);
  await page.locator('a[href*="/Billing/Licenses/"]:visible').first().click();
  await expect(page).toHaveURL(/\/Licenses\/\d+$/);
  await waitForRest(page);
}

/** Opens the list of devices, and adds one if it is empty. */
async function openDevices(page: Page, { language }: View): Promise<void> {
  await openPage('/Billing/HardwareIDs')(page);
  const device = page.locator('a[href*="/Billing/HardwareID/"]:visible').first();
  if (!(await device.isVisible())) {
    await openPage('/Billing/HardwareIDs?m=a')(page);
    const dialog = page.getByRole('dialog');
    await dialog.locator('input[name=name]').fill('FRONT-DESK-01');
    await dialog.locator('input[name=hardwareId]').fill('7C1E9A40B2D5F6A8');
    await dialog.getByRole('button', { name: say(language, 'Add device') }).click();
    await expect(dialog).toBeHidden();
  }
  await expect(device).toBeVisible();
  await waitForRest(page);
}

export const licenseScreens: readonly Screen[] = [
  { name: 'orders-empty', as: 'newcomer', open: openPage('/Billing/Orders') },
  {
    name: 'order',
    as: 'customer',
    async open(page) {
      await openPage('/Billing/Orders')(page);
      await page.locator('a[href*="/Billing/Orders/"]:visible').first().click();
      await expect(page).toHaveURL(/\/Billing\/Orders\/\d+$/);
      await waitForRest(page);
    },
  },
  { name: 'licenses-empty', as: 'newcomer', open: openPage('/Billing/Licenses') },
  { name: 'license', as: 'customer', open: openLicense },
  {
    name: 'license-add-device',
    as: 'customer',
    async open(page, view) {
      await openLicense(page);
      await page
        .getByRole('button', { name: say(view.language, 'Add device') })
        .first()
        .click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await waitForRest(page);
    },
  },
  {
    name: 'license-offline',
    as: 'customer',
    async open(page, view) {
      await openLicense(page);
      await page.getByRole('button', { name: say(view.language, 'Offline device') }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await waitForRest(page);
    },
  },
  {
    name: 'license-history',
    as: 'customer',
    async open(page, { language, width }) {
      await openLicense(page);
      if (width < 600) await page.getByRole('button', { name: say(language, 'Filters') }).click();
      await page.getByRole('button', { name: say(language, 'History') }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await waitForRest(page);
    },
  },
  { name: 'product-metrics', as: 'customer', open: openPage('/ProductDashboard/veriscan-cloud') },
  {
    name: 'product-metrics-dates',
    as: 'customer',
    async open(page, { language }) {
      await openPage('/ProductDashboard/veriscan-cloud')(page);
      await page.getByRole('button', { name: new RegExp(`^${say(language, 'Dates')}`) }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await waitForRest(page);
    },
  },
  { name: 'devices-empty', as: 'newcomer', open: openPage('/Billing/HardwareIDs') },
  {
    name: 'devices-add',
    as: 'customer',
    async open(page) {
      await openPage('/Billing/HardwareIDs?m=a')(page);
      await expect(page.getByRole('dialog')).toBeVisible();
      await expect(page).toHaveURL(/HardwareIDs$/);
      await waitForRest(page);
    },
  },
  { name: 'devices', as: 'customer', alters: true, open: openDevices },
  {
    name: 'device',
    as: 'customer',
    alters: true,
    async open(page, view) {
      await openDevices(page, view);
      await page.locator('a[href*="/Billing/HardwareID/"]:visible').first().click();
      await expect(page).toHaveURL(/\/HardwareID\/\d+$/);
      await waitForRest(page);
    },
  },
  {
    name: 'device-release',
    as: 'customer',
    alters: true,
    async open(page, view) {
      await openDevices(page, view);
      await page.locator('a[href*="/Billing/HardwareID/"]:visible').first().click();
      const words = say(view.language, 'Release or replace');
      await page.getByRole('button', { name: words }).click();
      await expect(page.getByRole('region', { name: words })).toBeVisible();
      await waitForRest(page);
    },
  },
];
