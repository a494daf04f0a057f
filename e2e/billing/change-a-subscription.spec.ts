import { pattern, say } from '../harness/messages.ts';
import { money } from '../harness/money.ts';
import { cards, PurchaseSteps } from '../harness/purchase-steps.ts';
import { signIn } from '../harness/sign-in.ts';
import { storyLanguages } from '../harness/soak.ts';
import { expect, test } from '../harness/test.ts';
import { professional, subscribe } from './subscribe.ts';

const desktop = { product: 'Veriscan Desktop', plan: 'Professional' } as const;

test('the purchase selects the subscription’s own card for a change, and shows the changes before payment', async ({
  customerPage: page,
}) => {
  const steps = new PurchaseSteps(page);
  const { dialog } = steps;
  const devices = dialog.getByRole('textbox', { name: 'Workstations' });
  const ownCard = steps.savedCard('Visa ending in 4242');
  const openOptions = async (count: number) => {
    await page.goto('/Products/veriscan-desktop/Subscription');
    await page.getByRole('button', { name: `Change options ${desktop.plan}` }).click();
    await expect(dialog.getByText(`You have ${count} now`)).toBeVisible();
  };
  const passAddons = async () => {
    await steps.continueTo('Choose add-ons');
    await steps.continueTo('Billing details');
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
  const other = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Mastercard ending in 4444' });
  await expect(other.getByText('Default', { exact: true })).toBeVisible();

  // The earlier selection is kept; starting over selects the current items and the subscription's own card.
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

for (const language of storyLanguages('fr')) {
  test.describe(`a customer, in ${language === 'en' ? 'English' : 'French'}`, () => {
    test.use({ locale: language === 'en' ? 'en-US' : 'fr-CA' });

    test('reduces units, and sees the same credit and next amount due as on the next invoice', async ({
      page,
      portal,
      customer,
    }) => {
      const { client, id } = await subscribe(portal, customer, { isTaxed: false });
      await signIn(page, customer.email, customer.password);
      const steps = new PurchaseSteps(page, language);
      const quantity = steps.dialog.getByRole('textbox').first();
      await page.goto(`/Products/veriscan-desktop/Subscription/Subscribe/${professional}`);
      await expect(quantity).toHaveValue('3');
      await quantity.fill('1');
      await quantity.blur();
      await steps.continueTo('Choose add-ons');
      await steps.continueTo('Billing details');
      await steps.goToConfirmation();
      // One next charge is beside the sentences, the other one in the receipt.
      const nextCharges = steps.dialog
        .locator('dl > div')
        .filter({ hasText: pattern(language, 'Due {day}'), hasNotText: say(language, 'Due today') });
      await expect(nextCharges).toHaveCount(2);
      const sentences = await nextCharges.allInnerTexts();
      await steps.dialog.getByRole('button', { name: say(language, 'Change subscription') }).click();
      const done = say(language, 'Your subscription is changed');
      await expect(steps.dialog.getByRole('heading', { name: done })).toBeVisible({ timeout: 60_000 });
      type Upcoming = { items: { total: number; amountDue: number; creditBefore: number }[] };
      const { items } = await client.call<Upcoming>('GET', `/api/Subscription/${id}/invoices/upcoming`);
      const [next] = items;
      expect(next?.creditBefore).toBeGreaterThan(0);
      for (const words of sentences) {
        expect(words).toMatch(money(next?.amountDue ?? -1, language));
        expect(words).toMatch(money((next?.total ?? 0) - (next?.amountDue ?? 0), language));
      }
      await expect(steps.dialog).toContainText(money(next?.creditBefore ?? 0, language));
      await expect(steps.dialog).toContainText(money(next?.amountDue ?? -1, language));
    });

    test('restores a canceled subscription on the page of plans, which offers no change before', async ({
      page,
      portal,
      customer,
    }) => {
      const { client, id } = await subscribe(portal, customer, { isTaxed: false });
      await client.call('DELETE', `/api/Subscription/${id}/Cancel`, {});
      await signIn(page, customer.email, customer.password);
      await page.goto('/Products/veriscan-desktop/Subscription');
      await expect(page.getByText(say(language, 'Restore your subscription to switch plans.')).first()).toBeVisible();
      await page.getByRole('button', { name: say(language, 'Restore') }).click();
      const question = page.getByRole('alertdialog');
      await question.getByRole('button', { name: say(language, 'Restore subscription') }).click();
      await expect(question).toBeHidden({ timeout: 60_000 });
      const { cancelAt } = await client.call<{ cancelAt: string | null }>('GET', `/api/Subscription/${id}`);
      expect(cancelAt).toBeNull();
    });
  });
}
