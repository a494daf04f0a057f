import { readFile } from 'node:fs/promises';
import type { Download, Page } from '@playwright/test';
import { ApiClient } from './harness/api-client.ts';
import { say, speak } from './harness/messages.ts';
import { oweAnInvoice } from './harness/owed-invoice.ts';
import { historyOf, withHistory } from './harness/portal.ts';
import { signIn } from './harness/sign-in.ts';
import { storyLanguages } from './harness/soak.ts';
import { readStripeState } from './harness/stripe-state.ts';
import { expect, test } from './harness/test.ts';

/** The latest March that is over. */
function lastMarch(now = new Date()): number {
  return now.getMonth() > 2 ? now.getFullYear() : now.getFullYear() - 1;
}

async function expectPdf(download: Download, number: string): Promise<void> {
  expect(download.suggestedFilename()).toBe(`${number}.pdf`);
  expect((await readFile(await download.path())).subarray(0, 5).toString()).toBe('%PDF-');
}

/** Chooses a day in the calendar of the tab that is open, by its month and year. */
async function chooseDay(page: Page, year: number, month: number, day: number): Promise<void> {
  const panel = page.getByRole('dialog').getByRole('tabpanel');
  const [months, years] = [panel.locator('select').first(), panel.locator('select').last()];
  await years.selectOption(String(year));
  await months.selectOption(String(month - 1));
  const two = (part: number) => String(part).padStart(2, '0');
  await panel.locator(`td[data-day="${year}-${two(month)}-${two(day)}"] button`).click();
}

test('a bookkeeper who may only read finds last March’s invoice, saves its PDF, and cannot pay', async ({
  page,
  ownPortal,
}) => {
  test.setTimeout(400_000);
  const portal = await ownPortal({ settings: withHistory });
  await historyOf(portal);
  await signIn(page, 'readonly@acme.example', undefined, portal.url);
  const year = lastMarch();

  for (const language of storyLanguages('en')) {
    const told = (message: string, values?: Record<string, string>) => say(language, message, values);
    const save = async (number: string) => {
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: told('Download PDF') }).click(),
      ]);
      await expectPdf(download, number);
    };

    await test.step(`by its dates (${language})`, async () => {
      await speak(page, language, portal.url);
      await page.goto(`${portal.url}/Billing/Invoices`);
      await page.getByRole('button', { name: told('Any date') }).click();
      const dialog = page.getByRole('dialog');
      await chooseDay(page, year, 3, 1);
      await dialog.getByRole('tab', { name: told('End Date') }).click();
      await chooseDay(page, year, 3, 31);
      await dialog.getByRole('button', { name: told('Apply'), exact: true }).click();
      await expect(page).toHaveURL(/from=.*to=/);
      const links = page.getByRole('table').getByRole('link');
      const march = new Intl.DateTimeFormat(language === 'fr' ? 'fr-CA' : 'en-US', { month: 'short' });
      const word = march.format(new Date(year, 2, 10));
      // Every row is one of March, and names its product.
      const rows = page.getByRole('row').filter({ has: page.getByRole('link') });
      await expect(rows.first()).toContainText(word);
      for (const row of await rows.all()) {
        await expect(row).toContainText(word);
        await expect(row).toContainText('Veriscan');
      }
      const number = (await links.first().textContent()) ?? '';
      await links.first().click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(told('Invoice {number}', { number }));
      await expect(page.getByText(told('Billed to'))).toBeVisible();
      await save(number);
    });

    await test.step(`and one that is open, without a way to pay it (${language})`, async () => {
      await page.goto(`${portal.url}/Billing/Invoices?status=open`);
      const link = page.getByRole('table').getByRole('link').first();
      const number = (await link.textContent()) ?? '';
      await link.click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(told('Invoice {number}', { number }));
      await save(number);
      const main = page.getByRole('main');
      await expect(main.locator('a[href^="http"]')).toHaveCount(0);
      await expect(main.getByRole('button', { name: told('Charge the saved card') })).toHaveCount(0);
    });
  }
});

