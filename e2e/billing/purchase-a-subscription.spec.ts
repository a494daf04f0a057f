import { writeFileSync } from 'node:fs';
import { createCustomer } from '../harness/customers.ts';
import { type Language, say } from '../harness/messages.ts';
import { databaseUrl } from '../harness/portal.ts';
import { bankDialog, cards, PurchaseSteps } from '../harness/purchase-steps.ts';
import { signIn } from '../harness/sign-in.ts';
import { isSoak } from '../harness/soak.ts';
import { expectBoughtOnce, readStripeState } from '../harness/stripe-state.ts';
import { expect, test } from '../harness/test.ts';

const desktop = { product: 'Veriscan Desktop', plan: 'Professional' } as const;
/** Texts of the catalog and the server in the user's language. */
const words = {
  en: { plan: 'Professional', active: 'Active' },
  fr: { plan: 'Professionnel', active: 'Actif' },
} as const satisfies Record<Language, object>;

/** Numbers contain several kinds of spaces. */
const spaced = (text: string) => new RegExp(text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\s+/g, '\\s'));

const combinations = [
  { language: 'en', width: 1400, isRestarted: true },
  { language: 'fr', width: 390, isRestarted: false },
  { language: 'en', width: 390, isRestarted: false, isRare: true },
  { language: 'fr', width: 1400, isRestarted: false, isRare: true },
] as const satisfies readonly { language: Language; width: number; isRestarted: boolean; isRare?: true }[];

for (const { language, width, isRestarted } of combinations.filter(
  (combination) => isSoak || !('isRare' in combination),
)) {
  test.describe(`a customer, in ${language === 'en' ? 'English' : 'French'} and ${width} px wide`, () => {
    test.use({ locale: language === 'en' ? 'en-US' : 'fr-CA', viewport: { width, height: 900 } });

    test(`buys a subscription, and finds it with its paid invoice${isRestarted ? ', both also after a restart' : ''}`, async ({
      page,
      portal: shared,
      ownPortal,
    }) => {
      const portal = isRestarted ? await ownPortal() : shared;
      const customer = await createCustomer(databaseUrl(portal.dataDir));
      await page.goto(portal.url);
      await signIn(page, customer.email, customer.password, portal.url);
      const steps = new PurchaseSteps(page, language);
      const { plan, active } = words[language];

      await page.goto(`${portal.url}/products`);
      await page.getByRole('link', { name: `${steps.say('See plans')} ${desktop.product}` }).click();
      await steps.walkFromPlans({ plan });
      await expect(steps.payButton).toBeEnabled();
      const price = await steps.priceNow();
      await steps.payButton.click();
      await steps.expectSuccess(desktop.product);
      await expect(steps.dialog).toContainText(spaced(price));
      await steps.dialog.getByRole('button', { name: steps.say('Go to my products') }).click();
      await expect(page.getByRole('heading', { level: 3, name: desktop.product })).toBeVisible();

      const everythingIsThere = async () => {
        await page.goto(`${portal.url}/Billing`);
        const main = page.getByRole('main');
        await expect(main).toContainText(plan);
        await expect(main.getByText(active, { exact: true }).filter({ visible: true }).first()).toBeVisible();
        await page.goto(`${portal.url}/Billing/Invoices`);
        const invoice = page.getByRole('main').getByText(spaced(price)).first();
        await expect(invoice).toBeVisible();
        await expect(page.getByRole('table').getByText(say(language, 'Paid'), { exact: true }).first()).toBeVisible();
      };
      await everythingIsThere();

      if (isRestarted) {
        await page.goto('about:blank');
        expect(await portal.stop()).toEqual({ code: 0, endedCleanly: true });
        await portal.startAgain();
        await everythingIsThere();
      }
      await expectBoughtOnce(portal.ports.sandbox, customer.email);
    });
  });
}

