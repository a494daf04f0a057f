import type { Page } from '@playwright/test';
import { say, setLanguage } from '../harness/messages.ts';
import { SignUpSteps } from '../harness/sign-up-steps.ts';
import { expect, test } from '../harness/test.ts';

/** Opens a page whose scripts load only after the returned function is called. */
async function openWithoutScripts(page: Page, path: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await promise;
    await route.continue();
  });
  await page.goto(path, { waitUntil: 'commit' });
  return resolve;
}

for (const { address, path } of [
  { address: 'its plain address', path: '/SignUp' },
  // The script renders this page again instead of hydrating it.
  { address: 'an address with a storage key', path: '/SignUp?storageKey=414a54ea-befc-42bf-ad0c-f1da632ff3d6' },
])
  test(`the first step of the sign-up at ${address} keeps input from before its script has loaded`, async ({
    page,
    portal,
  }) => {
    const steps = new SignUpSteps(page, 'en', portal.url);
    await setLanguage(page, 'en', portal.url);
    const posted: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.isNavigationRequest()) posted.push(request.url());
    });
    const loadScripts = await openWithoutScripts(page, path);
    await steps.field('email').fill(steps.email);
    await steps.continueTo();
    loadScripts();
    await steps.heading('Who are you?');
    expect(posted, 'the form was not posted natively').toEqual([]);
  });

test('a demo sign-in pressed before the script has loaded fills the form', async ({ page, portal }) => {
  await setLanguage(page, 'en', portal.url);
  const loadScripts = await openWithoutScripts(page, '/login');
  await page.getByRole('button', { name: 'user@acme.example' }).click();
  loadScripts();
  await expect(page.locator('input[name=userName]')).toHaveValue('user@acme.example');
});

test('the forgotten-password page keeps input from before its script has loaded', async ({
  page,
  portal,
  customer,
}) => {
  await setLanguage(page, 'fr', portal.url);
  const loadScripts = await openWithoutScripts(page, '/ForgottenPassword');
  await page.locator('#root input[name=userName]').fill(customer.email);
  await page.getByRole('button', { name: say('fr', 'Send the link') }).click();
  loadScripts();
  await expect(page.getByText(customer.email)).toBeVisible();
});
