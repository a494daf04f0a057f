import { pattern, setLanguage } from '../harness/messages.ts';
import { SignUpSteps } from '../harness/sign-up-steps.ts';
import { storyLanguages } from '../harness/soak.ts';
import { expect, test } from '../harness/test.ts';

const wide = { width: 1400, height: 844 };
const narrow = { width: 390, height: 844 };

for (const language of storyLanguages('fr')) {
  // In French on a phone.
  test.describe(language === 'fr' ? 'on a phone' : 'on a desk', () => {
    test.use({ viewport: language === 'fr' ? narrow : wide });

    test(`an unknown brand is reported, and sign-in and sign-up link to each other (${language})`, async ({
      page,
      browser,
      portal,
    }) => {
      const steps = new SignUpSteps(page, language, portal.url);
      await setLanguage(page, language, portal.url);
      await page.goto('/signUp/no-such-company');
      await steps.heading('This company is not known here');
      await page.getByRole('link', { name: pattern(language, 'Sign up with {name}') }).click();
      await steps.heading('Start with your work email');
      await page.getByRole('link', { name: steps.say('Sign in to an existing account') }).click();
      await expect(page).toHaveURL(/\/login/);
      await page.getByRole('link', { name: steps.say('Sign up'), exact: true }).click();
      await steps.heading('Start with your work email');

      await test.step('an unknown product links to one that is sold', async () => {
        await page.goto('/SignUp?product=no-such-product');
        await steps.heading('This product is not sold here');
        await page.getByRole('link', { name: pattern(language, 'Sign up with {name}') }).click();
        await steps.heading('Start with your work email');
      });

      await test.step('prices can be viewed first, and the chosen plan waits for the details', async () => {
        await page
          .getByRole('link', { name: steps.say('Plans and prices') })
          .first()
          .click();
        await steps.heading('Choose your plan');
        await page.getByRole('button', { name: `${steps.say('Subscribe')} ${steps.professional}` }).click();
        await steps.enterEmail();
        // Only the details that the plan requires: contacts can be skipped.
        await steps.enterNames();
        await steps.enterBusiness();
        await steps.enterPassword();
        await expect(
          steps.purchase.dialog.getByRole('heading', { name: steps.say('Customize your plan') }),
        ).toBeVisible();
      });

      await test.step('the success page links only to pages of the portal', async () => {
        const product = '/Products/veriscan-desktop/Subscription';
        await page.goto(`/Confirmation?productUrl=${encodeURIComponent(product)}`);
        await expect(page.getByRole('link', { name: steps.say('Go to the product') })).toHaveAttribute('href', product);
        await page.goto(`/Confirmation?productUrl=${encodeURIComponent('https://elsewhere.example')}`);
        await expect(page.getByRole('link', { name: steps.say('Go to sign-in') })).toHaveAttribute('href', '/login');
      });

      const scriptless = await browser.newContext({ javaScriptEnabled: false, baseURL: portal.url });
      const still = await scriptless.newPage();
      await still.goto('/SignUp');
      // By its selector: text searches ignore the content of noscript.
      const fallback = still.locator('noscript p');
      await expect(fallback).toBeVisible();
      await expect(fallback).toContainText('The portal needs JavaScript.');
      await scriptless.close();
    });

    test(`a step that cannot be loaded is reported, and a reload continues with it (${language})`, async ({
      page,
      portal,
      complaints,
    }) => {
      complaints.expect(/load-plan-steps|ChunkLoadError/);
      const steps = new SignUpSteps(page, language, portal.url);
      await steps.open();
      await page.route('**/load-plan-steps-*.js', (route) => route.abort());
      await steps.enterEmail();
      await steps.enterDetails();
      await steps.enterPassword();
      await expect(page.getByRole('alert').getByText(steps.say('The portal could not be loaded'))).toBeVisible();
      await page.unroute('**/load-plan-steps-*.js');
      await page
        .getByRole('alert')
        .getByRole('button', { name: steps.say('Reload page') })
        .click();
      await steps.heading('Choose your plan');
    });
  });
}