for (const language of storyLanguages('en')) {
  const told = (message: string, values?: Record<string, string>) => say(language, message, values);

  test.describe(`in ${language === 'en' ? 'English' : 'French'}`, () => {
    // A bookkeeper at a desk reads English, one who is on the way French.
    test.use(language === 'en' ? { locale: 'en-US' } : { locale: 'fr-CA', viewport: { width: 390, height: 844 } });

    test('an open invoice is paid after its card was declined', async ({ page, portal, customer, complaints }) => {
      complaints.expect(/402 .*sendToPay/);
      const { id, mendCard } = await oweAnInvoice(portal, customer);
      await signIn(page, customer.email, customer.password);
      await page.goto(`/Billing/Invoices/${id}/Details`);
      const main = page.getByRole('main');
      const charge = main.getByRole('button', { name: told('Charge the saved card') });
      await charge.click();
      const refusal = main.getByRole('alert');
      await expect(refusal).toContainText(told('Nothing was charged, and the invoice is still open.'));
      await expect(refusal.getByRole('button', { name: told('Pay with another card') })).toBeVisible();
      await mendCard();
      await charge.click();
      await expect(main.getByText(told('Thank you. The payment was taken.'))).toBeVisible();
      await expect(main.getByText(told('Paid'), { exact: true }).first()).toBeVisible();
      await expect(charge).toHaveCount(0);
      const { invoices } = await readStripeState(portal.ports.sandbox, customer.email);
      expect(invoices.find((invoice) => invoice.id === id)?.status).toBe('paid');
    });

    test('the file of the filtered list has what the list shows', async ({ page, portal, customer }) => {
      const { id } = await oweAnInvoice(portal, customer);
      const { invoices } = await readStripeState(portal.ports.sandbox, customer.email);
      const open = invoices.find((invoice) => invoice.id === id);
      const others = invoices.filter((invoice) => invoice.id !== id);
      await signIn(page, customer.email, customer.password);
      await page.goto('/Billing/Invoices?status=open');
      const main = page.getByRole('main');
      await expect(main.getByRole('link', { name: open?.number ?? 'none' })).toBeVisible();
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        main.getByRole('link', { name: told('Download as a CSV file') }).click(),
      ]);
      expect(download.suggestedFilename()).toMatch(/\.csv$/);
      const file = await readFile(await download.path(), 'utf8');
      const amount = (cents: number) => (cents / 100).toFixed(2);
      const [head = '', ...lines] = file
        .replace(/^\uFEFF/, '')
        .trim()
        .split(/\r?\n/);
      expect(head.split(',').length).toBeGreaterThan(8);
      expect(lines).toHaveLength(1);
      expect(lines[0]).toContain(open?.number);
      expect(lines[0]).toContain(`,${amount(open?.total ?? 0)},`);
      for (const { number } of others) expect(file).not.toContain(number);
    });

    test('what was paid and what remains stand behind the amount due', async ({ page, portal, customer }) => {
      const { id } = await oweAnInvoice(portal, customer);
      await signIn(page, customer.email, customer.password);
      await page.goto(`/Billing/Invoices/${id}/Details`);
      const main = page.getByRole('main');
      const amount = main.locator('button[aria-expanded]').first();
      const behind = main.getByText(told('Remaining'), { exact: true }).first();
      await expect(behind).toBeHidden();
      await amount.hover();
      await expect(behind).toBeVisible();
      await page.keyboard.press('Escape');
      await page.mouse.move(0, 0);
      await expect(behind).toBeHidden();
      await amount.press('Enter');
      await expect(behind).toBeVisible();
    });
  });
}

test('an invoice of another account is not there', async ({ page, portal, customer, complaints }) => {
  complaints.expect(/404 .*api\/Subscription\/invoices/);
  const { id } = await oweAnInvoice(portal, customer);
  const stranger = await ApiClient.signIn(portal.url, 'owner@globex.example', 'Portico-demo-1');
  for (const path of ['Details', 'Events', 'Pdf']) {
    const answer = await stranger.request('GET', `/api/Subscription/invoices/${id}/${path}`);
    expect(answer.status, path).toBe(404);
  }
  expect((await stranger.request('POST', `/api/Subscription/invoices/sendToPay/${id}`, {})).status).toBe(404);
  await signIn(page, 'owner@globex.example');
  for (const path of [`/Billing/Invoices/${id}/Details`, `/Products/veriscan-desktop/Plans/${id}`]) {
    await page.goto(path);
    await expect(page.getByText('This invoice was not found'), path).toBeVisible();
  }
});

test('an invoice is read below its product too, and what is none leads to the plans', async ({
  page,
  portal,
  customer,
}) => {
  const { id } = await oweAnInvoice(portal, customer);
  const { invoices } = await readStripeState(portal.ports.sandbox, customer.email);
  const number = invoices.find((invoice) => invoice.id === id)?.number ?? 'none';
  await signIn(page, customer.email, customer.password);
  await page.goto(`/Products/veriscan-desktop/Plans/${id}`);
  await expect(page.getByRole('heading', { level: 1, name: `Invoice ${number}` })).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: /^Other ways to pay/ })).toBeVisible();
  await page.goto('/Products/veriscan-desktop/Plans/professional');
  await expect(page).toHaveURL(/\/Products\/veriscan-desktop\/Plans$/);
});
