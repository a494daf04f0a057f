import { expect } from '@playwright/test';
import { say } from '../messages.ts';
import { PurchaseSteps } from '../purchase-steps.ts';
import { changeOfCards, tellOfOperation, waitingPurchase } from './operations.ts';
import { at, atRest, product, type Screen } from './screen.ts';

/** Billing, cards, subscriptions and invoices. */
export const billingScreens: readonly Screen[] = [
  { name: 'billing-empty', as: 'newcomer', open: at('/Billing') },
  {
    name: 'payment-waiting',
    as: 'newcomer',
    async open(page, { language }) {
      await tellOfOperation(page, waitingPurchase);
      await at('/Billing')(page);
      await expect(page.getByRole('button', { name: say(language, 'Give up'), exact: true })).toBeVisible();
    },
  },
  {
    name: 'cards-confirming',
    as: 'customer',
    async open(page, { language }) {
      await tellOfOperation(page, changeOfCards);
      await at('/Billing')(page);
      const notice = page.getByText(say(language, 'A change of your cards is being confirmed'));
      await expect(notice).toBeVisible();
      await notice.scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'add-card',
    as: 'customer',
    async open(page, { language }) {
      await at('/Billing')(page);
      await page
        .getByRole('button', { name: new PurchaseSteps(page, language).say('Add a card') })
        .first()
        .click();
      await expect(page.getByRole('dialog').locator('iframe').first()).toBeVisible();
      await atRest(page);
    },
  },
  { name: 'subscriptions-empty', as: 'newcomer', open: at('/Billing/Subscriptions') },
  { name: 'invoices-empty', as: 'newcomer', open: at('/Billing/Invoices') },
  { name: 'billing', as: 'customer', open: at('/Billing') },
  { name: 'subscriptions', as: 'customer', open: at('/Billing/Subscriptions') },
  {
    name: 'subscription',
    as: 'customer',
    async open(page, { language }) {
      await at('/Billing/Subscriptions')(page);
      await page.locator('main a[href*="/Subscription/"]:visible').first().click();
      await expect(page).toHaveURL(/\/Products\/[^/]+\/Subscription\/\d+$/);
      await expect(page.getByRole('table', { name: say(language, 'Invoices') })).toBeVisible();
      await atRest(page);
    },
  },
  {
    name: 'subscription-change',
    as: 'customer',
    async open(page) {
      await at('/Billing/Subscriptions')(page);
      const link = await page.locator('main a[href*="/Subscription/"]:visible').first().getAttribute('href');
      await at(`/Products/${product.id}/Subscription/${link?.split('/').at(-1)}/Purchase`)(page);
    },
  },
  { name: 'invoices', as: 'customer', open: at('/Billing/Invoices') },
  { name: 'payments-empty', as: 'newcomer', open: at('/Billing/Payments') },
  { name: 'payments', as: 'customer', open: at('/Billing/Payments') },
  {
    name: 'payment',
    as: 'customer',
    async open(page, { language }) {
      await at('/Billing/Payments')(page);
      await page.locator('main a[href*="/Billing/Payments/"]:visible').first().click();
      await expect(page.getByRole('list', { name: say(language, 'Timeline') })).toBeVisible();
      await atRest(page);
    },
  },
  {
    name: 'billing-table',
    as: 'customer',
    async open(page, { language }) {
      await at('/Billing')(page);
      await page.getByRole('button', { name: say(language, 'Table'), exact: true }).click();
      await expect(page.getByRole('table', { name: say(language, 'Spend by product') })).toBeVisible();
      await atRest(page);
    },
  },
  { name: 'invoices-upcoming', as: 'customer', open: at('/Billing/Invoices/Upcoming') },
  { name: 'invoices-pending', as: 'newcomer', open: at('/Billing/Invoices/Pending') },
  {
    name: 'invoices-dates',
    as: 'customer',
    async open(page, { language }) {
      await at('/Billing/Invoices')(page);
      await page.getByRole('button', { name: say(language, 'Any date') }).click();
      await expect(page.getByRole('dialog').getByRole('grid')).toBeVisible();
      await atRest(page);
    },
  },
  {
    name: 'invoice',
    as: 'customer',
    async open(page) {
      await at('/Billing/Invoices')(page);
      await page.locator('main a[href*="/Details"]:visible').first().click();
      await expect(page).toHaveURL(/\/Billing\/Invoices\/in_\w+\/Details$/);
      await atRest(page);
    },
  },
];
