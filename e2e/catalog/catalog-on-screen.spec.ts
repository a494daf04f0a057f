import type { Browser, Page } from '@playwright/test';
import { ApiClient } from '../harness/api-client.ts';
import { createCustomer, createOperator } from '../harness/customers.ts';
import { type Language, say, setLanguage } from '../harness/messages.ts';
import { databaseUrl, type Portal } from '../harness/portal.ts';
import { signIn } from '../harness/sign-in.ts';
import { storyLanguages } from '../harness/soak.ts';
import { expect, test } from '../harness/test.ts';
import { createSubscriber, operator } from '../harness/users.ts';

/** Fields of the editor, as the server names them. */
const fields = {
  amount: { en: 'Amount (USD)', fr: 'Montant (USD)' },
  description: { en: 'Description', fr: 'Description' },
  graceDays: { en: 'Grace days', fr: 'Jours de grâce' },
  logo: { en: 'Logo', fr: 'Logo' },
  name: { en: 'Name for customers', fr: 'Nom pour les clients' },
  plans: { en: 'Plans', fr: 'Forfaits' },
  prices: { en: 'Prices', fr: 'Tarifs' },
} as const;

const desktop = '/Operator/Catalog/Entries/products/veriscan-desktop';

/** An operator's page in a portal of the story's own. */
async function openAs(browser: Browser, portal: Portal, language: Language, email: string, password: string) {
  const context = await browser.newContext({ baseURL: portal.url, viewport: { width: 1400, height: 900 } });
  const page = await context.newPage();
  await setLanguage(page, language, portal.url);
  await signIn(page, email, password, portal.url);
  return page;
}

// The stories share a portal, and each leaves its catalog for the next. The first one saves nothing new.
test.describe.configure({ mode: 'serial' });
const languages = storyLanguages('fr');

test('saving an unchanged product changes nothing, whatever its fields', async ({ namedPortal, browser }) => {
  const portal = await namedPortal(languages[0]);
  const page = await openAs(browser, portal, 'en', operator.email, operator.password);
  const client = await ApiClient.signIn(portal.url, operator.email, operator.password);
  for (const product of ['veriscan-desktop', 'veriscan-cloud']) {
    await page.goto(`/Operator/Catalog/Entries/products/${product}`);
    const days = page.getByRole('textbox', { name: fields.graceDays.en });
    const former = await days.inputValue();
    await days.fill('1');
    await days.fill(former);
    await save(page, 'en').click();
    await expect(page.getByText('Saved in your draft. Customers see it once you publish it.')).toBeVisible();
    expect(await client.call('GET', '/api/Catalog/Draft')).toMatchObject({ changed: 0, problems: [] });
  }
});

