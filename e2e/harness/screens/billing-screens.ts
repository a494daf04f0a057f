import { expect, type Page } from '@playwright/test';
import { type contract, paths, type ResponseOf } from '@portico/contract';
import { type Language, say } from '../messages.ts';
import { PurchaseSteps } from '../purchase-steps.ts';
import { declinedPayment, dueLater, pending } from './billing-fixtures.ts';
import { cardChange, stubOperation, waitingPurchase } from './operations.ts';
import { openPage, product, type Screen, waitForRest } from './screen.ts';

type SubscriptionDetail = ResponseOf<typeof contract.subscriptions.get>;

/** The first step of canceling the customer's first subscription. */
async function openCancelDialog(page: Page, language: Language): Promise<void> {
  await openPage('/Billing/Subscriptions')(page);
  await page.locator('main a[href*="/Subscription/"]:visible').first().click();
  await page.getByRole('button', { name: say(language, 'Cancel subscription') }).click();
}

/** The page of a mailed link to an invoice recipient. The server's response is stubbed, because valid links arrive only by mail. */
function recipientLink(kind: 'confirm' | 'leave', path: string): Screen {
  return {
    name: `recipient-${kind}`,
    as: 'visitor',
    async open(page, { language }) {
      const known = { kind, email: 'books@outside.example', accountName: 'Acme Security', language };
      await page.route('**/api/Billing/Recipients/Links/Check', (route) => route.fulfill({ json: known }));
      await openPage(`${path}?language=${language}#token`)(page);
      const button = kind === 'confirm' ? 'Yes, mail them to me' : 'Stop these emails';
      await expect(page.getByRole('button', { name: say(language, button) })).toBeVisible();
    },
  };
}

/** Stubs a scheduled change to one seat, without changing the subscription. */
async function stubScheduledChange(page: Page): Promise<void> {
  await page.route(/\/api\/Subscription\/\d+$/, async (route) => {
    const answer = await route.fetch();
    const held = (await answer.json()) as SubscriptionDetail;
    const { expirationDate, subscriptionPlanName, amount, interval, intervalCount, items } = held;
    const scheduledChange = {
      at: expirationDate,
      subscriptionPlanName,
      quantity: 1,
      seats: 1,
      amount: Math.round(amount / 2),
      interval,
      intervalCount,
      items,
    };
    await route.fulfill({ response: answer, json: { ...held, scheduledChange } });
  });
}

const estimate = 'An estimate before tax and discounts: the payment provider does not answer now.';

/** Stubs an unreachable payment provider: for upcoming invoices, only the price is known. */
async function stubProviderAway(page: Page): Promise<void> {
  const asOf = new Date(Date.now() - 7_200_000).toISOString();
  await page.route('**/api/Billing/MirrorAge', (route) => route.fulfill({ json: { asOf } }));
  await page.route('**/api/Subscription/invoices/upcoming?*', async (route) => {
    const answer = await route.fetch();
    const list = (await answer.json()) as ResponseOf<typeof contract.invoices.listUpcoming>;
    const items = list.items.map((item) => ({ ...item, stale: true, isEstimate: true, asOf }));
    await route.fulfill({ response: answer, json: { ...list, items } });
  });
}

