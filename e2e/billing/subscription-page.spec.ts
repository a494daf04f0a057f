import { ApiClient } from '../harness/api-client.ts';
import { type Language, pattern, say } from '../harness/messages.ts';
import { centsIn } from '../harness/money.ts';
import { signIn } from '../harness/sign-in.ts';
import { storyLanguages } from '../harness/soak.ts';
import { expect, test } from '../harness/test.ts';
import { createSubscriber } from '../harness/users.ts';

/** Texts of the catalog in the user's language. */
const words = {
  en: { row: 'Workstations', three: '3 workstations', two: '2 workstations' },
  fr: { row: 'Postes de travail', three: '3 postes de travail', two: '2 postes de travail' },
} as const satisfies Record<Language, object>;

for (const language of storyLanguages('en')) {
  test.describe(`an owner, in ${language === 'en' ? 'English' : 'French'}`, () => {
    test.use({ locale: language === 'en' ? 'en-US' : 'fr-CA' });

    test('adds workstations in their row, and pays the amount that the row showed', async ({ page, portal }) => {
      const { email, password } = await createSubscriber(portal);
      await signIn(page, email, password);
      await page.goto('/Billing/Subscriptions');
      const main = page.getByRole('main');
      await main.getByRole('link', { name: 'Veriscan Desktop' }).click();
      await expect(page).toHaveURL(/\/Products\/veriscan-desktop\/Subscription\/\d+$/);
      const { row, two, three } = words[language];
      await main.getByRole('button', { name: `${say(language, 'Change')} ${row}`, exact: true }).click();
      await main
        .getByRole('button', { name: say(language, 'More'), exact: true })
        .first()
        .click();
      await main
        .getByRole('button', { name: say(language, 'More'), exact: true })
        .first()
        .click();

      const due = async (label: string) => {
        const line = main.getByText(label, { exact: true }).locator('xpath=ancestor::div[1]');
        return centsIn((await line.getByRole('definition').textContent()) ?? '');
      };
      const make = main.getByRole('button', { name: pattern(language, `Add {seats} and pay {price}`) });
      await expect(make).toBeEnabled();
      await expect(make).toContainText(two);
      const dueToday = await due(say(language, 'Due today'));
      expect(dueToday).toBeGreaterThan(0);
      expect(centsIn(((await make.textContent()) ?? '').replace(two, ''))).toBe(dueToday);
      await make.click();

      await expect(main.getByText(say(language, 'Your subscription is changed'))).toBeVisible();
      await main.getByRole('button', { name: say(language, 'Close'), exact: true }).click();
      await expect(main.getByText(three).first()).toBeVisible();
      const client = await ApiClient.signIn(portal.url, email, password);
      const invoices = await client.call<{ items: { total: number }[] }>('GET', '/api/Subscription/invoices');
      expect(invoices.items.map(({ total }) => total)).toContain(dueToday);
    });

    test('charges the subscription to another card, and replaces that card instead of deleting it', async ({
      page,
      portal,
    }) => {
      const { email, password } = await createSubscriber(portal);
      const client = await ApiClient.signIn(portal.url, email, password);
      await client.addCard(`http://127.0.0.1:${portal.ports.sandbox}`, 'pm_card_mastercard');
      await signIn(page, email, password);
      await page.goto('/Billing/Subscriptions');
      const main = page.getByRole('main');
      await main.getByRole('link', { name: 'Veriscan Desktop' }).click();
      const change = main.getByRole('button', {
        name: `${say(language, 'Change')} ${say(language, 'Payment method')}`,
        exact: true,
      });
      await change.click();
      await main.getByRole('radio', { name: /4444/ }).check();
      await main.getByRole('button', { name: say(language, 'Use this card') }).click();
      await expect(page.getByText(say(language, 'The card of this subscription was changed'))).toBeVisible();
      await expect(change).toBeFocused();
      await expect(main.getByText('4444').first()).toBeVisible();

      await page.goto('/Billing');
      const actions = say(language, 'Actions for {brand} ending in {last4}', { brand: 'Mastercard', last4: '4444' });
      await main.getByRole('button', { name: actions }).click();
      await page.getByRole('menuitem', { name: say(language, 'Delete…') }).click();
      const dialog = page.getByRole('dialog', {
        name: say(language, 'Replace {name}', { name: 'Mastercard •••• 4444' }),
      });
      await expect(dialog.getByRole('listitem')).toHaveText(/Veriscan Desktop/);
      await dialog.getByRole('radio', { name: /4242/ }).check();
      await dialog.getByRole('button', { name: say(language, 'Replace card') }).click();
      await expect(page.getByText(say(language, 'The card was replaced'))).toBeVisible();
      await expect(main.getByRole('button', { name: actions })).toHaveCount(0);
    });

    test('leaves a contact after a cancellation that needs further steps, and restores the subscription', async ({
      page,
      portal,
    }) => {
      const { email, password } = await createSubscriber(portal);
      await signIn(page, email, password);
      await page.goto('/Billing/Subscriptions');
      const main = page.getByRole('main');
      await main.getByRole('link', { name: 'Veriscan Desktop' }).click();
      // A new subscriber's invoice is paid, so the answer is replaced by one with an open invoice.
      await page.route('**/api/Subscription/*/Cancel', async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, json: { ...(await response.json()), needAdditionalActions: true } });
      });
      await main.getByRole('button', { name: say(language, 'Cancel subscription') }).click();
      await page
        .getByRole('dialog')
        .getByRole('button', { name: say(language, 'Continue') })
        .click();
      await page
        .getByRole('dialog')
        .getByRole('button', { name: say(language, 'Skip and cancel') })
        .click();
      const dialog = page.getByRole('dialog', { name: say(language, 'Whom may we contact?') });
      const name = dialog.getByRole('textbox', { name: say(language, 'Name') });
      await name.fill('');
      await name.blur();
      await expect(dialog.getByText(say(language, 'Input name'))).toBeVisible();
      await name.fill('Bo Keeper');
      await dialog.getByRole('button', { name: say(language, 'Send') }).click();
      await expect(page.getByText(say(language, 'Thank you. We will be in touch.'))).toBeVisible();

      await main.getByRole('button', { name: say(language, 'Restore subscription') }).click();
      await page
        .getByRole('alertdialog')
        .getByRole('button', { name: say(language, 'Restore subscription') })
        .click();
      await expect(page.getByText(say(language, 'Subscription restored'), { exact: true })).toBeVisible();
      await expect(main.getByRole('button', { name: say(language, 'Cancel subscription') })).toBeVisible();
    });
  });
}

