import { type Language, pattern, say } from '../harness/messages.ts';
import { signIn } from '../harness/sign-in.ts';
import { storyLanguages } from '../harness/soak.ts';
import { expect, test } from '../harness/test.ts';
import { createSubscriber, operator } from '../harness/users.ts';

/** Texts that the server sends in the user's language. */
const statuses = {
  en: { active: 'Active', ending: 'Canceled' },
  fr: { active: 'Actif', ending: 'Annulé' },
} as const satisfies Record<Language, object>;

for (const language of storyLanguages('en')) {
  test.describe(`an owner, in ${language === 'en' ? 'English' : 'French'}`, () => {
    test.use({ locale: language === 'en' ? 'en-US' : 'fr-CA' });

    test('cancels a subscription, sees its end, and restores it', async ({ page, portal }) => {
      const words = (message: string) => say(language, message);
      const { active, ending } = statuses[language];
      const { email, password } = await createSubscriber(portal);
      await signIn(page, email, password);
      await page.goto('/Billing/Subscriptions');
      const main = page.getByRole('main');
      await main.getByRole('link', { name: 'Veriscan Desktop' }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'Veriscan Desktop' })).toBeVisible();

      const cancel = main.getByRole('button', { name: words('Cancel subscription') });
      const restore = main.getByRole('button', { name: words('Restore subscription') });
      const edit = main.getByRole('link', { name: words('Edit') });
      const endNotice = main.getByText(
        pattern(language, 'It ends on {end}. Restore it to change anything but its card.'),
      );
      const runs = async () => {
        await expect(main.getByText(active, { exact: true })).toBeVisible();
        await expect(endNotice).toHaveCount(0);
        await expect(cancel).toBeVisible();
        await expect(edit).toBeVisible();
        await expect(restore).toHaveCount(0);
      };
      const ends = async () => {
        // The timeline has the same word.
        await expect(main.getByText(ending, { exact: true }).first()).toBeVisible();
        await expect(endNotice).toBeVisible();
        await expect(restore).toBeVisible();
        await expect(cancel).toHaveCount(0);
        await expect(edit).toHaveCount(0);
      };
      await runs();

      const dialog = page.getByRole('dialog');
      await cancel.click();
      await expect(dialog.getByRole('heading', { name: words('Cancel this subscription?') })).toBeVisible();
      await dialog.getByRole('button', { name: words('Keep subscription') }).click();
      await expect(dialog).toBeHidden();
      await runs();

      await cancel.click();
      await expect(dialog.getByText(words('What stays'))).toBeVisible();
      await dialog.getByRole('button', { name: words('Continue') }).click();
      await expect(dialog.getByRole('heading', { name: words('Why do you cancel?') })).toBeVisible();
      await dialog.getByRole('button', { name: words('Skip and cancel') }).click();
      await expect(page.getByText(words('Subscription canceled'), { exact: true })).toBeVisible();
      await expect(dialog).toBeHidden();
      await ends();
      await page.reload();
      await ends();

      const question = page.getByRole('alertdialog');
      await restore.click();
      await expect(question.getByRole('heading', { name: words('Restore this subscription?') })).toBeVisible();
      const announcement = question.getByText(
        pattern(language, '{product} will continue and renew on {day} for {amount}.'),
      );
      const [amount = 'no amount'] =
        /(?:US)?\$\d+\.\d\d|\d+,\d\d\s\$(?:\sUS)?/.exec(await announcement.innerText()) ?? [];
      await question.getByRole('button', { name: words('Restore subscription') }).click();
      await expect(page.getByText(words('Subscription restored'), { exact: true })).toBeVisible();
      await expect(question).toBeHidden();
      await runs();
      // The next invoice has the amount that was shown before.
      await expect(main.getByText(amount, { exact: true }).first()).toBeVisible();
      await page.reload();
      await runs();
    });

    test('gives a cancellation reason with one click, which an operator sees', async ({ page, portal, browser }) => {
      const words = (message: string) => say(language, message);
      const { email, password } = await createSubscriber(portal);
      await signIn(page, email, password);
      await page.goto('/Billing/Subscriptions');
      await page.getByRole('main').getByRole('link', { name: 'Veriscan Desktop' }).click();
      await page.getByRole('button', { name: words('Cancel subscription') }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('button', { name: words('Continue') }).click();
      await dialog.getByRole('radio', { name: words('Something is missing') }).click();
      await expect(dialog.getByText(words('Talk to us first'))).toBeVisible();
      const comment = `We read fingerprints too (${email})`;
      await dialog.getByRole('textbox', { name: words('What should we know?') }).fill(comment);
      await dialog.getByRole('button', { name: words('Cancel subscription') }).click();
      await expect(page.getByText(words('Subscription canceled'), { exact: true })).toBeVisible();

      const context = await browser.newContext({ locale: language === 'en' ? 'en-US' : 'fr-CA' });
      const office = await context.newPage();
      await signIn(office, operator.email, operator.password, portal.url);
      await office.getByRole('link', { name: words('Why customers cancel') }).click();
      await expect(office.getByRole('heading', { level: 1, name: words('Cancellations') })).toBeVisible();
      await office.getByRole('checkbox', { name: words('Only with a comment') }).click();
      const row = office.getByRole('row').filter({ hasText: comment });
      await expect(row.getByText(words('Something is missing'))).toBeVisible();
      await expect(row.getByText(words('Canceled'), { exact: true })).toBeVisible();
      await expect(office.getByRole('rowheader', { name: words('Something is missing') }).first()).toBeVisible();
      await context.close();
    });

    test('accepts an offered discount once', async ({ page, portal }) => {
      const words = (message: string) => say(language, message);
      const { email, password } = await createSubscriber(portal);
      await signIn(page, email, password);
      await page.goto('/Billing/Subscriptions');
      const main = page.getByRole('main');
      await main.getByRole('link', { name: 'Veriscan Desktop' }).click();
      const cancel = main.getByRole('button', { name: words('Cancel subscription') });
      const dialog = page.getByRole('dialog');
      const sayTooExpensive = async () => {
        await cancel.click();
        await dialog.getByRole('button', { name: words('Continue') }).click();
        await dialog.getByRole('radio', { name: words('It is too expensive') }).click();
      };
      await sayTooExpensive();
      await dialog.getByRole('button', { name: words('Take this offer and stay') }).click();
      await expect(page.getByText(words('Your discount is in place. Nothing was canceled.'))).toBeVisible();
      await expect(dialog).toBeHidden();
      await expect(cancel).toBeVisible();
      await expect(
        main.getByText(language === 'en' ? /25% off for staying/ : /de moins pour rester/).first(),
      ).toBeVisible();
      // Canceling again does not offer the discount, only the other offers.
      await sayTooExpensive();
      await expect(dialog.getByRole('button', { name: words('See what it costs') })).toBeVisible();
      await expect(dialog.getByRole('button', { name: words('Take this offer and stay') })).toHaveCount(0);
      await dialog.getByRole('button', { name: words('Keep subscription') }).click();
      await expect(dialog).toBeHidden();
    });
  });
}

test('the subscription page reports that a dialog could not be loaded, and opens the dialog after a reload', async ({
  page,
  portal,
  complaints,
}) => {
  complaints.expect(/ERR_FAILED|could not be loaded/);
  const { email, password } = await createSubscriber(portal);
  await signIn(page, email, password);
  await page.goto('/Billing/Subscriptions');
  await page.getByRole('main').getByRole('link', { name: 'Veriscan Desktop' }).click();
  const heading = page.getByRole('heading', { level: 1, name: 'Veriscan Desktop' });
  await expect(heading).toBeVisible();
  await page.route(/\/assets\/cancellation-dialog-/, (route) => route.abort());
  const cancel = page.getByRole('button', { name: 'Cancel subscription' });
  await cancel.click();
  await expect(page.getByText('This could not be loaded. Check your connection and try again.')).toBeVisible();
  await expect(heading).toBeVisible();
  await page.unroute(/\/assets\/cancellation-dialog-/);
  await page.getByRole('button', { name: 'Reload page' }).click();
  await expect(heading).toBeVisible();
  await cancel.click();
  await expect(page.getByRole('dialog', { name: 'Cancel this subscription?' })).toBeVisible();
});
