import type { Page } from '@playwright/test';
import { ApiClient } from '../harness/api-client.ts';
import type { Customer } from '../harness/customers.ts';
import { type Language, say, setLanguage } from '../harness/messages.ts';
import { money } from '../harness/money.ts';
import type { Portal } from '../harness/portal.ts';
import { bankDialog, cards } from '../harness/purchase-steps.ts';
import { axeFindings } from '../harness/screens.ts';
import { signIn } from '../harness/sign-in.ts';
import { storyLanguages } from '../harness/soak.ts';
import { callStripe, readStripeState } from '../harness/stripe-state.ts';
import { expect, test } from '../harness/test.ts';
import { operator } from '../harness/users.ts';

const product = 'veriscan-desktop';
const plan = `${product}-professional`;
const day = 86_400;

interface Late {
  readonly client: ApiClient;
  /** The portal's id of the subscription, and Stripe's. */
  readonly id: number;
  readonly stripeId: string;
  readonly invoice: string;
  /** Cents. */
  readonly owed: number;
}

/** Creates a monthly subscription of three workstations whose renewal the card declines. */
async function failRenewal(portal: Portal, { email, password }: Customer, declining: string): Promise<Late> {
  const { sandbox } = portal.ports;
  const client = await ApiClient.signIn(portal.url, email, password);
  const card = await client.addCard(`http://127.0.0.1:${sandbox}`);
  await (await client.quote(product, plan, `${plan}-monthly`, card.stripeId, 3)).send();
  const { customers, subscriptions } = await readStripeState(sandbox, email);
  const [customer, stripeId] = [customers[0]?.id ?? '', subscriptions[0]?.id ?? ''];
  const attached = await callStripe<{ id: string }>(sandbox, 'POST', `payment_methods/${declining}/attach`, {
    customer,
  });
  await callStripe(sandbox, 'POST', `subscriptions/${stripeId}`, { default_payment_method: attached.id });
  const frozen = Math.floor(Date.now() / 1000);
  const clock = await callStripe<{ id: string }>(sandbox, 'POST', 'test_helpers/test_clocks', {
    frozen_time: String(frozen),
    customer,
  });
  await callStripe(sandbox, 'POST', `test_helpers/test_clocks/${clock.id}/advance`, {
    frozen_time: String(frozen + 32 * day),
  });
  const find = async () =>
    (await readStripeState(sandbox, email)).invoices.find(({ status }) => status === 'open') ?? null;
  await expect.poll(find, { timeout: 60_000 }).not.toBeNull();
  const open = await find();
  const attention = () => client.call<{ items: { kind: string }[] }>('GET', '/api/Billing/Attention');
  await expect
    .poll(async () => (await attention()).items.map(({ kind }) => kind), { timeout: 90_000 })
    .toContain('unpaid');
  const { items } = await client.call<{ items: { id: number; status: number }[] }>('GET', '/api/Subscription/list');
  return { client, id: items[0]?.id ?? 0, stripeId, invoice: open?.id ?? '', owed: open?.amount_remaining ?? 0 };
}

interface LatePayments {
  readonly items: readonly { readonly amount: number }[];
  readonly totals: readonly { readonly amount: number }[];
}

/** The name of a story's account, from its owner's address. */
const accountName = ({ email }: Customer) => email.replace(/^owner@|\.example$/g, '');

/** The card that Stripe charges for the subscription, by its last four digits. */
async function chargedCard(portal: Portal, { email }: Customer, stripeId: string): Promise<string> {
  const { sandbox } = portal.ports;
  const { subscriptions } = await readStripeState(sandbox, email);
  const method = subscriptions.find(({ id }) => id === stripeId)?.default_payment_method;
  const found = await callStripe<{ card: { last4: string } }>(sandbox, 'GET', `payment_methods/${method}`);
  return found.card.last4;
}

async function typeCard(page: Page, language: Language, number: string): Promise<void> {
  const field = (name: string) =>
    page
      .getByRole('dialog')
      .getByRole('group', { name: say(language, name) })
      .frameLocator('iframe')
      .locator('input:visible')
      .first();
  await field('Card number').pressSequentially(number);
  await field('Expiry date').pressSequentially(`12${(new Date().getUTCFullYear() + 3) % 100}`);
  await field('Security code').pressSequentially('123');
}

