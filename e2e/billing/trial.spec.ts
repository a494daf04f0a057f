import { say } from '../harness/messages.ts';
import { signIn } from '../harness/sign-in.ts';
import { storyLanguages } from '../harness/soak.ts';
import { expect, test } from '../harness/test.ts';

for (const language of storyLanguages('fr')) {
  const words = (message: string, values?: Record<string, string>) => say(language, message, values);

  test(`the trial page answers the questions about a trial, and continues to billing (${language})`, async ({
    customerPage: page,
  }) => {
    const url = new URL(page.url()).origin;
    await page.context().addCookies([{ name: 'portico_locale', value: language, url }]);
    await page.goto('/trial?product=veriscan-desktop');
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Veriscan Desktop');
    const submit = page.getByRole('button', { name: words('Continue to billing') });
    await expect(page.getByRole('link', { name: words('Start the trial') })).toBeVisible();

    await test.step('sends nothing while an answer is missing', async () => {
      await submit.click();
      await expect(page.getByText(words('Please choose an answer'))).toHaveCount(3);
      await expect(page.getByText(words('The industry field is required'))).toBeVisible();
      await expect(page).toHaveURL(/\/trial/);
    });

    const group = (message: string) => page.getByRole('radiogroup', { name: words(message) });
    await group('Do you have scanning hardware already?')
      .getByRole('radio', { name: words('Yes'), exact: true })
      .check();
    await group('Are you located in the United States?')
      .getByRole('radio', { name: words('No'), exact: true })
      .check();
    const devices = page.getByRole('combobox', { name: words('How many devices do you plan to use?') });
    await expect(devices.getByRole('option')).toHaveCount(15);
    await devices.selectOption('11-30');
    await page.getByRole('combobox', { name: words('Industry') }).selectOption('other');

    await test.step('allows only letters, ampersands and spaces in another industry, and shows the error on leaving the field', async () => {
      const other = page.getByRole('textbox', { name: words('Other industry') });
      await other.fill('Shipping 24/7');
      await other.blur();
      await expect(page.getByText(words('Allowed symbols: &, letters or whitespaces'))).toBeVisible();
      await other.fill('Shipping & logistics');
      await expect(page.getByText(words('Allowed symbols: &, letters or whitespaces'))).toHaveCount(0);
    });

    const sent = page.waitForRequest((request) => request.url().endsWith('/api/Products/AdditionalInfo'));
    await submit.click();
    expect((await sent).postDataJSON()).toEqual({
      productId: 'veriscan-desktop',
      hasHardware: true,
      numberOfDevices: '11-30',
      locatedInUS: false,
      industry: 'other',
      otherIndustry: 'Shipping & logistics',
    });
    // No trial runs yet, so billing offers it.
    await expect(page).toHaveURL(/\/Billing\?product=veriscan-desktop$/);
    const start = page.getByRole('link', { name: words('Start the trial') });
    await expect(start).toHaveAttribute('href', '/Products/veriscan-desktop/Subscription');
    await expect(page.getByText(words('Thank you. Your answers are saved.'))).toBeVisible();
  });
}

test('the trial page without a product redirects to the products', async ({ page }) => {
  await signIn(page, 'owner@acme.example');
  await page.goto('/trial');
  await expect(page).toHaveURL(/\/products$/);
});
