import { expect, type Page } from '@playwright/test';
import { pattern, say } from '../messages.ts';
import { openPage, type Screen, waitForRest } from './screen.ts';

/** Replaces a part of the preloaded data of the home page. */
const replacePreloaded = (page: Page, part: string, instead: string) =>
  page.route(
    (url) => url.pathname === '/',
    async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replace(part, instead);
      await route.fulfill({ response, body });
    },
  );

/** The banner of an operator who acts as a user. Real acting would end the session that the other screens use. */
const acting = (secondsLeft: number) =>
  `"actingAs":${JSON.stringify({
    operatorName: 'Olivia Perez',
    text: 'You are signed in as Casey Quinn (Quinn & Daughters Identity Services).',
    until: new Date(Date.now() + secondsLeft * 1000).toISOString(),
    secondsLeft,
  })}`;

/** The page on which an operator begins to act as the demo's first customer. */
async function openUser(page: Page): Promise<void> {
  await openPage('/Operator/ActAs/2')(page);
}

/** The pages of the vendor's staff. */
export const operatorScreens: readonly Screen[] = [
  {
    name: 'sandbox-clocks',
    as: 'operator',
    async open(page, { language }) {
      await openPage('/dev/stripe')(page);
      const advance = page.getByRole('button', { name: say(language, 'Advance a month') }).first();
      const customers = page.getByRole('combobox', { name: say(language, 'Customers in real time') });
      await expect(advance.or(customers).first()).toBeVisible();
      if (!(await advance.isVisible())) {
        await customers.selectOption({ index: 1 });
        await page.getByRole('button', { name: say(language, 'Put on a clock') }).click();
      }
      await expect(advance).toBeVisible();
      await waitForRest(page);
    },
  },
  { name: 'sandbox-events', as: 'operator', open: openPage('/dev/stripe?panel=events') },
  { name: 'sandbox-no-event', as: 'operator', open: openPage('/dev/stripe?panel=events&about=cus_none') },
  { name: 'sandbox-objects', as: 'operator', open: openPage('/dev/stripe?panel=objects') },
  {
    name: 'sandbox-object',
    as: 'operator',
    async open(page) {
      await openPage('/dev/stripe?panel=objects')(page);
      await page.getByRole('main').getByRole('link', { name: /^cus_/ }).first().click();
      await expect(page.getByRole('dialog').getByText('"object": "customer"')).toBeVisible();
      await waitForRest(page);
    },
  },
  { name: 'sandbox-faults', as: 'operator', open: openPage('/dev/stripe?panel=faults') },
  { name: 'cockpit', as: 'operator', open: openPage('/') },
  {
    name: 'operator-account',
    as: 'operator',
    async open(page) {
      await openPage('/Operator/Accounts')(page);
      await page.getByRole('main').getByRole('link', { name: 'Acme Security' }).click();
      await expect(page.getByRole('main').getByText('owner@acme.example').first()).toBeVisible();
      await waitForRest(page);
    },
  },
  {
    name: 'operator-account-brand',
    as: 'operator',
    async open(page, { language }) {
      await openPage('/Operator/Accounts')(page);
      await page.getByRole('main').getByRole('link', { name: 'Globex' }).click();
      await page.getByRole('button', { name: say(language, 'Change brand') }).click();
      await expect(page.getByRole('dialog').getByRole('combobox')).toBeVisible();
      await waitForRest(page);
    },
  },
  {
    name: 'company',
    as: 'operator',
    async open(page) {
      await openPage('/Operator/Companies')(page);
      await page.getByRole('main').getByRole('link', { name: 'Northgate ID' }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'Northgate ID' })).toBeVisible();
      await waitForRest(page);
    },
  },
  {
    name: 'company-customers',
    as: 'operator',
    async open(page, { language }) {
      await openPage('/Operator/Companies/1')(page);
      await page.getByRole('button', { name: say(language, 'Add customer') }).click();
      await waitForRest(page);
    },
  },
  { name: 'catalog-coupons', as: 'operator', open: openPage('/Operator/Catalog?list=coupons') },
  { name: 'catalog-version', as: 'operator', open: openPage('/Operator/Catalog/Versions/1') },
  { name: 'catalog-product-new', as: 'operator', open: openPage('/Operator/Catalog/New/products') },
  { name: 'catalog-coupon', as: 'operator', open: openPage('/Operator/Catalog/Entries/coupons/WELCOME20') },
  {
    name: 'catalog-product',
    as: 'operator',
    async open(page, { language }) {
      await openPage('/Operator/Catalog/Entries/products/veriscan-desktop')(page);
      const plans = page.getByRole('region', { name: language === 'fr' ? 'Forfaits' : 'Plans', exact: true });
      await plans.getByRole('button', { name: language === 'fr' ? /^Professionnel/ : /^Professional/ }).click();
      await page.getByRole('button', { name: say(language, 'Show preview') }).click();
      await expect(
        page.getByRole('heading', { level: 2, name: language === 'fr' ? 'Essentiel' : 'Starter' }),
      ).toBeVisible();
      await waitForRest(page);
    },
  },
  { name: 'plans-kept', as: 'operator', open: openPage('/Products/veriscan-desktop/Plans') },
  {
    name: 'plan-edited',
    as: 'operator',
    async open(page, { language }) {
      await openPage('/Products/veriscan-desktop/Plans')(page);
      await page.getByRole('button', { name: say(language, 'Create Plan') }).click();
      await expect(page.getByRole('dialog').getByRole('switch')).toBeVisible();
      await waitForRest(page);
    },
  },
  {
    name: 'act-as',
    as: 'operator',
    async open(page, { language }) {
      await openUser(page);
      await page.getByRole('button', { name: pattern(language, 'Act as {name}') }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await waitForRest(page);
    },
  },
  { name: 'act-as-page', as: 'operator', open: openUser },
  {
    name: 'acting-banner',
    as: 'customer',
    async open(page, { language }) {
      await replacePreloaded(page, '"actingAs":null', acting(3_120));
      await openPage('/')(page);
      await expect(page.getByRole('region', { name: say(language, 'Acting as another user') })).toBeVisible();
    },
  },
  {
    name: 'acting-is-over',
    as: 'customer',
    async open(page) {
      await replacePreloaded(page, '"actingAs":null', acting(0));
      await openPage('/')(page);
      await expect(page.getByRole('alertdialog')).toBeVisible();
    },
  },
  {
    name: 'sandbox-banner',
    as: 'operator',
    async open(page, { language }) {
      // As in production without Stripe keys, for operators.
      await replacePreloaded(page, '"isOnSandbox":false', '"isOnSandbox":true');
      await openPage('/')(page);
      await expect(page.getByRole('region', { name: say(language, 'Payments go to the sandbox') })).toBeVisible();
    },
  },
];
