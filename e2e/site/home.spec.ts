import type { Page } from '@playwright/test';
import type { AttentionItem } from '@portico/contract';
import { type Language, say } from '../harness/messages.ts';
import { signIn } from '../harness/sign-in.ts';
import { storyLanguages } from '../harness/soak.ts';
import { expect, test } from '../harness/test.ts';

async function read(page: Page, language: Language): Promise<void> {
  const url = new URL(page.url()).origin;
  await page.context().addCookies([{ name: 'portico_locale', value: language, url }]);
  await page.goto('/');
}

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

for (const language of storyLanguages('en')) {
  const words = (message: string, values?: Record<string, string>) => say(language, message, values);

  test(`a new account is greeted and begins with one product (${language})`, async ({ customerPage: page }) => {
    await read(page, language);
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Casey');
    await expect(page.getByText(words('No payment is planned'))).toBeVisible();
    const start = section(page, words('Start with {displayName}', { displayName: 'Veriscan Desktop' }));
    await expect(
      start.getByRole('heading', { level: 3, name: language === 'fr' ? 'Professionnel' : 'Professional' }),
    ).toBeVisible();
    const discover = section(page, words('Discover'));
    await expect(discover.getByRole('heading', { level: 3, name: 'Veriscan Cloud' })).toBeVisible();
    await expect(discover.getByRole('heading', { level: 3, name: 'Veriscan Desktop' })).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 2, name: words('What needs you') })).toHaveCount(0);
    await start.getByRole('link', { name: words('Start free trial') }).click();
    await expect(page).toHaveURL(/\/Products\/veriscan-desktop\/Subscription$/);
  });

  test(`a user who cannot subscribe is shown who can (${language})`, async ({ page }) => {
    await signIn(page, 'user@acme.example');
    await read(page, language);
    const link = page.getByRole('main').locator('a[href="mailto:owner@acme.example"]');
    await expect(link).toContainText('Avery Stone');
    await expect(page.getByRole('heading', { level: 2, name: words('What needs you') })).toHaveCount(0);
    await expect(page.getByRole('link', { name: words('Start free trial') })).toHaveCount(0);
  });

  test(`attention items come first, with one primary button (${language})`, async ({ customerPage: page }) => {
    // The list is stubbed with one item of each kind; the server's own tests cover how it is built.
    const about = { subscriptionId: 1, productId: 'age-check', productName: 'Veriscan Age Check' };
    const items: AttentionItem[] = [
      {
        kind: 'unpaid',
        invoiceId: 'in_1',
        amount: 4793,
        currency: 'usd',
        hostedInvoiceUrl: 'https://pay.example/in_1',
        dueDate: null,
        failedAt: null,
        nextAttempt: null,
        isLastAttempt: false,
        tries: 1,
        card: null,
        subscription: {
          ...about,
          planName: 'Kiosk',
          hasEnded: false,
          quantity: 5,
          unit: { one: 'device', other: 'devices' },
          worksUntil: null,
        },
      },
      {
        kind: 'cardExpires',
        paymentMethodId: 'pm_1',
        brand: 'visa',
        last4: '4242',
        expMonth: 12,
        expYear: new Date().getFullYear() + 1,
        hasExpired: false,
        subscriptions: [about],
        nextCharge: null,
      },
    ];
    await page.route('**/api/Billing/Attention', (route) => route.fulfill({ json: { items } }));
    await read(page, language);
    const needs = section(page, words('What needs you'));
    await expect(needs.getByRole('listitem')).toHaveCount(2);
    const amount = language === 'fr' ? /Payer 47,93\s\$/ : /Pay \$47\.93/;
    await expect(needs.getByRole('button', { name: amount })).toBeVisible();
    await expect(needs.locator('.bg-accent')).toHaveCount(1);
    await needs.getByRole('button', { name: words('Replace card') }).click();
    await expect(page.getByRole('dialog', { name: words('Replace card') })).toBeVisible();
    await page.goto('/products');
    await expect(page.getByRole('alert').getByRole('button', { name: words('Pay now') })).toBeVisible();
  });

  test(`plans are compared by their yearly cost, and the slider works with the keyboard (${language})`, async ({
    customerPage: page,
  }) => {
    await read(page, language);
    await page.goto('/products?product=veriscan-cloud');
    const compared = section(page, words('Compare plans'));
    const slider = compared.getByRole('slider');
    await expect(slider).toHaveValue('3');
    const table = compared.getByRole('table');
    const costs = (amount: string) => table.getByText(amount).first();
    // 3 seats of Business by the year, at 790 each.
    await expect(costs(language === 'fr' ? '2 370,00 $' : '$2,370.00')).toBeVisible();
    await slider.focus();
    await page.keyboard.press('End');
    await expect(slider).toHaveValue('100');
    await expect(costs(language === 'fr' ? '79 000,00 $' : '$79,000.00')).toBeVisible();
    // Team has at most 25.
    await expect(table.getByText(/^25 .* (?:at most|au plus)$/)).toBeVisible();
    await page.keyboard.press('Home');
    await expect(slider).toHaveValue('1');
    await expect(costs(language === 'fr' ? '2 370,00 $' : '$2,370.00')).toBeVisible();
    await compared.getByText(/^Veriscan (?:Age Check|Contrôle d’âge)$/).click();
    await expect(page).toHaveURL(/product=age-check/);
    await expect(table.getByRole('columnheader', { name: language === 'fr' ? /Borne/ : /Kiosk/ })).toBeVisible();
  });
}

test('long words of names break on a narrow screen', async ({ customerPage: page }) => {
  await page.setViewportSize({ width: 320, height: 700 });
  await page.goto('/');
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toContainText('Casey');
  for (const part of [heading, page.locator('h1 + *, div:has(> h1) + p').locator('span > span').first()])
    await part.evaluate((element) => element.append('W'.repeat(80)));
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
});