for (const language of languages) {
  const words = (message: string, values?: Record<string, string>) => say(language, message, values);
  const field = (name: keyof typeof fields) => fields[name][language];

  test.describe(`the catalog on screen (${language})`, () => {
    test('an operator adds, changes and deletes a plan; customers see it, and its problems appear on their fields', async ({
      namedPortal,
      browser,
      complaints,
    }) => {
      test.slow();
      complaints.expect(/status of 422/);
      const portal = await namedPortal(language);
      const page = await openAs(browser, portal, language, operator.email, operator.password);
      await page.goto('/Products/veriscan-cloud/Plans');
      await page.getByRole('button', { name: words('Create Plan') }).click();
      const dialog = page.getByRole('dialog');
      const box = (label: string) => dialog.getByRole('textbox', { name: words(label), exact: true });
      await expect(dialog.getByRole('combobox', { name: words('Type') })).toHaveValue('1');
      await expect(dialog.getByRole('switch', { name: words('Trial') })).not.toBeChecked();
      await box('Name').fill('Night shift');
      await box('Code').fill('NIGHT');
      await box('Description').fill('From dusk till dawn');
      await dialog.getByRole('combobox', { name: words('Type') }).selectOption('0');
      await dialog.getByRole('button', { name: words('Create Plan') }).click();
      await expect(box('Amount per month')).toHaveAccessibleDescription(/49\.00|gratuit|free/i);
      await box('Amount per month').fill('12.00');
      await dialog.getByRole('button', { name: words('Create Plan') }).click();
      await expect(page.getByText(words('Plan has been successfully added'))).toBeVisible();
      const row = page.getByRole('row').filter({ hasText: 'Night shift' });
      await expect(row).toContainText('12');

      await row.getByRole('button', { name: words('Edit {name}', { name: 'Night shift' }) }).click();
      await box('Featured text').fill('New');
      await dialog.getByRole('button', { name: words('Save changes') }).click();
      await expect(page.getByText(words('Plan has been successfully changed'))).toBeVisible();
      await expect(row).toContainText('New');

      const customer = await createCustomer(databaseUrl(portal.dataDir));
      const theirs = await openAs(browser, portal, language, customer.email, customer.password);
      await theirs.goto('/Products/veriscan-cloud/Subscription');
      await expect(theirs.getByRole('heading', { name: 'Night shift' })).toBeVisible();
      await theirs.goto('/Products/veriscan-cloud/Plans');
      await expect(theirs.getByRole('row').filter({ hasText: 'Night shift' })).toBeVisible();
      await expect(theirs.getByRole('button', { name: words('Create Plan') })).toHaveCount(0);

      await row.getByRole('button', { name: words('Delete {name}', { name: 'Night shift' }) }).click();
      const question = page.getByRole('alertdialog');
      await expect(question).toContainText(words('Are you sure you want to delete plan?'));
      await question.getByRole('button', { name: words('Delete plan') }).click();
      await expect(page.getByText(words('Plan has been successfully deleted!'))).toBeVisible();
      await expect(row).toHaveCount(0);
    });

    test('a published price applies to new customers only, and an operator can restore an earlier version', async ({
      namedPortal,
      browser,
    }) => {
      test.slow();
      const portal = await namedPortal(language);
      const subscriber = await createSubscriber(portal);
      const client = await ApiClient.signIn(portal.url, subscriber.email, subscriber.password);
      const amount = async () => {
        const answer = await client.call('GET', '/api/Products/veriscan-desktop/Subscriptions');
        return (answer as { items: { amount: number }[] }).items[0]?.amount;
      };
      const before = await amount();
      const page = await openAs(browser, portal, language, operator.email, operator.password);
      await page.goto('/Operator/Catalog');
      await page.getByRole('link', { name: 'Veriscan Desktop', exact: true }).click();
      const plan = language === 'fr' ? 'Professionnel' : 'Professional';
      const plans = page.getByRole('region', { name: field('plans'), exact: true });
      await plans.getByRole('button', { name: new RegExp(`^${plan}`) }).click();
      const prices = plans.getByRole('region', { name: field('prices'), exact: true });
      await prices.getByRole('button', { name: language === 'fr' ? 'Mensuel' : 'Monthly', exact: true }).click();
      await prices
        .getByRole('textbox', { name: field('amount') })
        .first()
        .fill('59.00');
      await save(page, language).click();
      await expect(page.getByText(words('Saved in your draft. Customers see it once you publish it.'))).toBeVisible();
      await page.getByRole('button', { name: words('Show preview') }).click();
      await expect(page.getByText(/59/).last()).toBeVisible();
      await page.getByRole('link', { name: words('Review changes') }).click();
      await expect(page.getByText('49.00')).toBeVisible();
      await expect(page.getByText(language === 'fr' ? /1 tarif modifié/ : /1 price amended/)).toBeVisible();
      await expect(
        page.getByText(language === 'fr' ? /1 abonnement garde le sien/ : /1 subscription keeps its own/),
      ).toBeVisible();
      await page.getByRole('button', { name: words('Publish') }).click();
      await expect(page.getByText(words('The catalog is published'))).toBeVisible();

      expect(await amount()).toBe(before);
      const customer = await createCustomer(databaseUrl(portal.dataDir));
      const theirs = await openAs(browser, portal, language, customer.email, customer.password);
      await theirs.goto('/Products/veriscan-desktop/Subscription');
      await expect(theirs.getByText(language === 'fr' ? /59,00/ : /59(\.00)?/).first()).toBeVisible();

      await page.goto('/Operator/Catalog/Versions');
      await page.getByRole('main').getByRole('link', { name: /\d+$/ }).nth(1).click();
      await page.getByRole('button', { name: words('Bring back') }).click();
      await page
        .getByRole('alertdialog')
        .getByRole('button', { name: words('Bring back') })
        .click();
      await page.getByRole('button', { name: words('Publish') }).click();
      await expect(page.getByText(words('The catalog is published'))).toBeVisible();
      await page.goto(desktop);
      await expect(page.getByText(language === 'fr' ? '59,00 $' : '$59.00').first()).toBeVisible();
    });

    test('two operators change a product concurrently: the second sees and resolves the conflict, and loses nothing', async ({
      namedPortal,
      browser,
    }) => {
      test.slow();
      const portal = await namedPortal(language);
      const second = await createOperator(databaseUrl(portal.dataDir));
      const page = await openAs(browser, portal, language, operator.email, operator.password);
      const other = await openAs(browser, portal, language, second.email, second.password);
      const name = (one: Page) =>
        one
          .getByRole('group', { name: field('name') })
          .getByRole('textbox')
          .first();
      const days = (one: Page) => one.getByRole('textbox', { name: field('graceDays') });
      for (const one of [page, other]) await one.goto(desktop);
      await days(page).fill('9');
      await days(other).fill('11');
      await name(other).fill('Desktop of Sam');
      for (const one of [page, other]) {
        await save(one, language).click();
        await one.getByRole('link', { name: words('Review changes') }).click();
      }
      const publish = (one: Page) => one.getByRole('button', { name: words('Publish') });
      await publish(page).click();
      await expect(page.getByText(words('The catalog is published'))).toBeVisible();
      await other.reload();
      await expect(other.getByText(`veriscan-desktop › ${field('graceDays')}`).first()).toBeVisible();
      await expect(publish(other)).toBeDisabled();
      await other.getByRole('radio', { name: '11' }).check();
      await publish(other).click();
      await expect(other.getByText(words('The catalog is published'))).toBeVisible();
      await page.goto(desktop);
      await expect(days(page)).toHaveValue('11');
      await expect(name(page)).toHaveValue('Desktop of Sam');
    });

    test('a logo that is not a picture is refused at its field, and a text without French is shown in English', async ({
      namedPortal,
      browser,
    }) => {
      test.slow();
      const portal = await namedPortal(language);
      const page = await openAs(browser, portal, language, operator.email, operator.password);
      await page.goto(desktop);
      const logo = page.getByLabel(field('logo'), { exact: true });
      await logo.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from('<html>no picture') });
      await save(page, language).click();
      await expect(logo).toHaveAccessibleDescription(/PNG, JPEG (or|ou) WebP/);
      await page.goto('/Operator/Catalog/Changes');
      await expect(page.getByRole('button', { name: words('Publish') })).toBeDisabled();
      await page.getByRole('button', { name: words('Discard draft') }).click();
      await page
        .getByRole('alertdialog')
        .getByRole('button', { name: words('Discard draft') })
        .click();
      await expect(page.getByText(words('There is nothing to publish'))).toBeVisible();

      await page.goto(desktop);
      const names = page.getByRole('group', { name: field('name') });
      await names.getByRole('textbox').first().fill('Desktop without French');
      await save(page, language).click();
      await page.getByRole('link', { name: words('Review changes') }).click();
      await page.getByRole('button', { name: words('Publish') }).click();
      await expect(page.getByText(words('The catalog is published'))).toBeVisible();
      const customer = await createCustomer(databaseUrl(portal.dataDir));
      const theirs = await openAs(browser, portal, 'fr', customer.email, customer.password);
      await theirs.goto('/Products/veriscan-desktop/Subscription');
      await expect(theirs.getByRole('heading', { level: 1, name: 'Desktop without French' })).toBeVisible();
    });
  });
}

