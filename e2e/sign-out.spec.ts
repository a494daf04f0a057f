import { say, speak } from './harness/messages.ts';
import { expect, test } from './harness/test.ts';

for (const language of ['en', 'fr'] as const) {
  test(`signing out by its page ends the session, and shows how it went with a product (${language})`, async ({
    customerPage: page,
    portal,
  }) => {
    await speak(page, language, portal.url);
    // The demonstration's products have no sessions that could end: this one stands in for such a product.
    await page.route('**/cloud/_signout', (route) => route.fulfill({ body: '' }));
    await page.route('**/cloud/logout', (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: "<script>parent.postMessage('ok', '*')</script>",
      }),
    );
    await page.route('**/logout', async (route) => {
      if (new URL(route.request().url()).pathname !== '/logout') return route.fallback();
      const answer = await route.fetch();
      const products = [{ id: 'cloud', name: 'Veriscan Cloud', url: `${portal.url}/cloud` }];
      const body = (await answer.text()).replace(
        '"signingOut":{"products":[]',
        `"signingOut":{"products":${JSON.stringify(products)}`,
      );
      return route.fulfill({ response: answer, body });
    });
    await page.goto('/logout');
    await expect(page.getByRole('heading', { level: 1, name: say(language, 'Signing out') })).toBeVisible();
    await expect(page.getByRole('listitem')).toHaveText(new RegExp(`Veriscan Cloud.*${say(language, 'Signed out')}`));
    await expect(page).toHaveURL(/\/login$/);
    await page.goto('/Billing');
    await expect(page).toHaveURL(/\/login\?ReturnUrl=/);
  });
}
