import { readFile } from 'node:fs/promises';
import type { Download, Page } from '@playwright/test';
import { ApiClient } from '../harness/api-client.ts';
import { demonstrationPassword } from '../harness/demonstration-password.ts';
import { say, setLanguage } from '../harness/messages.ts';
import { readOverviewFigures } from '../harness/overview-figures.ts';
import { type Portal, postgresPid, waitForHistory, withHistory } from '../harness/portal.ts';
import { cards, PurchaseSteps } from '../harness/purchase-steps.ts';
import { signIn } from '../harness/sign-in.ts';
import { storyLanguages } from '../harness/soak.ts';
import { readStripeState, type StripeState } from '../harness/stripe-state.ts';
import { expect, test } from '../harness/test.ts';

const owner = 'owner@acme.example';
const dollars = (cents: number) => (cents / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' });
const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0);

interface Expected {
  readonly figures: Awaited<ReturnType<typeof readOverviewFigures>>;
  /** Products by id. */
  readonly names: ReadonlyMap<string, string>;
}

/** Compares the billing page with figures from Stripe's objects. */
async function expectOverview(page: Page, portal: Portal, { figures, names }: Expected): Promise<void> {
  const { next, months, newestInvoices, newestPayments, pending, live } = figures;
  await page.goto(`${portal.url}/Billing`);
  const main = page.getByRole('main');
  const part = (title: string) =>
    main.locator('section').filter({ has: page.getByRole('heading', { name: title, exact: true }) });
  const day = (seconds: number, style: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-US', { timeZone: 'America/New_York', ...style }).format(seconds * 1_000);

  if (!next) throw new Error('the history has no renewing subscription');
  const payment = part('Next charge');
  // A job calculates the next payment with tax, which takes a moment.
  await expect(payment).toContainText(dollars(next.due), { timeout: 60_000 });
  await expect(payment.getByText(names.get(next.product) ?? 'none')).toBeVisible();
  await expect(payment).toContainText(next.last4);
  await expect(
    payment.getByText(day(next.at, { month: 'short', day: 'numeric' }), { exact: false }).first(),
  ).toBeVisible();
  const spent = part('Paid so far');
  await expect(spent.getByRole('definition')).toHaveText(dollars(figures.credit));
  await expect(spent.getByRole('paragraph').first()).toHaveText(dollars(figures.spent));
  await expect(spent).toContainText(`${figures.payments} payments`);
  await expect(spent).toContainText(`since ${day(figures.since, { month: 'short', day: 'numeric', year: 'numeric' })}`);
  await expect(main.getByRole('alert').first()).toContainText(dollars(figures.owed));

  for (const { product, amount } of live) {
    const row = main.getByRole('link').filter({ hasText: names.get(product) ?? 'none' });
    await expect(row.filter({ hasText: dollars(amount) }).first(), product).toBeVisible();
  }
  for (const { number, amount_remaining: left } of pending) {
    const row = main.getByRole('listitem').filter({ hasText: number ?? 'Draft invoice' });
    await expect(row.filter({ hasText: dollars(left) }).first()).toBeVisible();
  }
  const rows = main.getByRole('list', { name: 'Invoices' }).getByRole('listitem');
  await expect(rows).toHaveCount(newestInvoices.length);
  for (const { number, total } of newestInvoices)
    await expect(rows.filter({ hasText: number ?? 'none' })).toContainText(dollars(total));
  const paid = main.getByRole('list', { name: 'Payments' }).getByRole('listitem');
  await expect(paid).toHaveCount(newestPayments.length);
  for (const { amount } of newestPayments)
    await expect(paid.filter({ hasText: dollars(amount) }).first()).toBeVisible();

  await main.getByRole('link', { name: 'Spending', exact: true }).click();
  await main.getByText('By payment date', { exact: true }).click();
  // The chart's table by product: the last eleven months and this one.
  const table = main.getByRole('table', { name: 'Spent by product' });
  // The chart and its table load after the page.
  await expect(table.getByRole('row').nth(months.length)).toBeAttached();
  const heads = await table.getByRole('columnheader').allTextContents();
  for (const [index, { products }] of months.entries()) {
    const cells = await table
      .getByRole('row')
      .nth(index + 1)
      .getByRole('cell')
      .allTextContents();
    const findCell = (head: string) => cells[heads.indexOf(head) - 1] ?? dollars(0);
    for (const [id, name] of names) {
      const { paid, unpaid } = products.get(id) ?? { paid: 0, unpaid: 0 };
      expect(findCell(name), `${months[index]?.month} ${name}`).toBe(dollars(paid));
      expect(findCell(`${name} (past due)`), `${months[index]?.month} ${name}, unpaid`).toBe(dollars(unpaid));
    }
  }
  expect(sum(months.flatMap(({ products }) => [...products.values()].map(({ paid }) => paid)))).toBeGreaterThan(0);
}

/** The latest March that is over. */
function lastMarch(now = new Date()): number {
  return now.getMonth() > 2 ? now.getFullYear() : now.getFullYear() - 1;
}

async function expectPdf(download: Download, number: string): Promise<void> {
  expect(download.suggestedFilename()).toBe(`${number}.pdf`);
  expect((await readFile(await download.path())).subarray(0, 5).toString()).toBe('%PDF-');
}

/** Chooses a day in the calendar of the open tab, by month and year. */
async function chooseDay(page: Page, year: number, month: number, day: number): Promise<void> {
  const panel = page.getByRole('dialog').getByRole('tabpanel');
  const [months, years] = [panel.locator('select').first(), panel.locator('select').last()];
  await years.selectOption(String(year));
  await months.selectOption(String(month - 1));
  const two = (part: number) => String(part).padStart(2, '0');
  await panel.locator(`td[data-day="${year}-${two(month)}-${two(day)}"] button`).click();
}

const readState = (portal: Portal): Promise<StripeState> => readStripeState(portal.ports.sandbox, owner);

// Both stories share one history, because it takes a minute.
test.describe.configure({ mode: 'serial' });

test('the demo’s history is generated while a user looks around, survives a kill, and allows another purchase', async ({
  page,
  namedPortal,
}) => {
  test.setTimeout(600_000);
  const portal = await namedPortal('history', { settings: withHistory });

  await test.step('a user signs in during the generation and sees its progress', async () => {
    await page.goto(portal.url);
    await signIn(page, owner, undefined, portal.url);
    const progress = page.getByRole('progressbar', { name: 'Loading 14 months of history' });
    await expect(progress).toBeVisible();
    // The page shows the progress a moment before the log does.
    await expect.poll(portal.log).toContain('Making 14 months of history for Acme Security …');
    expect(portal.log()).not.toContain('The history is made');
  });

  await test.step('resumes at the next start after a kill in the middle', async () => {
    const begun = /history for Acme Security … [2-9]\d %/;
    await expect.poll(portal.log, { timeout: 180_000, intervals: [100] }).toMatch(begun);
    await page.goto('about:blank');
    await portal.kill();
    expect(portal.log()).not.toContain('The history is made');
    expect(postgresPid(portal.dataDir)).toBeDefined();
    await portal.startAgain();
    await page.goto(`${portal.url}/Billing/Invoices`);
    await waitForHistory(portal);
    await expect(page.getByRole('progressbar', { name: 'Loading 14 months of history' })).toHaveCount(0);
  });

  const stripeState = await readState(portal);
  await test.step('charged nothing twice', async () => {
    expect(stripeState.subscriptions).toHaveLength(4);
    expect(stripeState.invoices).toHaveLength(32);
    // The newest renewal was declined, and is left to be paid.
    expect(stripeState.invoices.map(({ status }) => status).filter((status) => status !== 'paid')).toEqual(['open']);
    expect(sum(stripeState.charges.map(({ amount }) => amount))).toBe(
      sum(stripeState.invoices.map((one) => one.amount_paid)),
    );
    expect(stripeState.charges).toHaveLength(stripeState.invoices.filter((one) => one.amount_paid > 0).length);
  });

  await test.step('the screens show the state at Stripe', async () => {
    const main = page.getByRole('main');
    // The list refreshed itself when the history was complete.
    await expect(main.getByText(stripeState.invoices[0]?.number ?? 'none').first()).toBeVisible();
    await page.goto(`${portal.url}/Billing/Invoices?pageSize=100`);
    for (const { number, total, status } of stripeState.invoices) {
      const row = main.getByRole('row').filter({ hasText: number });
      await expect(row).toContainText(dollars(total));
      await expect(row).toContainText(status === 'paid' ? 'Paid' : 'Open');
    }
    await page.goto(`${portal.url}/Billing/Subscriptions`);
    const held = main.getByRole('row');
    await expect(held.filter({ hasText: 'Veriscan Cloud' })).toContainText('$407.00');
    await expect(held.filter({ hasText: 'Veriscan Parsing SDK' })).toContainText('Active');
    await expect(held.filter({ hasText: 'Veriscan Age Check' })).toContainText(/Ends/);
    const forensics = held.filter({ hasText: 'Veriscan Document Forensics' });
    await expect(forensics.filter({ hasText: /Ended|Canceled/ })).toHaveCount(1);
    await expect(forensics.filter({ hasText: 'Past due' })).toHaveCount(1);
    await page.goto(`${portal.url}/products`);
    await expect(main.getByRole('heading', { level: 2, name: 'Veriscan Cloud' })).toBeVisible();
  });

  await test.step('each figure of the billing page follows from Stripe’s objects', async () => {
    const client = await ApiClient.signIn(portal.url, owner, demonstrationPassword);
    const { items: products } = await client.call<{ items: { id: string; displayName: string }[] }>(
      'GET',
      '/api/Products/List',
    );
    const figures = await readOverviewFigures(
      portal.ports.sandbox,
      owner,
      products.map(({ id }) => id),
    );
    await expectOverview(page, portal, { figures, names: new Map(products.map((one) => [one.id, one.displayName])) });
  });

  await test.step('another product can be bought as usual', async () => {
    const steps = new PurchaseSteps(page);
    await page.goto(`${portal.url}/products`);
    await page.getByRole('link', { name: 'See plans Veriscan Desktop' }).click();
    await steps.choose('Professional');
    await steps.continueTo('Choose add-ons');
    await steps.continueTo('Billing details');
    await steps.fillCard(cards.good);
    await steps.goToConfirmation();
    await expect(steps.payButton).toBeEnabled();
    const price = await steps.priceNow();
    expect(price).toBe('$52.19');
    await steps.payButton.click();
    await steps.expectSuccess('Veriscan Desktop');
    await page.goto(`${portal.url}/Billing/Invoices`);
    await expect(page.getByRole('main').getByRole('row').nth(1)).toContainText(price);
    const after = await readState(portal);
    expect(after.subscriptions).toHaveLength(5);
    expect(after.charges).toHaveLength(stripeState.charges.length + 1);
  });
});

test('a read-only bookkeeper finds last March’s invoice, saves its PDF, and cannot pay', async ({
  page,
  namedPortal,
}) => {
  test.setTimeout(400_000);
  const portal = await namedPortal('history', { settings: withHistory });
  await waitForHistory(portal);
  await signIn(page, 'readonly@acme.example', undefined, portal.url);
  const year = lastMarch();

  for (const language of storyLanguages('en')) {
    const translated = (message: string, values?: Record<string, string>) => say(language, message, values);
    const save = async (number: string) => {
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: translated('Download PDF') }).click(),
      ]);
      await expectPdf(download, number);
    };

    await test.step(`filters invoices by date (${language})`, async () => {
      await setLanguage(page, language, portal.url);
      await page.goto(`${portal.url}/Billing/Invoices`);
      await page.getByRole('button', { name: translated('Any date') }).click();
      const dialog = page.getByRole('dialog');
      await chooseDay(page, year, 3, 1);
      await dialog.getByRole('tab', { name: translated('End Date') }).click();
      await chooseDay(page, year, 3, 31);
      await dialog.getByRole('button', { name: translated('Apply'), exact: true }).click();
      await expect(page).toHaveURL(/from=.*to=/);
      const links = page.getByRole('table').getByRole('link');
      const march = new Intl.DateTimeFormat(language === 'fr' ? 'fr-CA' : 'en-US', { month: 'short' });
      const word = march.format(new Date(year, 2, 10));
      // Every row is of March and names its product.
      const rows = page.getByRole('row').filter({ has: page.getByRole('link') });
      await expect(rows.first()).toContainText(word);
      for (const row of await rows.all()) {
        await expect(row).toContainText(word);
        await expect(row).toContainText('Veriscan');
      }
      const number = (await links.first().textContent()) ?? '';
      await links.first().click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(translated('Invoice {number}', { number }));
      await expect(page.getByText(translated('Billed to'))).toBeVisible();
      await save(number);
    });

    await test.step(`shows an open invoice without a way to pay it (${language})`, async () => {
      await page.goto(`${portal.url}/Billing/Invoices?status=open`);
      const link = page.getByRole('table').getByRole('link').first();
      const number = (await link.textContent()) ?? '';
      await link.click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(translated('Invoice {number}', { number }));
      await save(number);
      const main = page.getByRole('main');
      await expect(main.locator('a[href^="http"]')).toHaveCount(0);
      await expect(main.getByRole('button', { name: /^(Pay|Payer) / })).toHaveCount(0);
    });
  }
});
