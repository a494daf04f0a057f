import { say, setLanguage } from '../harness/messages.ts';
import { freePorts } from '../harness/ports.ts';
import { signIn } from '../harness/sign-in.ts';
import { storyLanguages } from '../harness/soak.ts';
import { expect, template, test } from '../harness/test.ts';

for (const language of storyLanguages('en')) {
  test(`signing out ends the session at a product, and reports a product that does not answer (${language})`, async ({
    page,
    context,
    ownPortal,
  }) => {
    const [port = 0] = await freePorts(1);
    const portal = await ownPortal({ copyOf: template(), settings: { EXAMPLE_PRODUCT_PORT: String(port) } });
    const product = await context.newPage();
    const productUrl = `http://localhost:${port}/`;
    const isSignedIn = async () => {
      await product.goto(productUrl);
      return (await product.getByRole('button', { name: 'Sign in' }).count()) === 0;
    };
    const heading = page.getByRole('heading', { level: 1, name: say(language, 'Signing out') });
    const cloud = page.getByRole('listitem').filter({ hasText: 'Veriscan Cloud' });

    await signIn(page, 'owner@acme.example', undefined, portal.url);
    await setLanguage(page, language, portal.url);
    expect(await isSignedIn()).toBe(false);
    await product.getByRole('button', { name: 'Sign in' }).click();
    expect(await isSignedIn()).toBe(true);
    await page.goto(`${portal.url}/logout`);
    await expect(heading).toBeVisible();
    await expect(cloud).toContainText(say(language, 'Signed out'));
    await expect(page).toHaveURL(/\/login$/);
    expect(await isSignedIn()).toBe(false);

    await product.getByRole('button', { name: 'Sign in' }).click();
    await product.getByLabel('never answers').check();
    await product.getByRole('button', { name: 'Save' }).click();
    await signIn(page, 'owner@acme.example', undefined, portal.url);
    await page.goto(`${portal.url}/logout`);
    await expect(cloud).toContainText(say(language, 'No answer yet'));
    await expect(page).toHaveURL(/\/login$/, { timeout: 15_000 });
    expect(await isSignedIn()).toBe(true);
    await page.goto(`${portal.url}/Billing`);
    await expect(page).toHaveURL(/\/login\?ReturnUrl=/);
  });
}
