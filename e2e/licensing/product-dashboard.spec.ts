import type { Page } from '@playwright/test';
import { ApiClient } from '../harness/api-client.ts';
import { createCustomer } from '../harness/customers.ts';
import { type Language, say } from '../harness/messages.ts';
import { databaseUrl, type Portal } from '../harness/portal.ts';
import { axeFindings } from '../harness/screens.ts';
import { signIn } from '../harness/sign-in.ts';
import { storyLanguages } from '../harness/soak.ts';
import { expect, test } from '../harness/test.ts';
import { dayAgo, shareUsage, storeUsage, type Usage } from '../harness/usage.ts';

const product = 'veriscan-desktop';
const dashboard = `/ProductDashboard/${product}`;

/** The reports of two workstations. Those before the shown month do not count. */
const usage: Usage = {
  acts: [
    { device: 'FRONT-DESK', daysAgo: 0, checks: 143, version: '5.4' },
    { device: 'FRONT-DESK', daysAgo: 3, checks: 1_857, version: '5.4' },
    { device: 'BACK-OFFICE', daysAgo: 3, checks: 400, version: '5.3' },
    { device: 'BACK-OFFICE', daysAgo: 60, checks: 9_000, version: '5.2' },
  ],
  days: [
    { daysAgo: 3, activations: 2, deactivations: 1, refusals: 12, wasFull: true },
    { daysAgo: 60, activations: 7, deactivations: 7, refusals: 70, wasFull: true },
  ],
};

/** The expected figures, calculated from the same rows. */
function expectedFigures(language: Language) {
  const inMonth = <Row extends { readonly daysAgo: number }>(rows: readonly Row[]) =>
    rows.filter(({ daysAgo }) => daysAgo <= 28);
  const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);
  const number = (value: number) => new Intl.NumberFormat(language === 'fr' ? 'fr-CA' : 'en-US').format(value);
  const [acts, days] = [inMonth(usage.acts), inMonth(usage.days)];
  return {
    checks: number(sum(acts.map(({ checks }) => checks))),
    refusals: number(sum(days.map(({ refusals }) => refusals))),
    activeDevices: number(new Set(acts.map(({ device }) => device)).size),
    activations: number(sum(days.map(({ activations }) => activations))),
    busiest: number(sum(acts.filter(({ daysAgo }) => daysAgo === 3).map(({ checks }) => checks))),
  };
}

/** An account with two workstations, which shares its usage. */
async function buyAndReportUsage(portal: Portal) {
  const customer = await createCustomer(databaseUrl(portal.dataDir));
  const client = await ApiClient.signIn(portal.url, customer.email, customer.password);
  const card = await client.addCard(`http://127.0.0.1:${portal.ports.sandbox}`);
  const plan = `${product}-professional`;
  await (await client.quote(product, plan, `${plan}-monthly`, card.stripeId, 2)).send();
  await storeUsage(portal, customer, usage);
  await shareUsage(portal, customer, 0);
  return customer;
}

const figure = (page: Page, name: string) => page.locator(`[data-metric=${name}] dd`);

