import { type Language, say } from '../harness/messages.ts';
import { PurchaseSteps } from '../harness/purchase-steps.ts';
import { signIn } from '../harness/sign-in.ts';
import { storyLanguages } from '../harness/soak.ts';
import { expect, test } from '../harness/test.ts';

const plans = { en: 'Professional', fr: 'Professionnel' } as const satisfies Record<Language, string>;
const subscribe = '/Products/veriscan-desktop/Subscription/Subscribe/veriscan-desktop-professional';

for (const language of storyLanguages('en')) {
  test.describe(`a customer, in ${language === 'en' ? 'English' : 'French'}`, () => {
    test.use({ locale: language === 'en' ? 'en-US' : 'fr-CA' });

    test('keeps a purchase when going back and forth, reloading and closing the tab', async ({ page, customer }) => {
      await signIn(page, customer.email, customer.password);
      const steps = new PurchaseSteps(page, language);
      const heading = (of: PurchaseSteps, words: string) =>
        expect(of.dialog.getByRole('heading', { name: say(language, words) })).toBeVisible();
      const quantity = (of: PurchaseSteps) => of.dialog.getByRole('textbox').first();
      const addon = (of: PurchaseSteps) => of.dialog.getByRole('checkbox').first();

      await page.goto('/Products/veriscan-desktop/Subscription');
      await steps.choose(plans[language]);
      await quantity(steps).fill('3');
      await quantity(steps).blur();
      await steps.continueTo('Choose add-ons');
      await expect(page).toHaveURL(/\/Subscribe\/veriscan-desktop-professional\/addons/);
      await expect(addon(steps)).toBeFocused();
      await addon(steps).check();
      await steps.continueTo('Billing details');
      await steps.fillAddress();

      await page.goBack();
      await heading(steps, 'Choose add-ons');
      await expect(addon(steps)).toBeChecked();
      await page.goForward();
      await heading(steps, 'Billing details');
      await page.reload();
      await heading(steps, 'Billing details');
      await expect(steps.dialog.getByRole('textbox', { name: say(language, 'City') })).toHaveValue('Montréal');

      const another = await page.context().newPage();
      await page.close();
      const resumed = new PurchaseSteps(another, language);
      await another.goto('/Products/veriscan-desktop/Subscription');
      await resumed.choose(plans[language]);
      await expect(quantity(resumed)).toHaveValue('3');
      await another.keyboard.press('Escape');
      const question = another.getByRole('alertdialog', { name: say(language, 'Leave without finishing?') });
      await question.getByRole('button', { name: say(language, 'Stay here') }).click();
      await expect(question).toBeHidden();
      await another.keyboard.press('Escape');
      await question.getByRole('button', { name: say(language, 'Leave') }).click();
      await expect(another).toHaveURL(/\/Products\/veriscan-desktop\/Subscription$/);
      await resumed.choose(plans[language]);
      await expect(quantity(resumed)).toHaveValue('1');
    });
  });
}

test('a purchase address that does not exist offers a link to continue', async ({ customerPage: page }) => {
  const steps = new PurchaseSteps(page);
  await page.goto(`${subscribe}/confirmation`);
  await expect(steps.dialog.getByRole('heading', { name: 'Customize your plan' })).toBeVisible();
  await expect(page).toHaveURL(/\/customize$/);
  await page.goto(`${subscribe}/nonsense`);
  await expect(page).toHaveURL(/\/customize$/);
  await page.goto('/Products/veriscan-desktop/Subscription/Subscribe/no-such-plan');
  await expect(page.getByText('This plan cannot be bought here')).toBeVisible();
  await page.getByRole('link', { name: 'See plans' }).click();
  await expect(page.getByRole('button', { name: `Subscribe ${plans.en}` })).toBeVisible();
});

test('the purchase shows at the field why a coupon cannot be used', async ({ customerPage: page, complaints }) => {
  complaints.expect(/status of (422|429) .*\/Coupon\/Apply/);
  const steps = new PurchaseSteps(page);
  await page.goto(subscribe);
  await steps.dialog.getByRole('button', { name: 'Add a coupon' }).click();
  const field = steps.dialog.getByRole('textbox', { name: 'Coupon' });
  const reason = async (coupon: string) => {
    await field.fill(coupon);
    await field.press('Enter');
    const error = steps.dialog.locator(`#${await field.getAttribute('id')}-error`);
    await expect(error).toContainText(coupon);
    return (await error.textContent()) ?? '';
  };
  expect(await reason('NOTHING')).toContain('Coupon number is incorrect or outdated');
  expect(await reason('SDK10')).not.toBe('');
  for (const wrong of ['NOTHING1', 'NOTHING2']) await reason(wrong);
  await field.fill('NOTHING3');
  await field.press('Enter');
  await expect(steps.dialog.getByText(/NOTHING3|please wait \d+ sec\./)).toBeVisible();
  await field.fill('NOTHING4');
  await field.press('Enter');
  await expect(steps.dialog.getByText(/You pressed the button too fast, please wait \d+ sec\./)).toBeVisible();
  await expect(field).toBeDisabled();
});