for (const language of storyLanguages('en')) {
  const translated = (message: string, values?: Record<string, string>) => say(language, message, values);

  test.describe(`a renewal that failed, in ${language === 'en' ? 'English' : 'French'}`, () => {
    test.use({ locale: language === 'en' ? 'en-US' : 'fr-CA' });

    test('is paid with another card, which pays the next renewals', async ({ page, portal, customer }) => {
      const { id, stripeId, owed, client } = await failRenewal(portal, customer, 'pm_card_chargeCustomerFail');
      const mastercard = await client.addCard(`http://127.0.0.1:${portal.ports.sandbox}`, 'pm_card_mastercard');
      expect(mastercard.stripeId).toBeTruthy();
      await page.setViewportSize({ width: 390, height: 844 });
      await signIn(page, customer.email, customer.password);
      const banner = page.getByRole('alert').filter({ hasText: money(owed, language) });
      for (const path of ['/', '/Billing', `/Products/${product}/Subscription/${id}`]) {
        await page.goto(path);
        const notice = path === '/' ? page.getByRole('main') : banner.first();
        await expect(notice, path).toContainText(money(owed, language));
        await expect(notice, path).toContainText('0341');
        // The banner on the subscription's own page need not name its plan.
        if (path !== `/Products/${product}/Subscription/${id}`) await expect(notice, path).toContainText(/Profession/);
      }
      await page.goto('/Billing');
      await banner.getByRole('button', { name: translated('Pay now') }).click();
      const dialog = page.getByRole('dialog');
      await expect(dialog).toContainText('0341');
      await dialog.getByRole('radio', { name: /4444/ }).check();
      await expect(
        dialog.getByRole('checkbox', { name: translated('Use this card for the next renewals too') }),
      ).toBeChecked();
      expect(await axeFindings(page)).toEqual([]);
      await dialog.getByRole('button', { name: new RegExp(`^${translated('Pay')} `) }).click();
      await expect(dialog.getByRole('status')).toContainText(money(owed, language));
      expect(await axeFindings(page)).toEqual([]);
      await dialog.getByRole('button', { name: translated('Done') }).click();
      await expect(banner).toHaveCount(0);
      const { items } = await client.call<{ items: { status: number }[] }>('GET', '/api/Subscription/list');
      expect(items[0]?.status).toBe(1);
      expect(await chargedCard(portal, customer, stripeId)).toBe('4444');
      const { charges, invoices } = await readStripeState(portal.ports.sandbox, customer.email);
      expect(charges.filter(({ paid, amount }) => paid && amount === owed).length).toBeGreaterThan(0);
      expect(invoices.every(({ status }) => status === 'paid')).toBe(true);
    });

    test('is shown to operators with the sum of the remaining amounts', async ({ page, portal, customer }) => {
      const { owed } = await failRenewal(portal, customer, 'pm_card_chargeCustomerFail');
      await setLanguage(page, language, portal.url);
      await signIn(page, operator.email, operator.password);
      const client = await ApiClient.signIn(portal.url, operator.email, operator.password);
      const { items, totals } = await client.call<LatePayments>('GET', '/api/Operator/LatePayments?pageSize=400');
      const atStake = totals.reduce((sum, { amount }) => sum + amount, 0);
      // Customers of other stories may be late too: each invoice is listed once, and included in the sum.
      expect(items.reduce((sum, { amount }) => sum + amount, 0)).toBe(atStake);
      expect(atStake).toBeGreaterThanOrEqual(owed);
      await page.goto('/Operator/LatePayments');
      const main = page.getByRole('main');
      await expect(
        main.getByText(translated('At stake')).locator('..').getByText(money(atStake, language)),
      ).toBeVisible();
      const row = main.getByRole('row').filter({ hasText: accountName(customer) });
      await expect(row.getByText(money(owed, language))).toBeVisible();
      await expect(row).toContainText('0341');
      await expect(row).toContainText(translated('Next on {next}', { next: '' }).trim());
      await row.getByRole('link', { name: accountName(customer) }).click();
      await expect(page).toHaveURL(new RegExp(`/Operator/Accounts/${customer.accountId}`));
    });

    test('is paid after an authentication inside of the portal', async ({ page, portal, customer, complaints }) => {
      complaints.expect(/402 .*\/Pay/);
      const { id, client, owed } = await failRenewal(portal, customer, 'pm_card_authenticationRequired');
      await signIn(page, customer.email, customer.password);
      await page.goto(`/Products/${product}/Subscription/${id}`);
      await page
        .getByRole('alert')
        .getByRole('button', { name: translated('Pay now') })
        .click();
      const dialog = page.getByRole('dialog');
      const pay = dialog.getByRole('button', { name: new RegExp(`^${translated('Pay')} `) });
      await pay.click();
      // A customer who leaves the dialog is asked again.
      await bankDialog(page).fail.click();
      await expect(dialog.getByRole('alert')).toBeVisible();
      await pay.click();
      await bankDialog(page).authorize.click();
      await expect(dialog.getByRole('status')).toContainText(money(owed, language));
      await dialog.getByRole('button', { name: translated('Done') }).click();
      await expect(page.getByRole('alert')).toHaveCount(0);
      const { items } = await client.call<{ items: { status: number }[] }>('GET', '/api/Subscription/list');
      expect(items[0]?.status).toBe(1);
    });

    test('leaves an open invoice, which a new card pays after a decline', async ({
      page,
      portal,
      customer,
      complaints,
    }) => {
      complaints.expect(/402 .*\/Pay/);
      const { invoice, owed, stripeId } = await failRenewal(portal, customer, 'pm_card_chargeCustomerFail');
      await signIn(page, customer.email, customer.password);
      // The address from the mail.
      await page.goto(`/Billing/Invoices/${invoice}/Details?pay=true`);
      const dialog = page.getByRole('dialog');
      const pay = dialog.getByRole('button', { name: new RegExp(`^${translated('Pay')} `) });
      await dialog.getByRole('radio', { name: /0341/ }).check();
      await pay.click();
      const refusal = dialog.getByRole('alert');
      await expect(refusal).toContainText(language === 'en' ? 'declined' : 'refusée');
      await expect(refusal).toContainText(
        translated('Nothing was charged. Choose another card, or try this one again.'),
      );
      await dialog.getByRole('radio', { name: translated('New card') }).check();
      await typeCard(page, language, cards.good.number);
      await pay.click();
      await expect(dialog.getByRole('status')).toContainText(money(owed, language));
      await dialog.getByRole('button', { name: translated('Done') }).click();
      await expect(page).toHaveURL(new RegExp(`/Billing/Invoices/${invoice}/Details$`));
      await expect(page.getByRole('main').getByText(translated('Paid'), { exact: true }).first()).toBeVisible();
      expect(await chargedCard(portal, customer, stripeId)).toBe('4242');
    });
  });
}