test('an operator adds a product and a limited coupon, moves one product, disables another, and ends the coupon', async ({
  namedPortal,
  browser,
}) => {
  test.slow();
  const portal = await namedPortal(languages.at(-1) ?? 'en');
  const page = await openAs(browser, portal, 'en', operator.email, operator.password);
  const english = (name: string) => page.getByRole('group', { name, exact: true }).getByRole('textbox').first();
  const publish = async () => {
    await page.goto('/Operator/Catalog/Changes');
    await page.getByRole('button', { name: 'Publish' }).click();
    await expect(page.getByText('There is nothing to publish')).toBeVisible();
  };
  await page.goto('/Operator/Catalog');
  await page.getByRole('link', { name: 'Add product' }).click();
  await page.getByRole('textbox', { name: 'ID', exact: true }).fill('veriscan-kiosk');
  await english('Name').fill('Kiosk');
  await english('Description').fill('Greets visitors');
  await page.getByRole('combobox', { name: 'What the tile offers' }).selectOption('Subscribe');
  await page.getByRole('switch', { name: 'Needs a subscription' }).uncheck();
  await page.getByRole('button', { name: 'Add product' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'veriscan-kiosk' })).toBeVisible();
  await page.goto('/Operator/Catalog');
  // On a busy machine, a click is lost if the row is rendered again under it.
  await expect(async () => {
    await expect(page.getByRole('row').last()).toContainText('Kiosk', { timeout: 2_000 });
    await page.getByRole('button', { name: 'Move up: Kiosk' }).click();
    await expect(page.getByRole('row').nth(-2)).toContainText('Kiosk', { timeout: 10_000 });
  }).toPass();
  await page.goto('/Operator/Catalog/Entries/products/veriscan-cloud');
  await page.getByRole('switch', { name: /^Disabled/ }).check();
  await save(page, 'en').click();
  await expect(page.getByText('Saved in your draft. Customers see it once you publish it.')).toBeVisible();
  await page.goto('/Operator/Catalog/New/coupons');
  await page.getByRole('textbox', { name: 'Code', exact: true }).fill('KIOSK10');
  await english('Name').fill('Kiosk opening');
  await page.getByRole('textbox', { name: 'Percent off' }).fill('10');
  await page.getByRole('combobox', { name: 'How long' }).selectOption('once');
  await page.getByRole('textbox', { name: 'Uses in all' }).fill('1');
  await page.getByRole('button', { name: 'Add coupon' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'KIOSK10' })).toBeVisible();
  await publish();

  const customer = await createCustomer(databaseUrl(portal.dataDir));
  const client = await ApiClient.signIn(portal.url, customer.email, customer.password);
  const { items } = (await client.call('GET', '/api/Products/List')) as {
    items: { id: string; isDisabled: boolean }[];
  };
  expect(items.find(({ id }) => id === 'veriscan-cloud')).toMatchObject({ isDisabled: true });
  expect(items.at(-2)).toMatchObject({ id: 'veriscan-kiosk', isDisabled: false });

  await page.goto('/Operator/Catalog/Entries/coupons/KIOSK10');
  await page.getByRole('button', { name: 'End coupon' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'End coupon' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Catalog' })).toBeVisible();
  await publish();
  await page.goto('/Operator/Catalog?list=coupons&show=retired');
  await page.getByRole('link', { name: 'Kiosk opening' }).click();
  await expect(page.getByText('Nobody used it yet.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Sell it again' })).toBeVisible();
  // Operators keep the plans of a disabled product too.
  await page.goto('/Products/veriscan-cloud/Plans');
  await expect(page.getByRole('button', { name: 'Create Plan' })).toBeVisible();
});

function save(page: Page, language: Language) {
  return page.getByRole('button', { name: say(language, 'Save in the draft') });
}
