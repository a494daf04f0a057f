import type { Page } from '@playwright/test';
import { ApiClient, taxedAddress } from '../harness/api-client.ts';
import type { Customer } from '../harness/customers.ts';
import { say } from '../harness/messages.ts';
import { centsIn, money } from '../harness/money.ts';
import { overviewCalls } from '../harness/overview-calls.ts';
import type { Portal } from '../harness/portal.ts';
import { openPage, waitForRest } from '../harness/screens/screen.ts';
import { signIn } from '../harness/sign-in.ts';
import { storyLanguages } from '../harness/soak.ts';
import { callStripe, previewNext, readStripeState } from '../harness/stripe-state.ts';
import { expect, test } from '../harness/test.ts';

const desktop = 'veriscan-desktop';
const plan = `${desktop}-professional`;
const credit = 1_500;

interface StripePayment {
  readonly id: string;
  readonly amount: number;
  readonly description: string;
}
interface StripeCharge {
  readonly balance_transaction: { readonly fee: number; readonly net: number };
  readonly outcome: { readonly risk_score: number };
}

/** Three monthly seats with sales taxes, a declined charge of a second card, and a credit from the vendor. */
async function spend(portal: Portal, { email, password }: Customer): Promise<ApiClient> {
  const { sandbox } = portal.ports;
  const client = await ApiClient.signIn(portal.url, email, password);
  const card = await client.addCard(`http://127.0.0.1:${sandbox}`);
  const quote = await client.quote(desktop, plan, `${plan}-monthly`, card.stripeId, 3, {
    shippingDetails: taxedAddress,
  });
  await quote.send();
  const { customers } = await readStripeState(sandbox, email);
  const customer = customers[0]?.id ?? '';
  await callStripe(sandbox, 'POST', `customers/${customer}/balance_transactions`, {
    amount: String(-credit),
    currency: 'usd',
    description: 'Credit for an outage',
  });
  const balance = () => client.call<{ endingBalance: number }>('GET', '/api/Billing/Balance');
  await expect.poll(async () => (await balance()).endingBalance).toBe(credit);
  return client;
}

/** The customer at Stripe, with the only payment and its charge. */
async function paidAtStripe(portal: Portal, email: string) {
  const { sandbox } = portal.ports;
  const state = await readStripeState(sandbox, email);
  const customer = state.customers[0]?.id ?? '';
  const list = <Item>(path: string, query: Record<string, string>) =>
    callStripe<{ data: Item[] }>(sandbox, 'GET', path, query);
  const [payments, charges] = await Promise.all([
    list<StripePayment>('payment_intents', { customer }),
    list<StripeCharge>('charges', { customer, 'expand[]': 'data.balance_transaction' }),
  ]);
  const next = await previewNext(sandbox, state.subscriptions[0]?.id ?? '');
  return { ...state, payment: payments.data[0], charge: charges.data[0], next };
}

/** A part of the overview by its heading. */
const fact = (page: Page, title: string) =>
  page
    .getByRole('main')
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: title, exact: true }) });

