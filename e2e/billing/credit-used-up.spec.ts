import type { Page } from '@playwright/test';
import { ApiClient, taxedAddress } from '../harness/api-client.ts';
import { say } from '../harness/messages.ts';
import { money } from '../harness/money.ts';
import { signIn } from '../harness/sign-in.ts';
import { storyLanguages } from '../harness/soak.ts';
import { callStripe, previewNext, readStripeState } from '../harness/stripe-state.ts';
import { expect, test } from '../harness/test.ts';

const desktop = 'veriscan-desktop';
const plan = `${desktop}-professional`;
const day = 86_400;

/** A part of the overview by its heading. */
const fact = (page: Page, title: string) =>
  page
    .getByRole('main')
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: title, exact: true }) });

for (const language of storyLanguages('fr')) {
  const translated = (message: string) => say(language, message);

  test.describe(`a customer, in ${language === 'en' ? 'English' : 'French'}`, () => {
    test.use({ locale: language === 'en' ? 'en-US' : 'fr-CA' });

    test('pays the next renewal with the credit of a change, and the following one with the remaining credit and the card', async ({
      page,
      portal,
      customer,
    }) => {
      const { sandbox } = portal.ports;
      const client = await ApiClient.signIn(portal.url, customer.email, customer.password);
      const card = await client.addCard(`http://127.0.0.1:${sandbox}`);
      const order = async (seats: number) => {
        const more = { shippingDetails: taxedAddress };
        await (await client.quote(desktop, plan, `${plan}-monthly`, card.stripeId, seats, more)).send();
      };
      await order(3);
      const state = () => readStripeState(sandbox, customer.email);
      const { customers, subscriptions } = await state();
      const customerId = customers[0]?.id ?? '';
      const stripeId = subscriptions[0]?.id ?? '';
      let time = Math.floor(Date.now() / 1000);
      const clocks = 'test_helpers/test_clocks';
      const clock = await callStripe<{ id: string }>(sandbox, 'POST', clocks, {
        frozen_time: String(time),
        customer: customerId,
      });
      const pass = async (seconds: number) => {
        time += seconds;
        await callStripe(sandbox, 'POST', `${clocks}/${clock.id}/advance`, { frozen_time: String(time) });
        const status = async () =>
          (await callStripe<{ status: string }>(sandbox, 'GET', `${clocks}/${clock.id}`)).status;
        await expect.poll(status, { timeout: 90_000 }).toBe('ready');
      };
      const creditAtStripe = async () => 0 - ((await state()).customers[0]?.balance ?? 0);

      // Once the portal has fetched another credit, it also knows the customer's test clock.
      await callStripe(sandbox, 'POST', `customers/${customerId}/balance_transactions`, {
        amount: '-100',
        currency: 'usd',
      });
      const balance = () => client.call<{ endingBalance: number }>('GET', '/api/Billing/Balance');
      await expect.poll(async () => (await balance()).endingBalance).toBe(100);

      await pass(10 * day);
      await order(1);
      const credit = await creditAtStripe();
      const renewal = (await previewNext(sandbox, stripeId)).total;
      // The credit covers one renewal, but not two.
      expect(credit).toBeGreaterThan(renewal);
      expect(credit).toBeLessThan(1.9 * renewal);
      await signIn(page, customer.email, customer.password);

      /** Waits until the overview shows the credit, the next renewal's amount, and the part that the card pays. */
      const expectOverview = async (left: number, due: number) => {
        await expect(async () => {
          await page.goto('/Billing');
          await expect(fact(page, translated('Paid so far')).getByRole('definition')).toHaveText(money(left, language));
          await expect(fact(page, translated('Next charge')).getByRole('paragraph').first()).toHaveText(
            money(due, language),
            { timeout: 10_000 },
          );
        }).toPass({ timeout: 90_000 });
      };

      await test.step('shows the whole credit, which pays the next renewal', async () => {
        await expectOverview(credit, 0);
      });

      await pass(31 * day);
      const left = credit - renewal;
      await test.step('shows the remaining credit and the card’s next charge after one renewal', async () => {
        expect(await creditAtStripe()).toBe(left);
        const [newest] = (await state()).invoices;
        expect(newest).toMatchObject({ total: renewal, amount_paid: 0, status: 'paid' });
        await expectOverview(left, renewal - left);
        await page.goto(`/Billing/Invoices/${newest?.id}/Details`);
        const amounts = page.getByRole('main').locator('dl > div');
        await expect(amounts.filter({ hasText: translated('Credit applied') })).toContainText(
          money(-renewal, language),
        );
        await expect(amounts.filter({ hasText: translated('Amount due') }).last()).toContainText(money(0, language));
      });

      await pass(31 * day);
      await test.step('shows no credit and the card’s charge after the second renewal', async () => {
        expect(await creditAtStripe()).toBe(0);
        const { invoices, charges } = await state();
        expect(invoices[0]).toMatchObject({ total: renewal, amount_paid: renewal - left, status: 'paid' });
        expect(charges[0]?.amount).toBe(renewal - left);
        await expectOverview(0, renewal);
        await page.goto('/Billing/Payments');
        await expect(
          page
            .getByRole('main')
            .getByText(money(renewal - left, language))
            .first(),
        ).toBeVisible();
      });
    });
  });
}
