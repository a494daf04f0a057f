import { say } from '../harness/messages.ts';
import { money } from '../harness/money.ts';
import { PurchaseSteps } from '../harness/purchase-steps.ts';
import { signIn } from '../harness/sign-in.ts';
import { storyLanguages } from '../harness/soak.ts';
import { callStripe, readStripeState } from '../harness/stripe-state.ts';
import { expect, test } from '../harness/test.ts';
import { desktop, professional, subscribe } from './subscribe.ts';

for (const language of storyLanguages('fr')) {
  const translated = (message: string, values?: Record<string, string>) => say(language, message, values);

  test.describe(`a customer, in ${language === 'en' ? 'English' : 'French'}`, () => {
    test.use({ locale: language === 'en' ? 'en-US' : 'fr-CA' });

    test('sees an unpaid invoice on every screen, and at the first step of another purchase', async ({
      page,
      portal,
      customer,
      complaints,
    }) => {
      complaints.expect(/409 .*EstimatePurchase/);
      const { sandbox } = portal.ports;
      const { client, id, stripeId } = await subscribe(portal, customer);
      const { customers, subscriptions } = await readStripeState(sandbox, customer.email);
      const failing = await callStripe<{ id: string }>(
        sandbox,
        'POST',
        'payment_methods/pm_card_chargeCustomerFail/attach',
        { customer: customers[0]?.id ?? '' },
      );
      // Adds two units, for which the card is declined, so that the subscription is past due.
      await callStripe(sandbox, 'POST', `subscriptions/${stripeId}`, {
        'items[0][id]': subscriptions[0]?.items.data[0]?.id ?? '',
        'items[0][quantity]': '5',
        proration_behavior: 'always_invoice',
        payment_behavior: 'allow_incomplete',
        default_payment_method: failing.id,
      });
      const { invoices } = await readStripeState(sandbox, customer.email);
      const [open] = invoices.filter(({ status }) => status === 'open');
      const owed = money(open?.amount_remaining ?? 0, language);
      expect(open?.amount_remaining).toBeGreaterThan(0);
      const attention = () => client.call<{ items: { kind: string }[] }>('GET', '/api/Billing/Attention');
      await expect.poll(async () => (await attention()).items.map(({ kind }) => kind)).toContain('unpaid');

      await signIn(page, customer.email, customer.password);
      const needs = page.getByRole('region', { name: translated('What needs you'), exact: true });
      await expect(needs).toContainText(owed);
      const pay = page.getByRole('alert').getByRole('button', { name: translated('Pay now') });
      const [plans, buying] = [`/Products/${desktop}/Subscription`, `/Products/${desktop}/Subscription/Subscribe/`];
      for (const path of ['/Billing', `/Products/${desktop}/Subscription/${id}`]) {
        await page.goto(path);
        await expect(page.getByRole('alert').filter({ hasText: owed }), path).toBeVisible();
        await expect(pay.first(), path).toBeVisible();
      }
      await page.goto(plans);
      const needsOfProduct = page.getByRole('list', { name: translated('What needs you'), exact: true });
      await expect(needsOfProduct).toContainText(owed);
      await expect(needsOfProduct.getByRole('button').first()).toBeVisible();

      await callStripe(sandbox, 'DELETE', `subscriptions/${stripeId}`);
      const list = () => client.call<{ items: { status: number }[] }>('GET', '/api/Subscription/list');
      await expect.poll(async () => (await list()).items[0]?.status).toBe(4);
      await page.goto(`/Products/${desktop}/Subscription/${id}`);
      const why = translated(
        'This subscription ended because it was not paid. Paying settles the invoice; subscribe again after that.',
      );
      await expect(page.getByRole('alert').filter({ hasText: why })).toContainText(owed);
      await page.goto(`${buying}${professional}`);
      const { dialog } = new PurchaseSteps(page, language);
      await expect(dialog.getByRole('alert')).toContainText(owed);
      await expect(dialog.getByRole('button', { name: translated('Pay now') })).toBeVisible();
      const onward = dialog.getByRole('button', { name: translated('Continue'), exact: true });
      await expect(onward).toHaveAttribute('aria-disabled', 'true');
    });
  });
}