export const billingScreens: readonly Screen[] = [
  { name: 'billing-empty', as: 'newcomer', open: openPage('/Billing') },
  {
    name: 'payment-waiting',
    as: 'newcomer',
    async open(page, { language }) {
      await stubOperation(page, waitingPurchase);
      await openPage('/Billing')(page);
      await expect(page.getByRole('button', { name: say(language, 'Give up'), exact: true })).toBeVisible();
    },
  },
  {
    name: 'cards-confirming',
    as: 'customer',
    async open(page, { language }) {
      await stubOperation(page, cardChange);
      await openPage('/Billing')(page);
      const notice = page.getByText(say(language, 'A change of your cards is being confirmed'));
      await expect(notice).toBeVisible();
      await notice.scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'add-card',
    as: 'customer',
    async open(page, { language }) {
      await openPage('/Billing')(page);
      await page
        .getByRole('button', { name: new PurchaseSteps(page, language).say('Add a card') })
        .first()
        .click();
      await expect(page.getByRole('dialog').locator('iframe').first()).toBeVisible();
      await waitForRest(page);
    },
  },
  { name: 'subscriptions-empty', as: 'newcomer', open: openPage('/Billing/Subscriptions') },
  { name: 'invoices-empty', as: 'newcomer', open: openPage('/Billing/Invoices') },
  {
    name: 'subscription',
    as: 'customer',
    async open(page, { language }) {
      await openPage('/Billing/Subscriptions')(page);
      await page.locator('main a[href*="/Subscription/"]:visible').first().click();
      await expect(page).toHaveURL(/\/Products\/[^/]+\/Subscription\/\d+$/);
      await expect(page.getByRole('table', { name: say(language, 'Invoices') })).toBeVisible();
      await waitForRest(page);
    },
  },
  {
    name: 'subscription-scheduled',
    as: 'customer',
    async open(page, { language }) {
      await stubScheduledChange(page);
      await openPage('/Billing/Subscriptions')(page);
      await page.locator('main a[href*="/Subscription/"]:visible').first().click();
      await expect(page.getByRole('button', { name: say(language, 'Keep what I have') })).toBeVisible();
      await waitForRest(page);
    },
  },
  {
    name: 'subscription-cancel',
    as: 'customer',
    async open(page, { language }) {
      await openCancelDialog(page, language);
      await expect(page.getByRole('dialog').getByText(say(language, 'What stays'))).toBeVisible();
      await waitForRest(page);
    },
  },
  {
    name: 'subscription-cancel-reason',
    as: 'customer',
    async open(page, { language }) {
      await openCancelDialog(page, language);
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('button', { name: say(language, 'Continue') }).click();
      await dialog.getByRole('radio', { name: say(language, 'It is too expensive') }).click();
      await expect(dialog.getByRole('button', { name: say(language, 'Cancel subscription') })).toBeEnabled();
      await waitForRest(page);
    },
  },
  {
    name: 'subscription-change',
    as: 'customer',
    async open(page) {
      await openPage('/Billing/Subscriptions')(page);
      const link = await page.locator('main a[href*="/Subscription/"]:visible').first().getAttribute('href');
      await openPage(`/Products/${product.id}/Subscription/${link?.split('/').at(-1)}/Purchase`)(page);
    },
  },
  { name: 'payments-empty', as: 'newcomer', open: openPage('/Billing/Payments') },
  {
    name: 'payment',
    as: 'customer',
    async open(page, { language }) {
      await openPage('/Billing/Payments')(page);
      await page.locator('main a[href*="/Billing/Payments/"]:visible').first().click();
      await expect(page.getByRole('list', { name: say(language, 'Timeline') })).toBeVisible();
      await waitForRest(page);
    },
  },
  {
    name: 'billing-spending',
    as: 'customer',
    open: openPage('/Billing?tab=spending'),
  },
  {
    name: 'replace-card',
    as: 'customer',
    async open(page, { language }) {
      await openPage('/Billing')(page);
      await page
        .getByRole('main')
        .getByRole('button', { name: new RegExp(`^${say(language, 'Replace')} `) })
        .first()
        .click();
      await expect(page.getByRole('dialog').locator('iframe').first()).toBeVisible();
      await waitForRest(page);
    },
  },
  {
    name: 'billing-table',
    as: 'customer',
    async open(page, { language }) {
      await openPage('/Billing?tab=spending')(page);
      await page.getByRole('button', { name: say(language, 'Table'), exact: true }).click();
      await expect(page.getByRole('table', { name: say(language, 'Spent by product') })).toBeVisible();
      await waitForRest(page);
    },
  },
  {
    name: 'invoices-pending',
    as: 'customer',
    async open(page, { language }) {
      await page.route('**/api/Subscription/invoices/pending?*', (route) => route.fulfill({ json: pending }));
      await openPage('/Billing/Invoices/Pending')(page);
      await expect(page.getByText(say(language, 'On the next invoice'))).toBeVisible();
    },
  },
  {
    name: 'invoices-upcoming-away',
    as: 'customer',
    async open(page, { language }) {
      await stubProviderAway(page);
      await openPage('/Billing/Invoices/Upcoming')(page);
      await expect(page.getByText(say(language, estimate)).first()).toBeVisible();
      await expect(page.getByRole('button', { name: say(language, 'Hide'), exact: true })).toBeVisible();
    },
  },
  {
    name: 'billing-due',
    as: 'customer',
    async open(page, { language }) {
      await page.route('**/api/Billing/Attention', (route) => route.fulfill({ json: { items: [dueLater] } }));
      await page.route('**/api/Subscription/invoices/pending?*', (route) => route.fulfill({ json: pending }));
      await openPage('/Billing')(page);
      await expect(page.getByRole('button', { name: say(language, 'Pay now') })).toBeVisible();
    },
  },
  {
    name: 'invoices-dates',
    as: 'customer',
    async open(page, { language }) {
      await openPage('/Billing/Invoices')(page);
      await page.getByRole('button', { name: say(language, 'Any date') }).click();
      await expect(page.getByRole('dialog').getByRole('grid')).toBeVisible();
      await waitForRest(page);
    },
  },
  {
    name: 'invoice',
    as: 'customer',
    async open(page) {
      await openPage('/Billing/Invoices')(page);
      await page.locator('main a[href*="/Details"]:visible').first().click();
      await expect(page).toHaveURL(/\/Billing\/Invoices\/in_\w+\/Details$/);
      await waitForRest(page);
    },
  },
  {
    name: 'invoice-pay',
    as: 'customer',
    async open(page) {
      const payPath = /\/api\/Subscription\/invoices\/(\w+)\/Pay$/;
      await page.route(payPath, (route) =>
        route.fulfill({ json: { invoiceId: payPath.exec(route.request().url())?.[1], ...declinedPayment } }),
      );
      await openPage('/Billing/Invoices')(page);
      const link = await page.locator('main a[href*="/Details"]:visible').first().getAttribute('href');
      await openPage(`${link}?pay=true`)(page);
      await expect(page.getByRole('dialog').getByRole('button', { name: /604/ })).toBeEnabled();
      await waitForRest(page);
    },
  },
  recipientLink('confirm', paths.confirmRecipient),
  recipientLink('leave', paths.leaveRecipient),
];
