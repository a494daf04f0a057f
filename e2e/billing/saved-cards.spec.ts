import { ApiClient, taxedAddress } from '../harness/api-client.ts';
import { cards, PurchaseSteps } from '../harness/purchase-steps.ts';
import { readStripeState } from '../harness/stripe-state.ts';
import { expect, test } from '../harness/test.ts';

const question = 'A change of your cards is being confirmed';

test('billing shows an unanswered deletion of a card in all tabs and after a reload, until the deletion settles by itself', async ({
  portal,
  customer,
  customerPage: page,
  letFail,
}) => {
  const client = await ApiClient.signIn(portal.url, customer.email, customer.password);
  const sandbox = `http://127.0.0.1:${portal.ports.sandbox}`;
  const other = await client.addCard(sandbox, 'pm_card_mastercard');
  await client.addCard(sandbox);
  await page.goto('/Billing');
  const main = page.getByRole('main');
  const add = main.getByRole('button', { name: 'Add a card' });
  const actionsFor = (card: string) => main.getByRole('button', { name: `Actions for ${card}` });
  const deleted = 'Mastercard ending in 4444';
  const stays = 'Visa ending in 4242';
  await expect(actionsFor(deleted)).toBeVisible();
  const tab = await page.context().newPage();
  await tab.goto('/Billing');
  await expect(tab.getByRole('button', { name: `Actions for ${deleted}` })).toBeVisible();

  const answerAgain = await letFail({ kind: 'fail', prefix: `/v1/payment_methods/${other.stripeId}/detach` });
  await actionsFor(deleted).click();
  await page.getByRole('menuitem', { name: 'Delete…' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete card' }).click();
  await expect(main.getByText(question)).toBeVisible({ timeout: 60_000 });
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await expect(tab.getByText(question)).toBeVisible();
  await tab.close();

  await page.reload();
  await expect(main.getByRole('status').filter({ hasText: question })).toBeVisible();
  for (const button of [add, actionsFor(deleted), actionsFor(stays)]) {
    await expect(button).toHaveAttribute('aria-disabled', 'true');
    await expect(button).toHaveAccessibleDescription(new RegExp(question));
    await button.press('Enter');
  }
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('menu')).toHaveCount(0);

  await answerAgain();
  await expect(main.getByText(question)).toHaveCount(0, { timeout: 90_000 });
  await expect(actionsFor(deleted)).toHaveCount(0);
  await expect(add).not.toHaveAttribute('aria-disabled');
  await actionsFor(stays).click();
  await expect(page.getByRole('menuitem', { name: 'Delete…' })).toBeVisible();
});

test('billing shows after a reload that the first card is not the default one yet, until the change settles', async ({
  customerPage: page,
  letFail,
}) => {
  await page.goto('/Billing');
  const answerAgain = await letFail({ kind: 'fail', method: 'POST', prefix: '/v1/customers/cus_' });
  const add = page.getByRole('main').getByRole('button', { name: 'Add a card' });
  await add.click();
  const steps = new PurchaseSteps(page);
  await steps.fillCard(cards.good);
  await steps.dialog.getByRole('button', { name: 'Save card' }).click();
  const main = page.getByRole('main');
  await expect(main.getByText(question)).toBeVisible({ timeout: 60_000 });
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await page.reload();
  await expect(main.getByText(question)).toBeVisible();
  await expect(add).toHaveAttribute('aria-disabled', 'true');
  await answerAgain();
  await expect(main.getByText(question)).toHaveCount(0, { timeout: 90_000 });
  const row = main.getByRole('listitem').filter({ hasText: 'Visa ending in 4242' });
  await expect(row.getByText('Default', { exact: true })).toBeVisible();
  await expect(add).not.toHaveAttribute('aria-disabled');
});

test('a customer moves both subscriptions of a card to another card in three clicks', async ({
  portal,
  customer,
  customerPage: page,
}) => {
  const sandbox = `http://127.0.0.1:${portal.ports.sandbox}`;
  const client = await ApiClient.signIn(portal.url, customer.email, customer.password);
  const card = await client.addCard(sandbox);
  const more = { shippingDetails: taxedAddress };
  const desktop = 'veriscan-desktop-professional';
  await (await client.quote('veriscan-desktop', desktop, `${desktop}-monthly`, card.stripeId, 3, more)).send();
  const age = 'age-check-kiosk';
  await (await client.quote('age-check', age, `${age}-monthly`, card.stripeId, 3, more)).send();
  const before = await readStripeState(portal.ports.sandbox, customer.email);

  await page.goto('/Billing');
  const main = page.getByRole('main');
  await main.getByRole('button', { name: 'Replace Visa ending in 4242' }).click();
  const dialog = page.getByRole('dialog', { name: 'Replace Visa •••• 4242' });
  await expect(
    dialog.getByText('The other card takes over all 2 subscriptions. Nothing is charged today.'),
  ).toBeVisible();
  await expect(dialog.getByRole('listitem')).toHaveCount(2);
  await new PurchaseSteps(page).fillCard(cards.other);
  await dialog.getByRole('button', { name: 'Replace card' }).click();
  await expect(page.getByText('The card was replaced')).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await expect(main.getByText('Visa ending in 4242')).toHaveCount(0);
  await expect(main.getByRole('listitem').filter({ hasText: 'Mastercard ending in 4444' })).toContainText('Default');

  const { subscriptions, charges } = await readStripeState(portal.ports.sandbox, customer.email);
  const methods = new Set(subscriptions.map((one) => one.default_payment_method));
  expect(methods.size).toBe(1);
  expect([...methods][0]).not.toBe(card.stripeId);
  expect(charges).toHaveLength(before.charges.length);
});