for (const language of storyLanguages('en')) {
  const translated = (message: string, values?: Record<string, string>) => say(language, message, values);

  test.describe(`an owner, in ${language === 'en' ? 'English' : 'French'}`, () => {
    test.use({ locale: language === 'en' ? 'en-US' : 'fr-CA' });

    test('sees Stripe’s amounts on the overview', async ({ page, portal, customer }) => {
      await spend(portal, customer);
      const { invoices, next, charges } = await paidAtStripe(portal, customer.email);
      const paid = charges.reduce((sum, { amount }) => sum + amount, 0);
      expect(next.amount_due).toBe(next.total - credit);
      await signIn(page, customer.email, customer.password);
      await page.goto('/Billing');
      const main = page.getByRole('main');

      await test.step('shows the next charge with its lines, split between card and credit', async () => {
        const payment = fact(page, translated('Next charge'));
        await expect(payment.getByRole('paragraph').first()).toHaveText(money(next.amount_due, language));
        const amounts = payment.getByRole('definition');
        await expect(amounts.nth(-3)).toHaveText(money(next.total, language));
        await expect(amounts.nth(-2)).toContainText(money(credit, language));
        await expect(amounts.nth(-1)).toHaveText(money(next.amount_due, language));
      });
      await test.step('shows the credit and the spending', async () => {
        const spent = fact(page, translated('Paid so far'));
        await expect(spent.getByRole('definition')).toHaveText(money(credit, language));
        await expect(spent.getByRole('paragraph').first()).toHaveText(money(paid, language));
      });
      await test.step('shows the latest invoice', async () => {
        const row = main
          .getByRole('list', { name: translated('Invoices'), exact: true })
          .getByRole('listitem')
          .filter({ hasText: invoices[0]?.number ?? 'none' });
        await expect(row.getByText(money(invoices[0]?.total ?? 0, language))).toBeVisible();
      });
      await main.getByRole('link', { name: translated('Spending'), exact: true }).click();
      await test.step('shows this month and the next renewal in the chart’s table', async () => {
        const table = main.getByRole('table', { name: translated('Spent by product') });
        const [current, due] = [table.getByRole('row').nth(12), table.getByRole('row').last()];
        const totalPaid = invoices.reduce((sum, invoice) => sum + invoice.amount_paid, 0);
        await expect(current.getByRole('cell').first()).toHaveText(money(totalPaid, language));
        await expect(due.getByRole('cell').last()).toHaveText(money(next.amount_due, language));
        await expect(table.getByRole('rowheader')).toHaveCount((await table.getByRole('row').count()) - 1);
        await expect(table.getByRole('columnheader').first()).toHaveText(translated('Month'));
      });
      await test.step('shows a month of the chart by arrow keys', async () => {
        const slider = main.getByRole('slider', { name: translated('Month of the chart') });
        await slider.focus();
        await page.keyboard.press('Home');
        await expect(slider).toHaveAttribute('aria-valuetext', money(0, language));
        await page.keyboard.press('End');
        await expect(slider).toHaveAttribute('aria-valuetext', money(next.amount_due, language));
      });
      await test.step('shows the activity', async () => {
        const happened = (words: string) => main.getByRole('listitem').filter({ hasText: words });
        await expect(happened('Credit for an outage').getByText(money(credit, language))).toBeVisible();
        await expect(
          happened(translated('Paid with {card}', { card: '' })).getByText(money(paid, language)),
        ).toBeVisible();
      });
    });

    test('follows a payment from the overview to its list and its details', async ({ page, portal, customer }) => {
      await spend(portal, customer);
      const { payment, charge } = await paidAtStripe(portal, customer.email);
      await signIn(page, customer.email, customer.password);
      await page.goto('/Billing');
      const main = page.getByRole('main');
      const latest = main.getByRole('list', { name: translated('Payments'), exact: true });
      await expect(latest.getByText(money(payment?.amount ?? 0, language))).toBeVisible();
      await main
        .getByRole('link', { name: translated('View all: payments') })
        .last()
        .click();
      await expect(page).toHaveURL(/\/Billing\/Payments$/);
      const rows = main.getByRole('table', { name: translated('Payments') }).getByRole('row');
      await expect(rows).toHaveCount(2);
      await expect(rows.last().getByText(money(payment?.amount ?? 0, language))).toBeVisible();
      await main.getByRole('button', { name: translated('Amount'), exact: true }).click();
      await expect(page).toHaveURL(/sortField=amount/);

      await rows.last().getByRole('link').click();
      await expect(page).toHaveURL(new RegExp(`/Billing/Payments/${payment?.id}/Details$`));
      const figureAt = (label: string) =>
        main
          .locator('dl > div')
          .filter({ has: page.getByText(translated(label), { exact: true }) })
          .getByRole('definition');
      await expect(figureAt('Amount')).toHaveText(money(payment?.amount ?? 0, language));
      await expect(figureAt('Net')).toHaveText(money(charge?.balance_transaction.net ?? 0, language));
      const fee = (await figureAt('Fee of the payment provider').textContent()) ?? '';
      expect(centsIn(fee)).toBe(charge?.balance_transaction.fee);
      expect(fee).toMatch(/^\(.*\)$/);
      await expect(figureAt('Outcome')).toContainText(
        translated('Score {riskScore} of 100', { riskScore: String(charge?.outcome.risk_score) }),
      );
      await expect(
        main
          .getByRole('list', { name: translated('Timeline') })
          .getByRole('listitem')
          .first(),
      ).toBeVisible();
    });

    test('does not find another account’s payment', async ({ page, portal, customer, complaints }) => {
      complaints.expect(/404/);
      const owner = await spend(portal, customer);
      const { items } = await owner.call<{ items: { stripeId: string }[] }>('GET', '/api/Billing/PaymentIntents');
      const id = items[0]?.stripeId ?? '';
      await signIn(page, 'owner@globex.example');
      for (const path of ['', '/Events']) {
        const answer = await page.request.get(`${portal.url}/api/Billing/PaymentIntents/${id}${path}`);
        expect(answer.status()).toBe(404);
      }
      await page.goto(`/Billing/Payments/${id}/Details`);
      await expect(page.getByText(translated('This payment was not found'))).toBeVisible();
    });
  });
}

test('the overview keeps its layout while it loads, and requests all of its data at once', async ({
  page,
  portal,
  customer,
}) => {
  await spend(portal, customer);
  await signIn(page, customer.email, customer.password);
  await page.addInitScript(`
    window.shifts = { sum: 0 };
    new PerformanceObserver((list) => {
      for (const { hadRecentInput, value } of list.getEntries()) if (!hadRecentInput) window.shifts.sum += value;
    }).observe({ type: 'layout-shift', buffered: true });
  `);
  // No call is answered until all are made. A call that waits for another call's answer would never be made.
  const asked = new Set<string>();
  let answerAll = () => {};
  const allAreAsked = new Promise<void>((resolve) => {
    answerAll = resolve;
  });
  await page.route('/api/**', async (route) => {
    const { pathname, search } = new URL(route.request().url());
    asked.add(pathname + search);
    if (overviewCalls.every((call) => asked.has(call))) answerAll();
    await allAreAsked;
    await route.continue();
  });
  await openPage('/Billing')(page);
  await expect(page.getByRole('list').filter({ hasText: 'Visa ending in 4242' }).first()).toBeVisible();
  await waitForRest(page);
  expect([...asked].sort()).toEqual([...overviewCalls].sort());
  expect(await page.evaluate('window.shifts.sum')).toBeLessThan(0.02);
});
