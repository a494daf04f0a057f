import { readFile } from 'node:fs/promises';
import { ApiClient } from '../harness/api-client.ts';
import { say } from '../harness/messages.ts';
import { downloadReport } from '../harness/reports.ts';
import { signIn } from '../harness/sign-in.ts';
import { storyLanguages } from '../harness/soak.ts';
import { readStripeState } from '../harness/stripe-state.ts';
import { expect, test } from '../harness/test.ts';
import { createUnpaidInvoice } from '../harness/unpaid-invoice.ts';

for (const language of storyLanguages('en')) {
  const translated = (message: string, values?: Record<string, string>) => say(language, message, values);

  test.describe(`in ${language === 'en' ? 'English' : 'French'}`, () => {
    // English on a desktop screen, French on a phone.
    test.use(language === 'en' ? { locale: 'en-US' } : { locale: 'fr-CA', viewport: { width: 390, height: 844 } });

    test('an open invoice is paid with another card than the declined one', async ({ page, portal, customer }) => {
      const { id } = await createUnpaidInvoice(portal, customer);
      await signIn(page, customer.email, customer.password);
      await page.goto(`/Billing/Invoices/${id}/Details`);
      const main = page.getByRole('main');
      const pay = /^(Pay|Payer) /;
      await main.getByRole('button', { name: pay }).click();
      const dialog = page.getByRole('dialog');
      const declined = dialog.getByRole('radio', { name: /0341/ });
      await expect(declined).toHaveAccessibleName(/(Declined|Refusée le) /);
      await expect(declined).not.toBeChecked();
      await dialog.getByRole('button', { name: pay }).click();
      await dialog.getByRole('button', { name: translated('Done') }).click();
      await expect(main.getByText(translated('Paid'), { exact: true }).first()).toBeVisible();
      await expect(main.getByRole('button', { name: pay })).toHaveCount(0);
      const { invoices } = await readStripeState(portal.ports.sandbox, customer.email);
      expect(invoices.find((invoice) => invoice.id === id)?.status).toBe('paid');
    });

    test('the exported file has the same invoices as the filtered list', async ({ page, portal, customer }) => {
      const { id } = await createUnpaidInvoice(portal, customer);
      const { invoices } = await readStripeState(portal.ports.sandbox, customer.email);
      const open = invoices.find((invoice) => invoice.id === id);
      const others = invoices.filter((invoice) => invoice.id !== id);
      await signIn(page, customer.email, customer.password);
      await page.goto('/Billing/Invoices?status=open');
      const main = page.getByRole('main');
      await expect(main.getByRole('link', { name: open?.number ?? 'none' })).toBeVisible();
      const download = await downloadReport(page, language);
      expect(download.suggestedFilename()).toMatch(/\.csv$/);
      const file = await readFile(await download.path(), 'utf8');
      const [separator, decimalMark] = language === 'fr' ? [';', ','] : [',', '.'];
      const amount = (cents: number) => (cents / 100).toFixed(2).replace('.', decimalMark);
      const [head = '', ...lines] = file
        .replace(/^\uFEFF/, '')
        .trim()
        .split(/\r?\n/);
      expect(head.split(separator).length).toBeGreaterThan(8);
      expect(lines).toHaveLength(1);
      expect(lines[0]).toContain(open?.number);
      expect(lines[0]).toContain(`${separator}${amount(open?.total ?? 0)}${separator}`);
      for (const { number } of others) expect(file).not.toContain(number);
    });

    test('the amount due shows the paid and the remaining amount on hover and on Enter', async ({
      page,
      portal,
      customer,
    }) => {
      const { id } = await createUnpaidInvoice(portal, customer);
      await signIn(page, customer.email, customer.password);
      await page.goto(`/Billing/Invoices/${id}/Details`);
      const main = page.getByRole('main');
      const amount = main.locator('button[aria-expanded]').first();
      const behind = main.getByText(translated('Remaining'), { exact: true }).first();
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

test('a user cannot open another account’s invoice', async ({ page, portal, customer, complaints }) => {
  complaints.expect(/404 .*api\/Subscription\/invoices/);
  const { id } = await createUnpaidInvoice(portal, customer);
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

test('an invoice opens under its product too, and an unknown invoice redirects to the plans', async ({
  page,
  portal,
  customer,
}) => {
  const { id } = await createUnpaidInvoice(portal, customer);
  const { invoices } = await readStripeState(portal.ports.sandbox, customer.email);
  const number = invoices.find((invoice) => invoice.id === id)?.number ?? 'none';
  await signIn(page, customer.email, customer.password);
  await page.goto(`/Products/veriscan-desktop/Plans/${id}`);
  await expect(page.getByRole('heading', { level: 1, name: `Invoice ${number}` })).toBeVisible();
  await expect(page.getByRole('main').getByRole('button', { name: /^Pay / })).toBeVisible();
  await page.goto('/Products/veriscan-desktop/Plans/professional');
  await expect(page).toHaveURL(/\/Products\/veriscan-desktop\/Plans$/);
});
