import { openDatabase } from '../../server/src/core/db/database.ts';
import { enqueue } from '../../server/src/core/jobs/queue.ts';
import { say } from '../harness/messages.ts';
import { money } from '../harness/money.ts';
import { databaseUrl, type Portal } from '../harness/portal.ts';
import { axeFindings } from '../harness/screens.ts';
import { signIn } from '../harness/sign-in.ts';
import { storyLanguages } from '../harness/soak.ts';
import { readStripeState } from '../harness/stripe-state.ts';
import { expect, test } from '../harness/test.ts';
import { createUnpaidInvoice } from '../harness/unpaid-invoice.ts';

/** Makes the portal fetch events now, as it does every five minutes. @returns when Stripe last answered; null if it was never asked */
async function askForEvents(portal: Portal): Promise<Date | null> {
  const database = openDatabase(databaseUrl(portal.dataDir), 1, () => {});
  try {
    await enqueue(database.query, { name: 'stripe-catch-up', maxAttempts: 1 }, {});
    const { rows } = await database.pool.query<{ at: Date | null }>('select polled_at as at from stripe_event_cursor');
    return rows[0]?.at ?? null;
  } finally {
    await database.close();
  }
}

for (const language of storyLanguages('en')) {
  const translated = (message: string, values?: Record<string, string>) => say(language, message, values);

  test.describe(`while the payment provider is away, in ${language === 'en' ? 'English' : 'French'}`, () => {
    test.use({ locale: language === 'en' ? 'en-US' : 'fr-CA' });

    test('a bookkeeper can read everything, with a note of its age; only paying has to wait', async ({
      page,
      portal,
      customer,
      letFail,
      complaints,
    }) => {
      test.slow();
      complaints.expect(/50[03]/);
      const { id, client } = await createUnpaidInvoice(portal, customer);
      const { invoices, charges } = await readStripeState(portal.ports.sandbox, customer.email);
      const open = invoices.find((invoice) => invoice.id === id);
      const { items: payments } = await client.call<{ items: { stripeId: string; status: string }[] }>(
        'GET',
        '/api/Billing/PaymentIntents',
      );
      const payment = payments.find(({ status }) => status === 'succeeded')?.stripeId ?? '';
      await signIn(page, customer.email, customer.password);
      // A portal that has just started has not fetched events yet, so its mirror has no age.
      await expect.poll(() => askForEvents(portal), { intervals: [500] }).not.toBeNull();
      const answerAgain = await letFail({ kind: 'fail', prefix: '/v1/' });
      await askForEvents(portal);
      await expect
        .poll(async () => (await client.call<{ asOf: string | null }>('GET', '/api/Billing/MirrorAge')).asOf, {
          timeout: 120_000,
        })
        .not.toBeNull();
      const main = page.getByRole('main');
      const expectWhole = async () => {
        await expect(main.getByText(awayWords(translated))).toBeVisible();
        await expect(main.getByRole('button', { name: translated('Try again') })).toHaveCount(0);
      };

      await test.step('the overview', async () => {
        await page.goto('/Billing');
        await expect(main.getByRole('heading', { name: translated('Paid so far'), exact: true })).toBeVisible();
        await expect(main).toContainText(
          money(
            charges.reduce((sum, { amount }) => sum + amount, 0),
            language,
          ),
        );
        await expect(main.getByRole('link', { name: open?.number ?? 'none' }).first()).toBeVisible();
        await expect(main.getByRole('listitem').filter({ hasText: 'Veriscan Desktop' }).first()).toBeVisible();
        await expectWhole();
        expect(await axeFindings(page)).toEqual([]);
      });
      await test.step('the lists', async () => {
        for (const [path, words] of [
          ['/Billing/Invoices', open?.number ?? 'none'],
          ['/Billing/Invoices/Pending', open?.number ?? 'none'],
          ['/Billing/Invoices/Upcoming', 'Veriscan Desktop'],
          ['/Billing/Subscriptions', 'Veriscan Desktop'],
        ] as const) {
          await page.goto(path);
          await expect(main.getByRole('row').filter({ hasText: words }).first(), path).toBeVisible();
          await expectWhole();
        }
        await page.goto('/Billing/Payments');
        await expect(main.getByRole('row').nth(1)).toBeVisible();
        await expectWhole();
      });
      await test.step('a payment, as it was mirrored', async () => {
        await page.goto(`/Billing/Payments/${payment}/Details`);
        await expect(main).toContainText(money(charges[0]?.amount ?? 0, language));
        await expectWhole();
      });
      await test.step('an invoice, whose document and payment wait', async () => {
        await page.goto(`/Billing/Invoices/${id}/Details`);
        await expect(page.getByRole('heading', { level: 1 })).toContainText(open?.number ?? 'none');
        await expect(main).toContainText(money(open?.amount_remaining ?? 0, language));
        await expectWhole();
        await main.getByRole('button', { name: translated('Download PDF') }).click();
        const document = language === 'en' ? 'Documents of invoices come from' : 'Les documents des factures viennent';
        await expect(page.getByText(document).first()).toBeVisible();
        await main.getByRole('button', { name: new RegExp(`^${translated('Pay')} `) }).click();
        const dialog = page.getByRole('dialog');
        await dialog.getByRole('radio', { name: /4242/ }).check();
        await dialog.getByRole('button', { name: new RegExp(`^${translated('Pay')} `) }).click();
        const waits = translated('This is being confirmed with the payment provider. There is nothing you need to do.');
        await expect(dialog.getByText(waits)).toBeVisible();
      });
      await test.step('the payment succeeds when the provider answers again', async () => {
        await answerAgain();
        const fetchStatus = async () =>
          (await readStripeState(portal.ports.sandbox, customer.email)).invoices.find((invoice) => invoice.id === id)
            ?.status;
        await expect.poll(fetchStatus, { timeout: 90_000 }).toBe('paid');
        await askForEvents(portal);
        await expect
          .poll(async () => (await client.call<{ asOf: string | null }>('GET', '/api/Billing/MirrorAge')).asOf)
          .toBeNull();
        await page.goto('/Billing');
        await expect(main.getByRole('heading', { name: translated('Paid so far'), exact: true })).toBeVisible();
        await expect(main.getByText(awayWords(translated))).toHaveCount(0);
      });
    });
  });
}

/** The beginning of the note, before the age. */
function awayWords(translated: (message: string) => string): string {
  const note =
    'The payment provider does not answer at the moment. You see its data from {age}. Payments, changes and invoice documents have to wait.';
  return translated(note).split('.')[0] ?? '';
}
