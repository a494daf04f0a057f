import type { Locator, Page } from '@playwright/test';
import { translate } from '../../server/src/core/messages/index.ts';
import { ApiClient } from '../harness/api-client.ts';
import { type Language, pattern, say } from '../harness/messages.ts';
import { centsIn, money } from '../harness/money.ts';
import { bankDialog, cards, PurchaseSteps } from '../harness/purchase-steps.ts';
import { signIn } from '../harness/sign-in.ts';
import { storyLanguages } from '../harness/soak.ts';
import { callStripe, invoiceParts, previewNext, readStripeState } from '../harness/stripe-state.ts';
import { expect, test } from '../harness/test.ts';
import { desktop, professional, subscribe } from './subscribe.ts';

/** Texts of the catalog in the user's language, and a word that has several translations. */
const words = {
  en: {
    row: 'Workstations',
    now: 'Now',
    business: 'Business',
    threeSeats: '3 seats',
    support: 'Premium support',
    watchlist: 'Watchlist screening',
  },
  fr: {
    row: 'Postes de travail',
    now: 'Maintenant',
    business: 'Affaires',
    threeSeats: '3 postes',
    support: 'Assistance Premium',
    watchlist: 'Contrôle des listes de surveillance',
  },
} as const satisfies Record<Language, object>;

/** The value next to a label in a list of amounts. */
function figureAt(page: Page, label: string) {
  return page
    .getByRole('main')
    .locator('dl > div')
    .filter({ has: page.getByText(label, { exact: true }) })
    .first();
}

/** The amount of a row in a list. */
const amountIn = (list: Locator, cents: number, language: Language) =>
  list
    .getByRole('definition')
    .filter({ hasText: money(cents, language) })
    .first();

async function centsAt(page: Page, label: string): Promise<number> {
  return centsIn((await figureAt(page, label).getByRole('definition').textContent()) ?? '');
}

