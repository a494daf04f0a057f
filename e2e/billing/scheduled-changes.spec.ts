import { ApiClient, taxedAddress } from '../harness/api-client.ts';
import { type Language, pattern, say } from '../harness/messages.ts';
import { money } from '../harness/money.ts';
import { signIn } from '../harness/sign-in.ts';
import { storyLanguages } from '../harness/soak.ts';
import { callStripe, previewNext, readStripeState } from '../harness/stripe-state.ts';
import { expect, test } from '../harness/test.ts';

const desktop = 'veriscan-desktop';
const professional = `${desktop}-professional`;
/** Texts of the catalog in the user's language. */
const words = {
  en: { row: 'Workstations', two: '2 workstations', one: '1 workstation' },
  fr: { row: 'Postes de travail', two: '2 postes de travail', one: '1 poste de travail' },
} as const satisfies Record<Language, object>;
const month = 31 * 86_400;

for (const language of storyLanguages('fr')) {
  const translated = (message: string, values?: Record<string, string>) => say(language, message, values);

  test.describe(`a customer, in ${language === 'en' ? 'English' : 'French'}`, () => {
    test.use({ locale: language === 'en' ? 'en-US' : 'fr-CA' });

    test('schedules fewer seats for the end of the period, takes the change back, and schedules it again', async ({
      page,
      portal,
      customer,
    }) => {
      const { sandbox } = portal.ports;
      const client = await ApiClient.signIn(portal.url, customer.email, customer.password);
      const card = await client.addCard(`http://127.0.0.1:${sandbox}`);
      const more = { shippingDetails: taxedAddress };
      await (await client.quote(desktop, professional, `${professional}-monthly`, card.stripeId, 3, more)).send();
      const { items } = await client.call<{ items: { id: number }[] }>('GET', '/api/Subscription/list');
      const id = items[0]?.id ?? 0;
      const before = await readStripeState(sandbox, customer.email);
      const stripeId = before.subscriptions[0]?.id ?? '';
      const now = Math.floor(Date.now() / 1000);
      const clock = await callStripe<{ id: string }>(sandbox, 'POST', 'test_helpers/test_clocks', {
        frozen_time: String(now),
        customer: before.customers[0]?.id ?? '',
      });

      await signIn(page, customer.email, customer.password);
      await page.goto(`/Products/${desktop}/Subscription/${id}`);
      const main = page.getByRole('main');
      const { row, two, one } = words[language];
      const quantity = main.getByRole('textbox', {
        name: translated('How many {counted}?', { counted: row.toLowerCase() }),
      });
      const notice = main.getByRole('status').filter({ hasText: translated('Keep what I have') });
      const due = async () => (await previewNext(sandbox, stripeId)).amount_due;
      const full = await due();

      /** Selects a number of seats for the end of the period, which is the first choice. */
      const schedule = async (count: string, button: RegExp) => {
        await quantity.fill(count);
        await quantity.blur();
        await expect(
          main.getByRole('radio', { name: pattern(language, 'At the end of the period, {day}') }),
        ).toBeChecked();
        await expect(main.locator('dl > div').filter({ hasText: translated('Due today') })).toContainText(
          money(0, language),
        );
        await main.getByRole('button', { name: button }).click();
        await expect(main.getByText(pattern(language, 'Your change is scheduled for {start}'))).toBeVisible();
        await main.getByRole('button', { name: translated('Close') }).click();
      };
      const removing = (seats: string) => new RegExp(`^${translated('Remove {seats} on {day}', { seats, day: '' })}`);

      await main.getByRole('button', { name: `${translated('Change')} ${row}`, exact: true }).click();
      await schedule('1', removing(two));
      await expect(notice).toContainText(one);
      expect(await due()).toBeLessThan(full);
      await expect(main.getByText(money(await due(), language)).first()).toBeVisible();
      await page.reload();
      await expect(notice).toContainText(one);

      await notice.getByRole('button', { name: translated('Keep what I have') }).click();
      await expect(page.getByText(translated('The scheduled change is taken back'), { exact: true })).toBeVisible();
      await expect(notice).toHaveCount(0);
      expect(await due()).toBe(full);

      await main.getByRole('button', { name: `${translated('Change')} ${row}`, exact: true }).click();
      await schedule('1', removing(two));
      // Another change replaces the scheduled one.
      await notice.getByRole('button', { name: translated('Change'), exact: true }).click();
      await quantity.fill('2');
      await quantity.blur();
      await expect(main.getByRole('row', { name: translated('Taken back') })).toBeVisible();
      await schedule('2', removing(one));
      await expect(notice).toContainText(two);
      const foretold = await due();

      await page.goto('/Billing/Subscriptions');
      await expect(main.getByText(pattern(language, 'Changes {day}'))).toBeVisible();
      await expect(main.getByText(money(foretold, language)).first()).toBeVisible();

      await callStripe(sandbox, 'POST', `test_helpers/test_clocks/${clock.id}/advance`, {
        frozen_time: String(now + month + 7_200),
      });
      await expect
        .poll(async () => (await readStripeState(sandbox, customer.email)).invoices[0]?.total, { timeout: 90_000 })
        .toBe(foretold);
      const held = () =>
        client.call<{ quantity: number; scheduledChange: object | null }>('GET', `/api/Subscription/${id}`);
      await expect.poll(async () => (await held()).quantity, { timeout: 90_000 }).toBe(2);
      await page.goto(`/Products/${desktop}/Subscription/${id}`);
      await expect(main.locator('dd').filter({ hasText: two }).first()).toBeVisible();
      await expect(notice).toHaveCount(0);
    });
  });
}