for (const language of storyLanguages('en')) {
  test.describe(`an owner, in ${language === 'en' ? 'English' : 'French'}`, () => {
    test.use({ locale: language === 'en' ? 'en-US' : 'fr-CA' });
    const text = (message: string, values?: Record<string, string>) => say(language, message, values);

    test('sees by day what products reported, and which figures remain if no usage is shared', async ({
      page,
      portal,
    }) => {
      const customer = await buyAndReportUsage(portal);
      const wanted = expectedFigures(language);
      await signIn(page, customer.email, customer.password, portal.url);

      await test.step('the figures match the rows', async () => {
        await page.goto(dashboard);
        await expect(page.getByRole('heading', { level: 1 })).toHaveText('Veriscan Desktop');
        await expect(figure(page, 'checks')).toContainText(wanted.checks);
        await expect(figure(page, 'refusals')).toContainText(wanted.refusals);
        await expect(figure(page, 'activeDevices')).toContainText(wanted.activeDevices);
        await expect(figure(page, 'activations')).toContainText(wanted.activations);
        const versions = page.getByRole('region', { name: text('Versions in use') });
        await expect(versions.getByRole('listitem')).toHaveCount(2);
        await expect(versions).not.toContainText('5.2');
        expect(await axeFindings(page)).toEqual([]);
      });

      await test.step('the keyboard reads each day of the chart, and a table has them all', async () => {
        const slider = page.getByRole('slider');
        await slider.focus();
        await expect(slider).toHaveAttribute('aria-valuetext', /143/);
        for (let press = 0; press < 3; press++) await page.keyboard.press('ArrowLeft');
        await expect(slider).toHaveAttribute('aria-valuetext', new RegExp(wanted.busiest.replace(/\s/g, '\\s')));
        // The text covers the button.
        await page.getByRole('radio', { name: text('Table') }).check({ force: true });
        const rows = page.getByRole('region', { name: text('Use by day') }).getByRole('row');
        await expect(rows.nth(4)).toContainText(wanted.busiest);
        await expect(rows.nth(2)).not.toContainText(wanted.busiest);
        expect(await axeFindings(page)).toEqual([]);
      });

      await test.step('the license shows the same devices on the same days', async () => {
        await page.goto('/Billing/Licenses');
        await page.getByRole('main').getByRole('link', { name: /^LI-/ }).first().click();
        const table = page.getByRole('table', { name: text('Devices seen a day') });
        await expect(table.getByRole('row').nth(-4)).toContainText('2');
        await expect(table.getByRole('row').nth(-1)).toContainText('1');
      });

      await test.step('an account that shares nothing sees why, and where to change it', async () => {
        await shareUsage(portal, customer, 3);
        await page.goto(dashboard);
        await expect(page.getByText(text('Your account does not share usage data.'))).toBeVisible();
        await expect(figure(page, 'activations')).toContainText(wanted.activations);
        await expect(figure(page, 'checks')).toHaveCount(0);
        await page.getByRole('link', { name: text('Usage data sharing') }).click();
        await expect(page).toHaveURL(/\/Account\/Settings$/);
      });
    });

    test('chooses dates by keyboard on a phone, and finds them in the URL', async ({ page, portal }) => {
      await page.setViewportSize({ width: 390, height: 844 });
      const customer = await buyAndReportUsage(portal);
      await signIn(page, customer.email, customer.password, portal.url);
      await page.goto(dashboard);
      const button = page.getByRole('button', { name: new RegExp(`^${text('Dates')}`) });
      const dialog = page.getByRole('dialog');

      await test.step('a shortcut', async () => {
        await button.focus();
        await page.keyboard.press('Enter');
        await expect(dialog.getByRole('tab').first()).toBeFocused();
        expect(await axeFindings(page)).toEqual([]);
        await page.keyboard.press('Shift+Tab');
        await expect(dialog.getByRole('combobox', { name: text('Shortcuts') })).toBeFocused();
        await dialog.getByRole('combobox', { name: text('Shortcuts') }).selectOption(text('Last week'));
        await dialog.getByRole('button', { name: text('Apply'), exact: true }).press('Enter');
        await expect(dialog).toBeHidden();
        await expect(page).toHaveURL(/from=.+&to=.+/);
        await expect(button).toBeFocused();
        await expect(figure(page, 'activations')).toContainText('2');
      });

      await test.step('both ends, with arrow keys, in UTC days', async () => {
        await page.keyboard.press('Enter');
        await expect(dialog.getByRole('tab').first()).toBeFocused();
        await page.keyboard.press('ArrowRight');
        await page.keyboard.press('Enter');
        await expect(dialog.getByRole('tab').nth(1)).toHaveAttribute('aria-selected', 'true');
        const end = dialog.locator(`td[data-day="${dayAgo(3)}"] button`);
        if (!(await end.isVisible())) await dialog.locator('button').filter({ hasText: '' }).first().press('Enter');
        await end.press('Enter');
        await dialog.getByRole('tab').first().press('Enter');
        await end.press('Enter');
        await expect(dialog.locator('input[type=time]')).toHaveCount(0);
        expect(await axeFindings(page)).toEqual([]);
        await dialog.getByRole('button', { name: text('Apply'), exact: true }).press('Enter');
        await expect(page.getByText(text('Days in UTC'))).toBeVisible();
        const { searchParams } = new URL(page.url());
        expect([searchParams.get('from'), searchParams.get('to')]).toEqual([
          `${dayAgo(3)}T00:00:00.000Z`,
          `${dayAgo(3)}T23:59:00.000Z`,
        ]);
      });

      await test.step('at most two years', async () => {
        await button.press('Enter');
        await dialog
          .getByRole('tabpanel')
          .locator('select')
          .last()
          .selectOption(String(new Date().getFullYear() - 4));
        await dialog.getByRole('tabpanel').locator('td[data-day] button:enabled').first().press('Enter');
        const words = text('The selected dates were rounded to match maximum time interval');
        await expect(dialog.getByText(words)).toBeVisible();
        await dialog.getByRole('button', { name: text('Apply'), exact: true }).press('Enter');
        await expect(page.getByRole('slider')).toBeVisible();
        const { searchParams } = new URL(page.url());
        const days =
          (Date.parse(searchParams.get('to') ?? '') - Date.parse(searchParams.get('from') ?? '')) / 86_400_000;
        expect(Math.round(days)).toBeGreaterThanOrEqual(729);
        expect(Math.round(days)).toBeLessThanOrEqual(730);
        await expect(page.getByText(dayAgo(60).slice(0, 4)).first()).toBeVisible();
        const isWide = await page.evaluate('document.documentElement.scrollWidth > innerWidth');
        expect(isWide, 'nothing is wider than the phone').toBe(false);
        expect(await axeFindings(page)).toEqual([]);
      });
    });
  });
}