test.describe('while buying', () => {
  test('shows why a charged card was declined, and leaves nothing at Stripe', async ({
    portal,
    customer,
    customerPage: page,
    complaints,
  }) => {
    complaints.expect(/status of 402 .*\/Purchase/);
    const steps = new PurchaseSteps(page);
    await steps.walkToPayment({ ...desktop, card: cards.declinedWhenCharged });
    await steps.payButton.click();
    await expect(page.getByText('Your card was declined.').first()).toBeVisible();

    const { subscriptions, charges, invoices } = await readStripeState(portal.ports.sandbox, customer.email);
    expect(subscriptions).toEqual([]);
    expect(charges).toEqual([]);
    expect(invoices.filter(({ status }) => status === 'open' || status === 'draft')).toEqual([]);

    await page.goto('/Billing/Subscriptions');
    await page
      .getByRole('alertdialog', { name: 'Leave without finishing?' })
      .or(page.getByRole('heading', { level: 1, name: 'Subscriptions' }))
      .first()
      .waitFor();
    await page.goto('/Billing/Invoices');
    await expect(page.getByRole('heading', { level: 1, name: 'Invoices' })).toBeVisible();
    await expect(page.getByRole('table').getByText('Open', { exact: true })).toHaveCount(0);
  });

  test('shows why a card cannot be added, and accepts another one', async ({
    portal,
    customer,
    customerPage: page,
    complaints,
  }) => {
    complaints.expect(/status of 402 .*\/setup_intents\//);
    const steps = new PurchaseSteps(page);
    await steps.openPlans(desktop.product);
    await steps.walkFromPlans({ plan: desktop.plan, card: cards.declinedWhenAdded });
    await expect(steps.dialog.getByRole('alert')).toContainText('Your card was declined.');

    const number = steps.dialog
      .getByRole('group', { name: 'Card number' })
      .frameLocator('iframe')
      .locator('input:visible')
      .first();
    await number.press('Control+a');
    await number.pressSequentially(cards.good.number);
    await steps.goToConfirmation();
    await steps.payButton.click();
    await steps.expectSuccess(desktop.product);
    await expectBoughtOnce(portal.ports.sandbox, customer.email);
  });

  test('buys once if the button is pressed twice', async ({ portal, customer, customerPage: page }) => {
    const steps = new PurchaseSteps(page);
    await steps.walkToPayment(desktop);
    await steps.payButton.dblclick({ delay: 0 });
    await steps.expectSuccess(desktop.product);
    await expectBoughtOnce(portal.ports.sandbox, customer.email);
  });

  test('updates a second window after a purchase, which then buys nothing', async ({
    portal,
    customer,
    customerPage: first,
  }) => {
    const second = await first.context().newPage();
    const steps = [new PurchaseSteps(first), new PurchaseSteps(second)] as const;
    await steps[1].openPlans(desktop.product);
    await steps[1].choose(desktop.plan);
    await steps[0].walkToPayment(desktop);
    await steps[0].payButton.click();
    await steps[0].expectSuccess(desktop.product);
    await expect(steps[1].dialog.getByRole('heading', { name: `${desktop.plan} is active already` })).toBeVisible();
    await steps[1].dialog.getByRole('button', { name: 'Close' }).last().click();
    await expect(second.getByRole('button', { name: `Change options ${desktop.plan}` })).toBeVisible();
    await expectBoughtOnce(portal.ports.sandbox, customer.email);
    await second.close();
  });

  test('authenticates a payment in the page', async ({ portal, customer, customerPage: page }) => {
    const steps = new PurchaseSteps(page);
    await steps.openPlans(desktop.product);
    await steps.walkFromPlans({ plan: desktop.plan, card: cards.asksCardholder });
    await bankDialog(page).authorize.click();
    await expect(steps.payButton).toBeEnabled();
    await steps.payButton.click();
    await bankDialog(page).authorize.click();
    await steps.expectSuccess(desktop.product);
    await expectBoughtOnce(portal.ports.sandbox, customer.email);
  });

  test('starts a trial immediately, without a card', async ({ portal, customer, customerPage: page }) => {
    await page.goto('/Products/veriscan-desktop/Subscription');
    await page.getByRole('button', { name: 'Start the free trial Trial' }).click();
    const steps = new PurchaseSteps(page);
    await steps.dialog.getByRole('button', { name: 'Start the free trial' }).click();
    await steps.expectSuccess(desktop.product);
    const { subscriptions, charges } = await readStripeState(portal.ports.sandbox, customer.email);
    expect(subscriptions).toHaveLength(1);
    expect(charges).toEqual([]);
  });
});

test('a portal started on an empty folder prints its address and the demo’s logins, and sells a custom catalog', async ({
  page,
  ownPortal,
}, testInfo) => {
  const file = testInfo.outputPath('mine.yaml');
  writeFileSync(
    file,
    `products:
  - id: lantern
    name: Lantern
    description: Plans light.
    displayType: Subscribe
    licensingType: HostLocked
    plans:
      - id: lantern-studio
        code: STUDIO
        name: Studio
        description: For one office
        features: [All luminaires]
        maxQuantity: 50
        prices:
          - { id: lantern-studio-monthly, nickname: Monthly, interval: month, amount: 25.00 }
          - { id: lantern-studio-yearly, nickname: Yearly, interval: year, amount: 250.00 }
`,
  );
  const portal = await ownPortal({ settings: { CATALOG_FILE: file } });
  await expect.poll(portal.log).toContain(`Portico is ready at ${portal.url}`);
  for (const person of ['operator@portico', 'owner@acme', 'admin@acme', 'user@acme', 'readonly@acme', 'owner@globex'])
    expect(portal.log()).toContain(`${person}.example`);
  expect(portal.log()).toContain('Portico-demo-1');

  const { email, password } = await createCustomer(databaseUrl(portal.dataDir));
  await signIn(page, email, password, portal.url);
  const steps = new PurchaseSteps(page);
  await page.goto(`${portal.url}/products`);
  await page.getByRole('link', { name: 'See plans Lantern' }).click();
  await steps.walkFromPlans({ plan: 'Studio', hasAddons: false });
  await steps.payButton.click();
  await steps.expectSuccess('Lantern');
});
