import { readFile } from 'node:fs/promises';
import { say, setLanguage } from '../harness/messages.ts';
import { downloadReport } from '../harness/reports.ts';
import { axeFindings } from '../harness/screens.ts';
import { signIn } from '../harness/sign-in.ts';
import { SignUpSteps } from '../harness/sign-up-steps.ts';
import { storyLanguages } from '../harness/soak.ts';
import { expect, test } from '../harness/test.ts';
import { operator } from '../harness/users.ts';

for (const language of storyLanguages('en')) {
  const words = (message: string) => say(language, message);

  test(`an operator sees where a visitor stopped signing up (${language})`, async ({ page, browser, portal }) => {
    await test.step('a visitor begins and leaves at the second step', async () => {
      const context = await browser.newContext({ baseURL: portal.url });
      const stranger = await context.newPage();
      const steps = new SignUpSteps(stranger, language, portal.url);
      await steps.open();
      const noted = stranger.waitForResponse(
        (response) =>
          response.url().endsWith('/api/SignUp/Visits') && /mainInfo/.test(response.request().postData() ?? ''),
      );
      await steps.enterEmail();
      expect((await noted).status()).toBe(200);
      await context.close();
    });

    await setLanguage(page, language, portal.url);
    await signIn(page, operator.email, operator.password);
    await page.getByRole('link', { name: words('Sign-ups'), exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: words('Sign-ups') })).toBeVisible();
    const steps = page.getByRole('table', { name: words('Steps of the sign-up') });
    const second = steps
      .getByRole('row')
      .filter({ has: page.getByRole('rowheader', { name: words('Name and organization') }) });
    await expect.poll(async () => Number(await second.getByRole('cell').first().textContent())).toBeGreaterThan(0);
    await expect.poll(async () => Number(await second.getByRole('cell').last().textContent())).toBeGreaterThan(0);
    expect(await axeFindings(page)).toEqual([]);

    await test.step('the address keeps the chosen product, also when going back', async () => {
      const product = page.getByRole('combobox', { name: words('Product'), exact: true });
      await product.selectOption('veriscan-cloud');
      await expect(page).toHaveURL(/productId=veriscan-cloud/);
      await page.goBack();
      await expect(product).toHaveValue('');
    });

    await test.step('a day links to its own steps', async () => {
      const days = page.getByRole('table', { name: words('Sign-ups by day, the latest first') });
      await days.getByRole('link').first().click();
      await expect(page).toHaveURL(/from=(\d{4}-\d\d-\d\d)&to=\1/);
      await page.getByRole('button', { name: words('Clear the filters') }).click();
      await expect(page).not.toHaveURL(/from=/);
    });

    await test.step('the days can be exported as a file', async () => {
      const download = await downloadReport(page, language);
      expect(download.suggestedFilename()).toBe('sign-ups.csv');
      const text = await readFile(await download.path(), 'utf8');
      expect(text).toContain(language === 'fr' ? 'Jour (UTC)' : 'Day (UTC)');
      expect(text).not.toContain('@');
    });

    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/Operator/SignUps?from=2025-01-01&to=2025-01-02');
    await expect(page.getByText(words('Nobody began to sign up'))).toBeVisible();
    await page.getByRole('button', { name: new RegExp(`^${words('Days')}`) }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    expect(await axeFindings(page)).toEqual([]);
  });
}
