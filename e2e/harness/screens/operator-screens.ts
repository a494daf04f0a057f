import { expect, type Page } from '@playwright/test';
import { pattern, say } from '../messages.ts';
import { at, atRest, type Screen } from './screen.ts';

/** Has the home page told something else about its reader. */
const tellHome = (page: Page, told: string, instead: string) =>
  page.route(
    (url) => url.pathname === '/',
    async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replace(told, instead);
      await route.fulfill({ response, body });
    },
  );

/** What an operator who acts as a user is told. Acting in fact would end what the other screens are looked at with. */
const acting = (secondsLeft: number) =>
  `"actingAs":${JSON.stringify({
    operatorName: 'Olivia Perez',
    text: 'You are signed in as Casey Quinn (Quinn & Daughters Identity Services).',
    until: new Date(Date.now() + secondsLeft * 1000).toISOString(),
    secondsLeft,
  })}`;

/** The page on which an operator begins to act as the demonstration's first customer. */
async function openUser(page: Page): Promise<void> {
  await at('/Operator/ActAs/2')(page);
}

/** The pages of the vendor's staff. */
export const operatorScreens: readonly Screen[] = [
  {
    name: 'sandbox-clocks',
    as: 'operator',
    async open(page, { language }) {
      await at('/dev/stripe')(page);
      const advance = page.getByRole('button', { name: say(language, 'Advance a month') }).first();
      const customers = page.getByRole('combobox', { name: say(language, 'Customers in real time') });
      await expect(advance.or(customers).first()).toBeVisible();
      if (!(await advance.isVisible())) {
        await customers.selectOption({ index: 1 });
        await page.getByRole('button', { name: say(language, 'Put on a clock') }).click();
      }
      await expect(advance).toBeVisible();
      await atRest(page);
    },
  },
  { name: 'sandbox-events', as: 'operator', open: at('/dev/stripe?panel=events') },
  { name: 'sandbox-no-event', as: 'operator', open: at('/dev/stripe?panel=events&about=cus_none') },
  { name: 'sandbox-objects', as: 'operator', open: at('/dev/stripe?panel=objects') },
  {
    name: 'sandbox-object',
    as: 'operator',
    async open(page) {
      await at('/dev/stripe?panel=objects')(page);
      await page.getByRole('main').getByRole('link', { name: /^cus_/ }).first().click();
      await expect(page.getByRole('dialog').getByText('"object": "customer"')).toBeVisible();
      await atRest(page);
    },
  },
  { name: 'sandbox-faults', as: 'operator', open: at('/dev/stripe?panel=faults') },
  { name: 'mirror', as: 'operator', open: at('/Billing/Stripe') },
  { name: 'cockpit', as: 'operator', open: at('/') },
  { name: 'operator-health', as: 'operator', open: at('/Operator/Health') },
  { name: 'operators', as: 'operator', open: at('/Operator/Operators') },
  { name: 'operator-accounts', as: 'operator', open: at('/Operator/Accounts') },
  {
    name: 'operator-account',
    as: 'operator',
    async open(page) {
      await at('/Operator/Accounts')(page);
      await page.getByRole('main').getByRole('link', { name: 'Acme Security' }).click();
      await expect(page.getByRole('main').getByText('owner@acme.example').first()).toBeVisible();
      await atRest(page);
    },
  },
  {
    name: 'operator-account-brand',
    as: 'operator',
    async open(page, { language }) {
      await at('/Operator/Accounts')(page);
      await page.getByRole('main').getByRole('link', { name: 'Globex' }).click();
      await page.getByRole('button', { name: say(language, 'Change brand') }).click();
      await expect(page.getByRole('dialog').getByRole('combobox')).toBeVisible();
      await atRest(page);
    },
  },
  { name: 'companies', as: 'operator', open: at('/Operator/Companies') },
  {
    name: 'company',
    as: 'operator',
    async open(page) {
      await at('/Operator/Companies')(page);
      await page.getByRole('main').getByRole('link', { name: 'Northgate ID' }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'Northgate ID' })).toBeVisible();
      await atRest(page);
    },
  },
  {
    name: 'company-customers',
    as: 'operator',
    async open(page, { language }) {
      await at('/Operator/Companies/1')(page);
      await page.getByRole('button', { name: say(language, 'Add customer') }).click();
      await atRest(page);
    },
  },
  { name: 'company-new', as: 'operator', open: at('/Operator/Companies/New') },
  { name: 'catalog', as: 'operator', open: at('/Operator/Catalog') },
  { name: 'catalog-coupons', as: 'operator', open: at('/Operator/Catalog?list=coupons') },
  { name: 'catalog-changes', as: 'operator', open: at('/Operator/Catalog/Changes') },
  { name: 'catalog-versions', as: 'operator', open: at('/Operator/Catalog/Versions') },
  { name: 'catalog-version', as: 'operator', open: at('/Operator/Catalog/Versions/1') },
  { name: 'catalog-product-new', as: 'operator', open: at('/Operator/Catalog/New/products') },
  { name: 'catalog-coupon', as: 'operator', open: at('/Operator/Catalog/Entries/coupons/WELCOME20') },
  {
    name: 'catalog-product',
    as: 'operator',
    async open(page, { language }) {
      await at('/Operator/Catalog/Entries/products/veriscan-desktop')(page);
      const plans = page.getByRole('region', { name: language === 'fr' ? 'Forfaits' : 'Plans', exact: true });
      await plans.getByRole('button', { name: language === 'fr' ? /^Professionnel/ : /^Professional/ }).click();
      await page.getByRole('button', { name: say(language, 'Show preview') }).click();
      await expect(
        page.getByRole('heading', { level: 2, name: language === 'fr' ? 'Essentiel' : 'Starter' }),
      ).toBeVisible();
      await atRest(page);
    },
  },
  { name: 'plans-kept', as: 'operator', open: at('/Products/veriscan-desktop/Plans') },
  {
    name: 'plan-edited',
    as: 'operator',
    async open(page, { language }) {
      await at('/Products/veriscan-desktop/Plans')(page);
      await page.getByRole('button', { name: say(language, 'Create Plan') }).click();
      await expect(page.getByRole('dialog').getByRole('switch')).toBeVisible();
      await atRest(page);
    },
  },
  { name: 'manual-orders', as: 'operator', open: at('/Operator/Orders') },
  { name: 'late-payments', as: 'operator', open: at('/Operator/LatePayments') },
  { name: 'operator-licenses', as: 'operator', open: at('/Operator/Licenses') },
  { name: 'operator-cancellations', as: 'operator', open: at('/Operator/Cancellations') },
  { name: 'operator-sign-ups', as: 'operator', open: at('/Operator/SignUps') },
  { name: 'messages', as: 'operator', open: at('/Operator/Messages') },
  { name: 'outbox', as: 'operator', open: at('/dev/outbox') },
  { name: 'manual-order-new', as: 'operator', open: at('/Operator/Orders/New') },
  {
    name: 'act-as',
    as: 'operator',
    async open(page, { language }) {
      await openUser(page);
      await page.getByRole('button', { name: pattern(language, 'Act as {name}') }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await atRest(page);
    },
  },
  { name: 'act-as-page', as: 'operator', open: openUser },
  {
    name: 'acting-banner',
    as: 'customer',
    async open(page, { language }) {
      await tellHome(page, '"actingAs":null', acting(3_120));
      await at('/')(page);
      await expect(page.getByRole('region', { name: say(language, 'Acting as another user') })).toBeVisible();
    },
  },
  {
    name: 'acting-is-over',
    as: 'customer',
    async open(page) {
      await tellHome(page, '"actingAs":null', acting(0));
      await at('/')(page);
      await expect(page.getByRole('alertdialog')).toBeVisible();
    },
  },
  {
    name: 'sandbox-banner',
    as: 'operator',
    async open(page, { language }) {
      // As a production without keys of Stripe tells its operators.
      await tellHome(page, '"isOnSandbox":false', '"isOnSandbox":true');
      await at('/')(page);
      await expect(page.getByRole('region', { name: say(language, 'Payments go to the sandbox') })).toBeVisible();
    },
  },
];
