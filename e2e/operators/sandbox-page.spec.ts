import type { Page } from '@playwright/test';
import type { Portal } from '../harness/portal.ts';
import { PurchaseSteps } from '../harness/purchase-steps.ts';
import { axeFindings } from '../harness/screens.ts';
import { readStripeState } from '../harness/stripe-state.ts';
import { expect, test } from '../harness/test.ts';
import { createSubscriber, operator, storageFor } from '../harness/users.ts';

const desktop = { product: 'Veriscan Desktop', plan: 'Professional' } as const;

/** A page on which the operator is signed in. */
async function operatorsPage(page: Page, portal: Portal): Promise<Page> {
  const view = { theme: 'light', language: 'en', width: 1400 } as const;
  const browser = page.context().browser();
  const context = await browser?.newContext({
    baseURL: portal.url,
    viewport: { width: 1400, height: 900 },
    storageState: await storageFor(portal, operator, view),
  });
  if (!context) throw new Error('no browser');
  return context.newPage();
}

test.describe('the sandbox page', () => {
  test('advances a clock by a month, and the renewal appears as paid in the customer’s billing', async ({
    portal,
    customer,
    customerPage: page,
  }) => {
    await expect.poll(() => portal.log()).toContain(`${portal.url}/dev/stripe`);
    await page.goto('/');
    await expect(page.getByRole('link', { name: 'Stripe sandbox' })).toHaveCount(0);
    const steps = new PurchaseSteps(page, 'en');
    await page.goto('/products');
    await page.getByRole('link', { name: `See plans ${desktop.product}` }).click();
    await steps.walkFromPlans({ plan: desktop.plan });
    await expect(steps.payButton).toBeEnabled();
    const price = await steps.priceNow();
    await steps.payButton.click();
    await steps.expectSuccess(desktop.product);
    const paidInvoices = async () => {
      await page.goto('/Billing/Invoices');
      await expect(page.getByRole('main').getByText(price).first()).toBeVisible();
      return page.getByRole('main').getByRole('row').filter({ hasText: price }).filter({ hasText: 'Paid' }).count();
    };
    const before = await paidInvoices();

    const developer = await operatorsPage(page, portal);
    await developer.goto('/');
    await developer.getByRole('link', { name: 'Stripe sandbox' }).click();
    await expect(developer.getByRole('heading', { level: 1, name: 'Stripe sandbox' })).toBeVisible();
    const waiting = developer.getByRole('combobox', { name: 'Customers in real time' });
    const { customers } = await readStripeState(portal.ports.sandbox, customer.email);
    const id = customers[0]?.id ?? 'none';
    await waiting.selectOption(id);
    await developer.getByRole('button', { name: 'Put on a clock' }).click();
    const clock = developer.getByRole('region').filter({ has: developer.getByRole('link', { name: id }) });
    await expect(clock.getByText('Running')).toBeVisible();
    await clock.getByRole('button', { name: 'Advance a month' }).click();
    await expect(clock.getByRole('heading', { name: 'What happened' })).toBeVisible();
    await expect(clock.getByText('Running')).toBeVisible({ timeout: 90_000 });
    // A renewal's invoice is paid after an hour.
    await clock.getByRole('button', { name: 'Advance a day' }).click();
    await expect(clock.getByText('invoice.paid').first()).toBeVisible({ timeout: 90_000 });
    expect(await axeFindings(developer)).toEqual([]);

    await expect.poll(paidInvoices, { timeout: 90_000 }).toBeGreaterThan(before);
    await developer.context().close();
  });

  test('links objects to each other, delivers events again, and adds and removes faults', async ({ page, portal }) => {
    await createSubscriber(portal);
    const developer = await operatorsPage(page, portal);
    await developer.goto('/dev/stripe?panel=objects&type=price');
    await developer
      .getByRole('main')
      .getByRole('link')
      .filter({ hasText: /^price_/ })
      .first()
      .click();
    const dialog = developer.getByRole('dialog');
    await expect(dialog.getByText('"object": "price"')).toBeVisible();
    await dialog.getByRole('link', { name: 'Events about it' }).click();
    await expect(dialog).toBeHidden();
    await expect(developer.getByRole('main').getByText('price.created').first()).toBeVisible();

    await developer.goto('/dev/stripe?panel=events&type=invoice.*');
    await developer
      .getByRole('button', { name: /Deliver again/ })
      .first()
      .click();
    await expect(developer.getByText('The event is on its way again')).toBeVisible();

    await developer.getByText('Faults', { exact: true }).click();
    await expect(developer.getByText('No fault is set')).toBeVisible();
    const kind = developer.getByRole('combobox', { name: 'What goes wrong' });
    await expect(kind.locator('option')).toHaveCount(6);
    const kinds = await kind.locator('option').allTextContents();
    for (const [index, name] of kinds.entries()) {
      await kind.selectOption({ label: name });
      await developer.getByRole('textbox', { name: /begins with/ }).fill('nothing.of.the.kind');
      await developer.getByRole('button', { name: 'Set fault' }).click();
      await expect(developer.getByRole('button', { name: /^Remove:/ })).toHaveCount(index + 1);
    }
    for (let left = kinds.length - 1; left >= 0; left--) {
      await developer
        .getByRole('button', { name: /^Remove:/ })
        .first()
        .click();
      await expect(developer.getByRole('button', { name: /^Remove:/ })).toHaveCount(left);
    }
    await expect(developer.getByText('No fault is set')).toBeVisible();
    await developer.context().close();
  });

  test('shows nothing to users who are not operators', async ({ customerPage }) => {
    await customerPage.goto('/dev/stripe');
    await expect(customerPage.getByRole('heading', { level: 1, name: 'not found' })).toBeVisible();
  });
});
