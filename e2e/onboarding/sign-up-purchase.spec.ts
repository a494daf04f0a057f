import { findInOutbox } from '../harness/outbox.ts';
import { databaseUrl } from '../harness/portal.ts';
import { bankDialog, cards } from '../harness/purchase-steps.ts';
import { axeFindings } from '../harness/screens.ts';
import { SignUpSteps } from '../harness/sign-up-steps.ts';
import { storyLanguages } from '../harness/soak.ts';
import { expect, test } from '../harness/test.ts';
import { createBrand } from '../harness/visitors.ts';

/** Visitors who pay, or whose payment fails. */

const wide = { width: 1400, height: 844 };
const narrow = { width: 390, height: 844 };

/** Wrong values posted in place of the chosen ones, and the step that each leads to. */
const wrongPurchases = [
  // The price no longer equals the quoted one. The way to the confirmation leads through the card, which must be
  // entered again.
  ['Purchase.Items[0].PriceId', 'gone', 'Billing details'],
  ['Purchase.ShippingDetails.Address.City', '', 'Billing details'],
  ['Purchase.PaymentMethodId', 'pm_1Nobody', 'Billing details'],
] as const;

for (const language of storyLanguages('en')) {
  // In French on a phone.
  test.describe(language === 'fr' ? 'on a phone' : 'on a desk', () => {
    test.use({ viewport: language === 'fr' ? narrow : wide });

    test(`a visitor pays for a year with a coupon and an add-on (${language})`, async ({
      page,
      portal,
      complaints,
    }) => {
      complaints.expect(/402/);
      const steps = new SignUpSteps(page, language, portal.url);
      const { dialog } = steps.purchase;
      await steps.open();
      await steps.walkToPlans();
      await steps.purchase.choose(steps.professional, 'Yearly');

      await test.step('the coupon reduces the total at once', async () => {
        await dialog.getByRole('button', { name: steps.say('Add a coupon') }).click();
        await dialog.getByLabel(steps.say('Coupon')).fill('WELCOME20');
        await page.keyboard.press('Enter');
        await expect(dialog.getByText('WELCOME20', { exact: true })).toBeVisible();
        // On a phone, the total expands to its parts.
        const total = dialog.locator('button[aria-expanded][aria-controls]:visible');
        if (language === 'fr') await total.click();
        await expect(dialog.getByText(steps.say('Discount')).filter({ visible: true })).toBeVisible();
        if (language === 'fr') await total.click();
      });
      await steps.purchase.continueTo('Choose add-ons');
      await dialog.getByRole('checkbox').first().check();
      await steps.purchase.continueTo('Billing details');
      await steps.enterAddress();

      await test.step('a declined card leads back to the card, with all other input kept', async () => {
        await steps.payWith(cards.declinedWhenCharged);
        await steps.payButton.click();
        await steps.enterPassword();
        await expect(dialog.getByRole('heading', { name: steps.say('Billing details') })).toBeVisible();
        await expect(dialog.getByRole('textbox', { name: steps.say('City') })).toHaveValue('Seattle');
      });
      await steps.payWith(cards.other);
      await expect(dialog.getByText('WELCOME20', { exact: true })).toBeVisible();
      await steps.payButton.click();
      await steps.isDone('payment');

      await test.step('the success page shows download, key and receipt before the address is confirmed', async () => {
        const download = page.getByRole('link', { name: /(?:Download|Télécharger) Veriscan Desktop/ });
        await expect(download).toHaveAttribute('href', 'https://download.veriscan.example/desktop/');
        await expect(page.locator('main code')).toHaveText(/^[0-9A-Z]{5}(-[0-9A-Z]{5,6}){4}$/);
        await expect(page.getByText(/(?:Visa|Mastercard) ••••.\d{4}/)).toBeVisible();
        await expect(page.getByRole('link', { name: steps.say('Open the receipt') })).toBeVisible();
        expect(await axeFindings(page)).toEqual([]);
      });

      const right = `right-${steps.email}`;
      await test.step('a wrong address is corrected in place', async () => {
        await expect(steps.lastStep(steps.email)).toBeVisible();
        await page.getByRole('button', { name: steps.say('Wrong address?') }).click();
        await page.getByLabel(steps.say('Correct address')).fill(right);
        await page.getByRole('button', { name: steps.say('Send to this address') }).click();
        await expect(steps.lastStep(right)).toBeVisible();
        await page.reload();
        await expect(steps.lastStep(right)).toBeVisible();
      });

      await test.step('the mailed link signs in and returns to the page, and the first tab turns green', async () => {
        const mailed = await page.context().newPage();
        await mailed.goto(await findInOutbox(portal.url, right, /https?:\S+\/ConfirmEmail#\S+/));
        await mailed.getByRole('button', { name: steps.say('Confirm the address') }).click();
        await expect(mailed).toHaveURL(/\/Confirmation/);
        await expect(mailed.getByText(steps.say('Email confirmed'))).toBeVisible();
        await page.bringToFront();
        await expect(page.getByText(steps.say('Email confirmed'))).toBeVisible();
        await page.goto(portal.url);
        await expect(page.getByRole('region', { name: steps.say('Get started') })).toBeVisible();
      });
    });

    test(`the first customer of another brand is declined, reloads, and pays on a phone (${language})`, async ({
      page,
      portal,
      complaints,
    }) => {
      complaints.expect(/402/);
      await page.setViewportSize(narrow);
      const brand = await createBrand(databaseUrl(portal.dataDir));
      const steps = new SignUpSteps(page, language, portal.url);
      const hasBrand = async () => {
        await expect(page.getByText(brand.name).first()).toBeVisible();
        await expect(page).toHaveTitle(new RegExp(brand.name));
        const accent = "getComputedStyle(document.documentElement).getPropertyValue('--accent').trim()";
        expect(await page.evaluate(accent)).toBe(brand.accent);
      };
      await steps.open(`/signUp/${brand.slug}/store?product=veriscan-desktop`);
      await hasBrand();
      await steps.enterEmail();
      await steps.enterNames();
      // A first customer's password is asked before the contacts.
      await steps.enterPassword();
      await steps.enterContacts();
      await steps.enterBusiness();
      await steps.heading('Choose your plan');
      await hasBrand();
      await steps.walkToPayment(cards.declinedWhenCharged);
      await expect(page).toHaveURL(new RegExp(`/confirm/${brand.slug}`));
      await hasBrand();

      await test.step('a refusal keeps the brand and the input, also after a reload', async () => {
        await steps.payButton.click();
        await steps.heading('Choose your password');
        await expect(page).toHaveURL(new RegExp(`/signUpNext/${brand.slug}`));
        await hasBrand();
        await page.reload();
        await steps.heading('Choose your password');
        await hasBrand();
        await page.getByRole('button', { name: steps.say('Back') }).click();
        await expect(steps.field('organization')).toHaveValue('Harbor Hotels');
        await steps.continueTo();
        await steps.enterPassword();
        for (const heading of ['How can we reach you?', 'About your business']) {
          await steps.heading(heading);
          await steps.continueTo();
        }
      });
      await steps.heading('Choose your plan');
      await steps.walkToPayment(cards.other);
      await steps.payButton.click();
      await steps.isDone('payment');
      await hasBrand();
    });

    test(`the registration continues after the cardholder has confirmed the payment at the bank (${language})`, async ({
      page,
      portal,
    }) => {
      const steps = new SignUpSteps(page, language, portal.url);
      await steps.open();
      await steps.walkToPlans();
      await steps.walkToPayment(cards.asksCardholder);
      const { authorize } = bankDialog(page);

      await test.step('the bank asks when the card is saved, and again when it is charged', async () => {
        await authorize.click();
        await steps.payButton.click();
        await steps.heading('Confirming your payment');
        await expect(authorize).toBeVisible();
      });

      await test.step('a visitor who leaves during the question finds it again and confirms', async () => {
        await page.reload();
        await steps.heading('Confirming your payment');
        await authorize.click();
      });
      await steps.isDone('payment');
    });

    test(`a visitor can use another card if the cardholder does not confirm the first one (${language})`, async ({
      page,
      portal,
      complaints,
    }) => {
      complaints.expect(/402/);
      const steps = new SignUpSteps(page, language, portal.url);
      await steps.open();
      await steps.walkToPlans();
      await steps.walkToPayment(cards.asksCardholder);
      const { authorize, fail } = bankDialog(page);
      await authorize.click();
      await steps.payButton.click();
      await steps.heading('Confirming your payment');
      await fail.click();
      // The registration has failed, so there is nothing left to confirm.
      const another = page.getByRole('button', { name: steps.say('Use another card') });
      await expect(another).toBeVisible();
      await expect(page.getByRole('button', { name: steps.say('Confirm again') })).toHaveCount(0);
      await another.click();
      await steps.enterPassword();
      await expect(steps.purchase.dialog.getByRole('heading', { name: steps.say('Billing details') })).toBeVisible();
      await steps.payWith(cards.good);
      await steps.payButton.click();
      await steps.isDone('payment');
    });

    test(`a refused part of the purchase opens its step again and keeps all other input (${language})`, async ({
      page,
      portal,
      complaints,
    }) => {
      complaints.expect(/402|404|409|422/);
      const steps = new SignUpSteps(page, language, portal.url);
      const { dialog } = steps.purchase;
      await steps.open();
      await steps.walkToPlans();
      await steps.walkToPayment(cards.good);
      for (const [field, value, heading] of wrongPurchases) {
        await page.route(/\/SignUp\?(?!handler)/, async (route) => {
          const posted = new URLSearchParams(route.request().postData() ?? '');
          posted.set(field, value);
          await route.continue({ postData: posted.toString() });
        });
        await steps.payButton.click();
        await steps.enterPassword();
        await page.unroute(/\/SignUp\?(?!handler)/);
        await expect(dialog.getByRole('heading', { name: steps.say(heading) }), field).toBeVisible();
        await expect(page.getByRole('alert').first()).toBeVisible();
        // To the confirmation again: only the card has to be entered again.
        await expect(dialog.getByRole('textbox', { name: steps.say('City') })).toHaveValue('Seattle');
        await steps.payWith(cards.good);
        await expect(steps.payButton).toBeEnabled();
      }
      await steps.payButton.click();
      await steps.isDone('payment');
    });

    test(`a visitor who leaves the plan’s customization finds the choices again (${language})`, async ({
      page,
      portal,
    }) => {
      const steps = new SignUpSteps(page, language, portal.url);
      const { dialog } = steps.purchase;
      await steps.open();
      await steps.walkToPlans();
      const quantity = dialog.getByRole('textbox').first();
      await steps.purchase.choose(steps.professional);
      await quantity.fill('7');
      await quantity.blur();
      await page.keyboard.press('Escape');
      await steps.heading('Choose your plan');
      await steps.purchase.choose(steps.professional);
      await expect(quantity).toHaveValue('7');
    });

    test(`each step loads its own scripts and those of the next step (${language})`, async ({ page, portal }) => {
      const scripts: string[] = [];
      page.on('request', (request) => {
        const name = /\/([\w-]+)-[\w-]{8}\.js$/.exec(new URL(request.url()).pathname)?.[1];
        if (name) scripts.push(name);
      });
      const steps = new SignUpSteps(page, language, portal.url);
      // The card form loads Stripe's loader, `pure`.
      const isLoaded = (name: RegExp) => scripts.some((script) => name.test(script));
      const atRestAt = async () => page.waitForLoadState('networkidle');

      await steps.open();
      await atRestAt();
      expect(scripts.length, scripts.join(' ')).toBeLessThanOrEqual(12);
      expect(isLoaded(/plan-steps|^pure$|purchase/)).toBe(false);
      await steps.enterEmail();
      await atRestAt();
      expect(isLoaded(/plan-steps|^pure$|purchase/)).toBe(false);
      // The plans are preloaded from the contacts on, because they come next.
      await steps.enterNames();
      await expect.poll(() => isLoaded(/plan-steps/)).toBe(true);
      expect(isLoaded(/^pure$/)).toBe(false);
      await steps.enterContacts();
      await steps.enterBusiness();
      await steps.enterPassword();
      await steps.heading('Choose your plan');
      await atRestAt();
      expect(isLoaded(/^pure$/)).toBe(false);
      expect(scripts.filter((script) => script === 'stripe')).toEqual([]);
      await steps.purchase.choose(steps.professional);
      await steps.purchase.continueTo('Choose add-ons');
      await steps.purchase.continueTo('Billing details');
      await expect.poll(() => isLoaded(/^pure$/)).toBe(true);
    });
  });
}
