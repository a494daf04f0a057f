import { expect } from '@playwright/test';
import { say } from '../messages.ts';
import { at, atRest, type Screen } from './screen.ts';

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
  { name: 'manual-orders', as: 'operator', open: at('/Operator/Orders') },
  { name: 'operator-licenses', as: 'operator', open: at('/Operator/Licenses') },
  { name: 'messages', as: 'operator', open: at('/Operator/Messages') },
  { name: 'outbox', as: 'operator', open: at('/dev/outbox') },
  { name: 'manual-order-new', as: 'operator', open: at('/Operator/Orders/New') },
  {
    name: 'sandbox-banner',
    as: 'operator',
    async open(page, { language }) {
      // As a production without keys of Stripe tells its operators.
      await page.route(
        (url) => url.pathname === '/',
        async (route) => {
          const response = await route.fetch();
          const body = (await response.text()).replace('"isOnSandbox":false', '"isOnSandbox":true');
          await route.fulfill({ response, body });
        },
      );
      await at('/')(page);
      await expect(page.getByRole('region', { name: say(language, 'Payments go to the sandbox') })).toBeVisible();
    },
  },
];
