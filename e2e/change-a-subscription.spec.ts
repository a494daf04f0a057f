import { cards, PurchaseSteps } from './harness/purchase-steps.ts';
import { expect, test } from './harness/test.ts';

const desktop = { product: 'Veriscan Desktop', plan: 'Professional' } as const;

test('a change begins with the subscription’s own card, and says what changes before it is made', async ({
  customerPage: page,
}) => {
  const steps = new PurchaseSteps(page);
  const { dialog } = steps;
  const devices = dialog.getByRole('textbox', { name: 'Devices' });
  const ownCard = steps.savedCard('Visa ending in 4242');
  const openOptions = async (count: number) => {
    await page.goto('/Products/veriscan-desktop/Plans');
    await page.getByRole('button', { name: `Change options ${desktop.plan}` }).click();
    await expect(dialog.getByText(`You have ${count} now`)).toBeVisible();
  };
  const passAddons = async () => {
    await steps.goOn('Choose add-ons');
    await steps.goOn('Billing details');
  };
  const goToCheckout = async () => {
    await passAddons();
    await expect(ownCard).toBeChecked();
  };

  await steps.openPlans(desktop.product);
  await steps.choose(desktop.plan);
  await devices.fill('3');
  await devices.blur();
  await passAddons();
  await steps.fillAddress();
  await steps.fillCard(cards.good);
  await steps.goToConfirmation();
  await steps.payButton.click();
  await steps.expectSuccess(desktop.product);

  const setDevices = async (count: string) => {
    await devices.fill(count);
    await devices.blur();
  };
  await openOptions(3);
  await expect(devices).toHaveValue('3');
  await setDevices('1');
  await goToCheckout();
  await steps.fillCard(cards.other);
  await steps.goToConfirmation();
  await expect(dialog.getByRole('button', { name: 'Change subscription' })).toBeEnabled();
  await page.goto('/Billing');
  await page.getByRole('button', { name: 'Actions for Mastercard ending in 4444' }).click();
  await page.getByRole('menuitem', { name: 'Make default' }).click();
  await expect(page.getByRole('row', { name: /Mastercard ending in 4444.*Default/ })).toBeVisible();

  // What was chosen before is still there; begun anew, it is what the account has, with the subscription's own card.
  await openOptions(3);
  await expect(devices).toHaveValue('1');
  await dialog.getByRole('button', { name: 'Start over' }).click();
  await expect(devices).toHaveValue('3');
  await setDevices('1');
  await goToCheckout();
  await steps.goToConfirmation();
  const changes = dialog.getByRole('region', { name: 'What changes' });
  await expect(changes.getByText('3 → 1')).toBeVisible();
  await expect(changes.getByText('from 3 to 1')).toBeAttached();
  await dialog.getByRole('button', { name: 'Change subscription' }).click();
  await expect(dialog.getByRole('heading', { name: 'Your subscription is changed' })).toBeVisible();

  await openOptions(1);
  await goToCheckout();
});
