import { ApiClient } from '../harness/api-client.ts';
import { say, setLanguage } from '../harness/messages.ts';
import { findInOutbox, newestMailHtml } from '../harness/outbox.ts';
import { signIn } from '../harness/sign-in.ts';
import { storyLanguages } from '../harness/soak.ts';
import { expect, test } from '../harness/test.ts';
import { operator } from '../harness/users.ts';

const accent = '#0f766e';

/** A logo with a script in it, and words to recognize it. */
const logo = {
  name: '../../lumen.svg',
  mimeType: 'image/svg+xml',
  buffer: Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="120" height="28"><script>alert(1)</script><rect width="120" height="28" fill="${accent}"/></svg>`,
  ),
};

/** A customer's logo, of which only the shape is shown. */
const shape = {
  name: 'harbor.svg',
  mimeType: 'image/svg+xml',
  buffer: Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><circle cx="20" cy="20" r="18" fill="red"/></svg>',
  ),
};

for (const language of storyLanguages('fr')) {
  const words = (message: string, values?: Record<string, string>) => say(language, message, values);

  test.describe(`brands (${language})`, () => {
    test.beforeEach(({ page, portal }) => setLanguage(page, language, portal.url));

    test('an operator creates a brand and assigns it to an account, whose users and mail show it', async ({
      page,
      portal,
      customer,
      browser,
      complaints,
    }) => {
      test.slow();
      // Browsers log the 422 for an invalid logo.
      complaints.expect(/status of 422/);
      const name = `Lumen ${customer.accountId}`;
      await signIn(page, operator.email, operator.password);
      await page.goto('/Operator/Companies');
      await page.getByRole('link', { name: words('New brand') }).click();
      const field = (label: string) => page.getByRole('textbox', { name: words(label), exact: true });
      await field('Name').fill(name);
      await expect(field('Sign-up address')).toHaveValue(`lumen-${customer.accountId}`);
      const light = page.getByLabel(words('Logo for the light theme'), { exact: true });
      await light.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from('<html>no picture') });
      await field('Accent color for the light theme').fill(accent);
      await field('Accent color for the dark theme').fill('#ffee00');
      await field('Sender’s name').fill('Lumen Care');
      await page.getByRole('button', { name: words('Add brand') }).click();
      await expect(light).toHaveAccessibleDescription(/PNG, JPEG, WebP/);
      await light.setInputFiles(logo);
      const nameField = (position: number) =>
        page.getByRole('textbox', { name: words('Name of customer {0}', { 0: String(position) }), exact: true });
      for (const [index, name] of ['Kestrel', 'Harbor'].entries()) {
        await page.getByRole('button', { name: words('Add customer') }).click();
        await expect(nameField(index + 1)).toBeFocused();
        await page.keyboard.type(name);
      }
      const mark = page.getByLabel(words('Logo of customer {0}', { 0: '2' }), { exact: true });
      await mark.setInputFiles({ ...logo, buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>') });
      await page.getByRole('button', { name: words('Add brand') }).click();
      // A picture without a shape is reported at its customer, and the form keeps its values.
      await expect(mark).toHaveAccessibleDescription(/\S/);
      await mark.setInputFiles(shape);
      const up = page.getByRole('button', { name: words('Move up: {name}', { name: 'Harbor' }) });
      await up.focus();
      await page.keyboard.press('Enter');
      await expect(nameField(1)).toHaveValue('Harbor');
      await page.getByRole('button', { name: words('Add brand') }).click();
      await expect(page).toHaveURL(/\/Operator\/Companies\/\d+$/);
      await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
      await expect(
        page
          .getByRole('region', { name: words('Light theme') })
          .locator('img')
          .first(),
      ).toHaveAttribute('src', /^\/CompanyLogos\/\d+\/light\/[0-9a-f]{64}$/);

      const visitor = await browser.newContext({ baseURL: portal.url });
      const signUp = await visitor.newPage();
      await setLanguage(signUp, language, portal.url);
      await signUp.goto(`/signUp/lumen-${customer.accountId}`);
      const named = signUp.getByRole('listitem').filter({ hasText: /^(Harbor|Kestrel)$/ });
      await expect(named).toHaveText(['Harbor', 'Kestrel']);
      await expect(named.first().locator('[style*="data:image/png;base64"]')).toBeVisible();
      await visitor.close();

      await page.goto(`/Operator/Accounts/${customer.accountId}`);
      await page.getByRole('button', { name: words('Change brand') }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('combobox').selectOption({ label: name });
      await dialog.getByRole('button', { name: words('Change brand') }).click();
      await expect(dialog).toBeHidden();
      await expect(page.getByRole('definition').filter({ hasText: name })).toBeVisible();

      const context = await browser.newContext({ baseURL: portal.url, colorScheme: 'light' });
      const theirs = await context.newPage();
      await setLanguage(theirs, language, portal.url);
      await signIn(theirs, customer.email, customer.password);
      await expect(theirs).toHaveTitle(new RegExp(name));
      await expect(theirs.getByRole('banner').getByRole('img', { name }).first()).toBeVisible();
      const width = "document.querySelector('header img[data-brand=light]').naturalWidth";
      expect(await theirs.evaluate(width)).toBeGreaterThan(100);
      const token = "getComputedStyle(document.documentElement).getPropertyValue('--accent').trim()";
      expect(await theirs.evaluate(token)).toBe(accent);
      await context.close();

      const client = await ApiClient.signIn(portal.url, customer.email, customer.password);
      await client.call('POST', '/api/MFA/Email/SendCode', { email: customer.email });
      const code = await findInOutbox(portal.url, customer.email, /\b\d{6}\b/);
      const mail = await newestMailHtml(portal.url, customer.email);
      expect(mail).toContain('data:image/png;base64,');
      expect(mail).toContain(name);
      expect(mail).not.toContain('<script');
      // The used code is not stored anywhere.
      await client.call('POST', '/api/MFA/Email/Enable', { email: customer.email, code });
    });
  });
}
