import { historyOf, type Portal, postgresPid, withHistory } from './harness/portal.ts';
import { cards, PurchaseSteps } from './harness/purchase-steps.ts';
import { signIn } from './harness/sign-in.ts';
import { readStripeState, type StripeState } from './harness/stripe-state.ts';
import { expect, test } from './harness/test.ts';

const owner = 'owner@acme.example';
const dollars = (cents: number) => (cents / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' });
const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0);

const stripeStateOf = (portal: Portal): Promise<StripeState> => readStripeState(portal.ports.sandbox, owner);

test('the demo’s history is made while one looks around, outlives a kill, and then one more product is bought', async ({
  page,
  ownPortal,
}) => {
  test.setTimeout(600_000);
  const portal = await ownPortal({ settings: withHistory });

  await test.step('one signs in while it is being made, and sees how far it is', async () => {
    await page.goto(portal.url);
    await signIn(page, owner, undefined, portal.url);
    const progress = page.getByRole('progressbar', { name: 'Loading 14 months of history' });
    await expect(progress).toBeVisible();
    // Its page tells of it a moment before its log does.
    await expect.poll(portal.log).toContain('Making 14 months of history for Acme Security …');
    expect(portal.log()).not.toContain('The history is made');
  });

  await test.step('killed in the middle, it goes on at the next start', async () => {
    const begun = /history for Acme Security … [2-9]\d %/;
    await expect.poll(portal.log, { timeout: 180_000, intervals: [100] }).toMatch(begun);
    await page.goto('about:blank');
    await portal.kill();
    expect(portal.log()).not.toContain('The history is made');
    expect(postgresPid(portal.dataDir)).toBeDefined();
    await portal.startAgain();
    await page.goto(`${portal.url}/Billing/Invoices`);
    await historyOf(portal);
    await expect(page.getByRole('progressbar', { name: 'Loading 14 months of history' })).toHaveCount(0);
  });

  const stripeState = await stripeStateOf(portal);
  await test.step('nothing was charged twice', async () => {
    expect(stripeState.subscriptions).toHaveLength(4);
    expect(stripeState.invoices).toHaveLength(32);
    // The newest renewal was declined, and is left to be paid.
    expect(stripeState.invoices.map(({ status }) => status).filter((status) => status !== 'paid')).toEqual(['open']);
    expect(sum(stripeState.charges.map(({ amount }) => amount))).toBe(
      sum(stripeState.invoices.map((one) => one.amount_paid)),
    );
    expect(stripeState.charges).toHaveLength(stripeState.invoices.filter((one) => one.amount_paid > 0).length);
  });

  await test.step('its screens say what Stripe says', async () => {
    const main = page.getByRole('main');
    // The list refreshed itself when the history was whole.
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
    await expect(forensics.filter({ hasText: 'Payment overdue' })).toHaveCount(1);
    await page.goto(`${portal.url}/products`);
    await expect(main.getByRole('heading', { level: 2, name: 'Veriscan Cloud' })).toBeVisible();
  });

  await test.step('another product is bought as by anybody', async () => {
    const steps = new PurchaseSteps(page);
    await page.goto(`${portal.url}/products`);
    await page.getByRole('link', { name: 'See plans Veriscan Desktop' }).click();
    await steps.choose('Professional');
    await steps.goOn('Choose add-ons');
    await steps.goOn('Billing details');
    await steps.fillCard(cards.good);
    await steps.goToConfirmation();
    await expect(steps.payButton).toBeEnabled();
    const price = await steps.priceNow();
    expect(price).toBe('$52.19');
    await steps.payButton.click();
    await steps.expectSuccess('Veriscan Desktop');
    await page.goto(`${portal.url}/Billing/Invoices`);
    await expect(page.getByRole('main').getByRole('row').nth(1)).toContainText(price);
    const after = await stripeStateOf(portal);
    expect(after.subscriptions).toHaveLength(5);
    expect(after.charges).toHaveLength(stripeState.charges.length + 1);
  });
});