for (const language of storyLanguages('fr')) {
  const translated = (message: string, values?: Record<string, string>) => say(language, message, values);

  test.describe(`a customer, in ${language === 'en' ? 'English' : 'French'}`, () => {
    test.use({ locale: language === 'en' ? 'en-US' : 'fr-CA' });

    test('replaces the card of a subscription with a new card that requires authentication', async ({
      page,
      portal,
      customer,
    }) => {
      const { id, stripeId } = await subscribe(portal, customer);
      await signIn(page, customer.email, customer.password);
      await page.goto(`/Products/${desktop}/Subscription/${id}`);
      const main = page.getByRole('main');
      await main
        .getByRole('button', { name: `${translated('Change')} ${translated('Payment method')}`, exact: true })
        .click();
      await main.getByRole('radio', { name: translated('New card') }).check();
      const field = (name: string) =>
        main
          .getByRole('group', { name: translated(name) })
          .frameLocator('iframe')
          .locator('input:visible')
          .first();
      await field('Card number').pressSequentially(cards.asksCardholder.number);
      await field('Expiry date').pressSequentially(`12${(new Date().getUTCFullYear() + 3) % 100}`);
      await field('Security code').pressSequentially('123');
      const use = main.getByRole('button', { name: translated('Use this card') });
      await use.click();
      await bankDialog(page).authorize.click();
      await expect(page.getByText(translated('The card of this subscription was changed'))).toBeVisible();
      await expect(main.getByText('3184').first()).toBeVisible();
      const { subscriptions, charges } = await readStripeState(portal.ports.sandbox, customer.email);
      const method = subscriptions.find((one) => one.id === stripeId)?.default_payment_method;
      const { card } = await callStripe<{ card: { last4: string } }>(
        portal.ports.sandbox,
        'GET',
        `payment_methods/${method}`,
      );
      expect(card.last4).toBe('3184');
      expect(charges).toHaveLength(1);
    });

    test('sees the same amounts on plan cards, during the purchase and on the invoices', async ({
      page,
      portal,
      customer,
      complaints,
    }) => {
      complaints.expect(/422 .*Coupon\/Apply/);
      const { sandbox } = portal.ports;
      // The address comes from the purchase of the other product.
      const { stripeId: other } = await subscribe(portal, customer);
      const { business, threeSeats } = words[language];
      const findPrice = async (id: string) => {
        const found = await callStripe<{ data: { unit_amount: number }[] }>(sandbox, 'GET', 'prices', {
          'lookup_keys[0]': `portico:veriscan-cloud-business-${id}`,
        });
        return found.data[0]?.unit_amount ?? 0;
      };
      const [yearly, monthly] = [await findPrice('yearly'), await findPrice('monthly')];
      await signIn(page, customer.email, customer.password);
      await page.goto('/Products/veriscan-cloud/Subscription');
      const main = page.getByRole('main');
      const interval = main.getByRole('group', { name: translated('Billing period') });
      const card = main
        .locator('div')
        .filter({ has: page.getByRole('heading', { level: 2, name: business, exact: true }) })
        .filter({ has: page.getByRole('button', { name: `${translated('Subscribe')} ${business}` }) })
        .last();
      await expect(interval.getByRole('radio', { name: translated('Monthly') })).toBeChecked();
      await expect(card).toContainText(money(3 * monthly, language));
      await interval.getByText(translated('Yearly'), { exact: true }).click();
      await expect(card).toContainText(money(3 * yearly, language));
      await expect(card).toContainText(money(3 * (12 * monthly - yearly), language));
      await expect(card).toContainText(threeSeats);

      const steps = new PurchaseSteps(page, language);
      await steps.choose(business, 'Monthly');
      const { dialog } = steps;
      const due = dialog.locator('dl > div').filter({ hasText: translated('Due today') });
      await expect(due).toContainText(/\d/);
      await expect(dialog.getByText(translated('Before tax. Tax is added when your address is known.'))).toHaveCount(0);
      await dialog.getByRole('button', { name: translated('Add a coupon') }).click();
      const coupon = dialog.getByRole('textbox', { name: translated('Coupon') });
      const apply = dialog.getByRole('button', { name: translated('Apply') });
      for (const [code, reason] of [
        ['SDK10', 'purchase.couponOtherProduct'],
        ['LAUNCH2024', 'purchase.invalidCoupon'],
      ] as const) {
        await coupon.fill(code);
        await apply.click();
        const refusal = translated('{coupon}: {reason}', { coupon: code, reason: translate(language, reason) });
        await expect(dialog.getByText(refusal)).toBeVisible();
      }
      await coupon.fill('welcome20');
      await apply.click();
      const removal = dialog.getByRole('button', { name: translated('Remove coupon {code}', { code: 'WELCOME20' }) });
      await expect(removal.or(dialog.getByText('WELCOME20')).first()).toBeVisible();
      await expect(due).toContainText(/\d/);
      await expect(dialog.locator('[aria-busy=true]')).toHaveCount(0);
      const receipt = (await dialog.getByRole('definition').allTextContents()).join('\n');
      const dueAtFirst = centsIn((await due.getByRole('definition').textContent()) ?? '');

      await steps.continueTo('Choose add-ons');
      await steps.continueTo('Billing details');
      await steps.goToConfirmation();
      await expect(steps.payButton).toBeEnabled();
      expect(centsIn(await steps.priceNow())).toBe(dueAtFirst);
      await steps.payButton.click();
      await steps.expectSuccess('Veriscan Cloud');
      const { subscriptions, invoices } = await readStripeState(sandbox, customer.email);
      const bought = subscriptions.find(({ id }) => id !== other)?.id ?? '';
      const paid = invoices.find(({ amount_paid }) => amount_paid === dueAtFirst);
      if (!paid) throw new Error(`no invoice of ${dueAtFirst} cents was paid`);
      const { discount, tax } = invoiceParts(paid);
      expect(discount).toBe(paid.subtotal * 0.2);
      expect(tax).toBeGreaterThan(0);
      for (const amount of [paid.subtotal, -discount, paid.total]) expect(receipt).toMatch(money(amount, language));

      const next = await previewNext(sandbox, bought);
      await expect(dialog).toContainText(money(next.amount_due, language));
      const client = await ApiClient.signIn(portal.url, customer.email, customer.password);
      const { items } = await client.call<{ items: { id: number; productId: string }[] }>(
        'GET',
        '/api/Subscription/list',
      );
      const id = items.find(({ productId }) => productId === 'veriscan-cloud')?.id;
      await page.goto(`/Products/veriscan-cloud/Subscription/${id}`);
      const invoice = main.locator('dl').filter({ hasText: 'WELCOME20' });
      const later = invoiceParts(next);
      for (const amount of [next.subtotal, -later.discount, next.total, next.amount_due])
        await expect(amountIn(invoice, amount, language)).toBeVisible();
      await expect(invoice).toContainText(pattern(language, 'until {until}'));
    });

    test('sees in the receipt of a change the amount paid, due today and due later', async ({
      page,
      portal,
      customer,
    }) => {
      const { sandbox } = portal.ports;
      const { stripeId } = await subscribe(portal, customer);
      const before = await previewNext(sandbox, stripeId);
      await signIn(page, customer.email, customer.password);
      const steps = new PurchaseSteps(page, language);
      const { dialog } = steps;
      const quantity = dialog.getByRole('textbox').first();
      await page.goto(`/Products/${desktop}/Subscription/Subscribe/${professional}`);
      await expect(quantity).toHaveValue('3');
      await quantity.fill('4');
      await quantity.blur();
      const row = (words: string | RegExp) => dialog.locator('dl > div').filter({ hasText: words });
      await expect(row(translated('What you pay now'))).toContainText(money(before.total, language));
      await expect(dialog.locator('[aria-busy=true]')).toHaveCount(0);
      const due = centsIn((await row(translated('Due today')).getByRole('definition').textContent()) ?? '');
      const later = await row(pattern(language, 'From {day}')).innerText();

      await steps.continueTo('Choose add-ons');
      await steps.continueTo('Billing details');
      await steps.goToConfirmation();
      await dialog.getByRole('button', { name: pattern(language, 'Pay {price} and change subscription') }).click();
      const done = translated('Your subscription is changed');
      await expect(dialog.getByRole('heading', { name: done })).toBeVisible({ timeout: 60_000 });
      const { invoices } = await readStripeState(sandbox, customer.email);
      expect(invoices.map(({ amount_paid }) => amount_paid)).toContain(due);
      const after = await previewNext(sandbox, stripeId);
      expect(after.total).toBeGreaterThan(before.total);
      expect(later).toMatch(money(after.total, language));
    });

    test('changes to yearly payment with yearly add-ons, and sees the credit for unused time', async ({
      page,
      portal,
      customer,
    }) => {
      const { sandbox } = portal.ports;
      const { support, watchlist } = words[language];
      const { id, stripeId } = await subscribe(portal, customer, {
        addons: { [`${desktop}-support-office-monthly`]: 1, [`${desktop}-watchlist-1000-monthly`]: 1 },
      });
      await signIn(page, customer.email, customer.password);
      const details = `/Products/${desktop}/Subscription/${id}`;
      await page.goto(details);
      const main = page.getByRole('main');
      const open = (row: string) =>
        main.getByRole('button', { name: `${translated('Change')} ${row}`, exact: true }).click();
      await open(translated('Billing period'));
      await main.getByRole('radio', { name: translated('Yearly') }).check();
      const changes = main
        .getByRole('table')
        .filter({ hasText: translated('Now') })
        .first();
      await expect(changes.getByRole('row').filter({ hasText: watchlist })).toContainText(translated('Removed'));
      await expect(changes).not.toContainText(support);
      const make = main.getByRole('button', { name: pattern(language, 'Make the changes and pay {price}') });
      await expect(make).toBeEnabled();
      const dueToday = await centsAt(page, translated('Due today'));
      await make.click();
      await expect(main.getByText(translated('Your subscription is changed'))).toBeVisible();
      await main.getByRole('button', { name: translated('Close'), exact: true }).click();
      const changed = await readStripeState(sandbox, customer.email);
      expect(changed.invoices.map(({ amount_paid }) => amount_paid)).toContain(dueToday);
      const prices = changed.subscriptions[0]?.items.data.map(({ price }) => price.metadata.portico_catalog_id);
      expect(prices?.sort()).toEqual([`${professional}-yearly`, `${desktop}-support-office-yearly`]);

      await open(words[language].row);
      const less = main.getByRole('button', { name: translated('Less'), exact: true }).first();
      await less.click();
      await less.click();
      // A scheduled change would credit nothing.
      await main.getByRole('radio', { name: new RegExp(`^${words[language].now} `) }).check();
      await main.getByRole('button', { name: pattern(language, 'Remove {seats}') }).click();
      const done = main
        .locator('div')
        .filter({ hasText: translated('Your subscription is changed') })
        .last();
      await expect(done).toBeVisible();
      const { customers } = await readStripeState(sandbox, customer.email);
      const credit = -(customers[0]?.balance ?? 0);
      const next = await previewNext(sandbox, stripeId);
      expect(credit).toBeGreaterThan(0);
      expect(next.amount_due).toBeLessThan(next.total);
      const result = main.locator('[tabindex="-1"]').filter({ hasText: translated('Your subscription is changed') });
      await expect(result).toContainText(money(credit, language));
      await expect(result).toContainText(money(next.amount_due, language));

      await page.goto(details);
      const invoice = main.locator('dl').filter({ hasText: translated('Your credit') });
      for (const amount of [next.total, -Math.min(credit, next.total), next.amount_due])
        await expect(amountIn(invoice, amount, language)).toBeVisible();
      await page.goto('/Billing');
      const balance = main.locator('dl').filter({ hasText: translated('Account credit') });
      await expect(amountIn(balance, credit, language)).toBeVisible();
      await expect(amountIn(main, next.amount_due, language).first()).toBeVisible();
    });
  });
}
