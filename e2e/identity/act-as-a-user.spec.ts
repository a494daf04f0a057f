import type { Page } from '@playwright/test';
import { expireActing, findUserId } from '../harness/acting.ts';
import { type Language, pattern, say } from '../harness/messages.ts';
import { findInOutbox } from '../harness/outbox.ts';
import { signIn } from '../harness/sign-in.ts';
import { storyLanguages } from '../harness/soak.ts';
import { expect, test } from '../harness/test.ts';
import { operator } from '../harness/users.ts';

const reason = 'Ticket 4711: the invoice of May cannot be opened';

const banner = (page: Page, language: Language) =>
  page.getByRole('region', { name: say(language, 'Acting as another user') });

/** Starts acting on a user's page, and waits for the user's home page. */
async function actAs(page: Page, userId: number, language: Language): Promise<void> {
  const act = page.getByRole('button', { name: say(language, 'Act as {name}', { name: 'Casey Quinn' }) });
  await page.goto(`/Operator/ActAs/${userId}`);
  await act.click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: say(language, 'Reason') }).fill('Ticket 4');
  await dialog.getByRole('button', { name: say(language, 'Act as {name}', { name: 'Casey Quinn' }) }).click();
  await expect(dialog.getByText(say(language, 'Write 10 characters or more'))).toBeVisible();
  await dialog.getByRole('textbox', { name: say(language, 'Reason') }).fill(reason);
  await dialog.getByRole('button', { name: say(language, 'Act as {name}', { name: 'Casey Quinn' }) }).click();
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByRole('heading', { level: 1, name: /Casey/ })).toBeVisible();
}

for (const language of storyLanguages('fr')) {
  test.describe(`acting as a user (${language})`, () => {
    test.beforeEach(async ({ page, portal }) => {
      await page.context().addCookies([{ name: 'portico_locale', value: language, url: portal.url }]);
    });

    test('an operator acts with a reason, cannot change sign-in methods, and returns to the page where it began', async ({
      page,
      portal,
      customer,
      browser,
    }) => {
      test.slow();
      const userId = await findUserId(portal, customer);
      await signIn(page, operator.email, operator.password);
      const otherTab = await page.context().newPage();
      await otherTab.goto('/Operator/Orders');
      await actAs(page, userId, language);
      await expect(banner(page, language)).toContainText('Casey Quinn');
      await expect(banner(page, language)).toContainText('Olivia Perez');
      await expect(banner(page, language)).toContainText(pattern(language, '{minutes} min left'));

      // The operator's page in another tab does not change to the customer's.
      await expect(banner(otherTab, language)).toBeVisible();
      await expect(otherTab).toHaveURL(/\/$/);

      await page.goto('/Profile');
      await expect(
        page.getByText(
          pattern(
            language,
            'You are acting as another user: you can view their details and ways to sign in here, but not change them.',
          ),
        ),
      ).toBeVisible();
      await expect(page.getByRole('button', { name: say(language, 'Save changes') })).toHaveCount(0);
      await expect(page.getByRole('button', { name: say(language, 'Change password') })).toHaveCount(0);

      await banner(page, language)
        .getByRole('button', { name: say(language, 'Sign out') })
        .click();
      await expect(page).toHaveURL(new RegExp(`/Operator/ActAs/${userId}$`));
      await expect(banner(page, language)).toHaveCount(0);
      await expect(banner(otherTab, language)).toHaveCount(0);

      expect(await findInOutbox(portal.url, customer.email, /Ticket 4711.*/)).toContain(reason);
      const theirs = await browser.newContext({ baseURL: portal.url });
      await theirs.addCookies([{ name: 'portico_locale', value: language, url: portal.url }]);
      const their = await theirs.newPage();
      await signIn(their, customer.email, customer.password);
      await their.goto('/Profile?tab=activity');
      await expect(their.getByText(say(language, 'Reason: {reason}', { reason })).first()).toBeVisible();
      await expect(their.getByText(say(language, 'by {by}', { by: 'Olivia Perez' })).first()).toBeVisible();
      await theirs.close();
    });

    test('when the time ends during a task, the page says so and the operator returns to where acting began', async ({
      page,
      portal,
      customer,
      complaints,
    }) => {
      complaints.expect(/status of 401/);
      const userId = await findUserId(portal, customer);
      await signIn(page, operator.email, operator.password);
      await actAs(page, userId, language);
      await page.goto('/Account/Settings/Users');
      const filter = page.getByRole('searchbox');
      await expect(filter).toBeVisible();
      await filter.focus();
      await expireActing(portal, userId);
      // The next call reports the end, even a call that the page makes by itself; the field may be gone by then.
      await page.keyboard.type('casey');
      await page.keyboard.press('Enter');
      await expect(
        page.getByText(
          language === 'en' ? /^The 60 minutes in the other name are over/ : /^Les 60 minutes sous l’autre nom/,
        ),
      ).toBeVisible();
      await expect(page).toHaveURL(new RegExp(`/Operator/ActAs/${userId}$`));
      await expect(banner(page, language)).toHaveCount(0);
    });
  });
}