test('the other address of a subscription redirects to its page, and another account’s subscription is not found', async ({
  page,
  portal,
  complaints,
}) => {
  complaints.expect(/404/);
  const { email, password } = await createSubscriber(portal);
  const client = await ApiClient.signIn(portal.url, email, password);
  const { items } = await client.call<{ items: { id: number }[] }>('GET', '/api/Subscription/list');
  const id = items[0]?.id;
  await signIn(page, email, password);
  await page.goto(`/Billing/Subscription/${id}?sortField=total`);
  await expect(page).toHaveURL(new RegExp(`/Products/veriscan-desktop/Subscription/${id}\\?sortField=total$`));
  await page.goto('/Billing/Subscription/999999');
  await expect(page.getByText('This subscription was not found')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0);
});

test('the subscription page does not let the next invoice overlap the invoices below while it scrolls', async ({
  page,
  portal,
}) => {
  const { email, password } = await createSubscriber(portal);
  await signIn(page, email, password);
  await page.setViewportSize({ width: 1400, height: 700 });
  await page.goto('/Billing/Subscriptions');
  await page.getByRole('main').getByRole('link', { name: 'Veriscan Desktop' }).click();
  await expect(page.getByRole('heading', { name: 'After that', exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Invoices of Veriscan Desktop' })).toBeVisible();
  await page.mouse.move(700, 500);
  for (let turn = 0; turn < 6; turn += 1) {
    await page.mouse.wheel(0, 120);
    // Measures both positions in one call, because the page may move between two calls.
    const room = await page.evaluate(`(() => {
      const heading = (words) => [...document.querySelectorAll('main h2, main h3')].find((one) => one.textContent === words);
      const above = heading('After that').parentElement.querySelector(':scope > ul');
      const below = heading('Invoices of Veriscan Desktop');
      return below.getBoundingClientRect().top - above.getBoundingClientRect().bottom;
    })()`);
    expect(room).toBeGreaterThanOrEqual(0);
  }
});

test('the list of subscriptions shows complete amounts on a tablet', async ({ page, portal }) => {
  const { email, password } = await createSubscriber(portal);
  await signIn(page, email, password);
  await page.setViewportSize({ width: 820, height: 900 });
  await page.goto('/Billing/Subscriptions');
  const amount = page.getByRole('main').getByText('before tax');
  await expect(amount).toBeVisible();
  const sideways = await page.evaluate(
    "(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector('main table').parentElement)",
  );
  expect(sideways).toBe(0);
});
