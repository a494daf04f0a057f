import type { Page } from '@playwright/test';
import { bankDialog, cards, PurchaseSteps } from '../harness/purchase-steps.ts';
import { expectBoughtOnce, readStripeState } from '../harness/stripe-state.ts';
import { expect, test } from '../harness/test.ts';

const desktop = { product: 'Veriscan Desktop', plan: 'Professional' } as const;
const question = 'Your bank asks you to confirm this payment';

/** Goes up to the pay button, with a card that requires authentication when it is added and when it is charged. */
async function walkWithAskingCard(page: Page): Promise<PurchaseSteps> {
  const steps = new PurchaseSteps(page);
  await steps.openPlans(desktop.product);
  await steps.walkFromPlans({ plan: desktop.plan, card: cards.asksCardholder });
  await bankDialog(page).authorize.click();
  await expect(steps.payButton).toBeEnabled();
  return steps;
}

test('a purchase that requires authentication is abandoned in all tabs, and the customer buys with another card', async ({
  portal,
  customer,
  customerPage: page,
}) => {
  const steps = await walkWithAskingCard(page);
  await steps.payButton.click();
  await expect(bankDialog(page).authorize).toBeVisible();
  await page.goto('/Billing');
  const other = await page.context().newPage();
  await other.goto('/Products/veriscan-desktop/Subscription');
  await expect(page.getByText(question)).toBeVisible();
  await expect(other.getByText(question)).toBeVisible();
  await expect(other.getByRole('button', { name: `Subscribe ${desktop.plan}` })).toHaveCount(0);

  const dialog = page.getByRole('alertdialog', { name: 'Give up this purchase?' });
  await page.getByRole('button', { name: 'Give up' }).click();
  await dialog.getByRole('button', { name: 'Keep waiting' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText(question)).toBeVisible();
  await page.getByRole('button', { name: 'Give up' }).click();
  await dialog.getByRole('button', { name: 'Give up purchase' }).click();
  await expect(page.getByText('the purchase is given up. Nothing was bought.')).toBeVisible();
  await expect(page.getByText(question)).toHaveCount(0);
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();

  await expect(other.getByText(question)).toHaveCount(0);
  const anew = new PurchaseSteps(other);
  await anew.walkFromPlans({ plan: desktop.plan, card: cards.good });
  await anew.payButton.click();
  await anew.expectSuccess(desktop.product);
  await expectBoughtOnce(portal.ports.sandbox, customer.email);
  await other.close();
});

test('an unconfirmed purchase can be authenticated, or abandoned and paid with another card', async ({
  portal,
  customer,
  customerPage: page,
  complaints,
}) => {
  complaints.expect(/ERR_FAILED|payment_intents\/.*\/confirm/);
  const steps = await walkWithAskingCard(page);
  const cut = /\/v1\/payment_intents\/[^/]+\/confirm$/;
  await page.route(cut, (route) => route.abort());
  await steps.payButton.click();
  await expect(steps.dialog.getByRole('heading', { name: 'Your bank has not confirmed the payment' })).toBeVisible();
  await expect(steps.dialog.getByRole('alert')).toBeVisible();
  await page.unroute(cut);

  await steps.dialog.getByRole('button', { name: 'Give up and choose another card' }).click();
  await expect(steps.dialog.getByText('You gave up this purchase: nothing was bought or charged.')).toBeVisible();
  expect((await readStripeState(portal.ports.sandbox, customer.email)).charges).toEqual([]);
  await steps.fillCard(cards.good);
  await steps.goToConfirmation();
  await steps.payButton.click();
  await steps.expectSuccess(desktop.product);
  await expectBoughtOnce(portal.ports.sandbox, customer.email);
});

test('a purchase that is authenticated from its notice shows its outcome', async ({
  portal,
  customer,
  customerPage: page,
  complaints,
}) => {
  complaints.expect(/status of 402/);
  const confirmFromNotice = async (answer: 'authorize' | 'fail') => {
    await expect(page.getByText(question)).toBeVisible();
    await page.getByRole('button', { name: 'Confirm payment' }).click();
    await bankDialog(page)[answer].click();
  };
  const leaveAtChallenge = async (steps: PurchaseSteps) => {
    await steps.payButton.click();
    await expect(bankDialog(page).authorize).toBeVisible();
    await page.goto('/Billing');
  };
  await leaveAtChallenge(await walkWithAskingCard(page));
  await confirmFromNotice('fail');
  await expect(page.getByRole('alert').getByText(`${desktop.product}: nothing was bought.`)).toBeVisible();
  await expect(page.getByText(question)).toHaveCount(0);
  expect((await readStripeState(portal.ports.sandbox, customer.email)).charges).toEqual([]);

  await leaveAtChallenge(await walkWithAskingCard(page));
  await confirmFromNotice('authorize');
  await expect(
    page.getByText(`${desktop.product}: the payment is confirmed, and your purchase is complete.`),
  ).toBeVisible();
  await expect(page.getByText(question)).toHaveCount(0);
  await expectBoughtOnce(portal.ports.sandbox, customer.email);
});
