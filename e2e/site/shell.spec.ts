import { signIn } from '../harness/sign-in.ts';
import { expect, test } from '../harness/test.ts';

const phone = { width: 390, height: 844 };

test.describe('the shell', () => {
  test.beforeEach(async ({ page }) => {
    await signIn(page, 'owner@acme.example');
  });

  test('the sidebar links to every page, marks the current one, and stays collapsed', async ({ page }) => {
    const menu = page.getByRole('navigation', { name: 'Main menu' });
    const stops = [
      { link: 'Catalog', address: '/products', heading: 'Products', crumbs: 'Catalog' },
      { group: 'Billing', link: 'Overview', address: '/Billing', heading: 'Billing', crumbs: 'BillingOverview' },
      {
        link: 'Subscriptions',
        address: '/Billing/Subscriptions',
        heading: 'Subscriptions',
        crumbs: 'BillingSubscriptions',
      },
      { link: 'Invoices', address: '/Billing/Invoices', heading: 'Invoices', crumbs: 'BillingInvoices' },
      {
        group: 'Products',
        link: 'All licenses',
        address: '/Billing/Licenses',
        heading: 'Licenses',
        crumbs: 'ProductsAll licenses',
      },
      { group: 'Team', link: 'Members', address: '/Account/Settings/Users', heading: 'Users', crumbs: 'TeamMembers' },
      {
        link: 'Single sign-on',
        address: '/ExtProviders/list',
        heading: 'External providers',
        crumbs: 'TeamSingle sign-on',
      },
      { link: 'Settings', address: '/Account/Settings', heading: 'Settings', crumbs: 'Settings' },
      { link: 'Home', address: '/', heading: /^Good \w+, /, title: 'My products', crumbs: 'Home' },
    ];
    for (const { group, link, address, heading, title = heading, crumbs } of stops) {
      if (group) await menu.getByRole('button', { name: group }).click();
      await menu.getByRole('link', { name: link, exact: true }).click();
      await expect(page).toHaveURL(new RegExp(`${address.replace('/', '\\/')}(?:\\?.*)?$`));
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
      await expect(menu.getByRole('link', { name: link, exact: true })).toHaveAttribute('aria-current', 'page');
      await expect(page.getByRole('navigation', { name: 'Breadcrumbs' })).toHaveText(crumbs);
      await expect(page).toHaveTitle(new RegExp(title));
    }
    await page.getByRole('button', { name: 'Collapse sidebar' }).click();
    await expect(page.getByRole('button', { name: 'Expand sidebar' })).toHaveAttribute('aria-expanded', 'false');
    await page.reload();
    await expect(page.getByRole('button', { name: 'Expand sidebar' })).toBeVisible();
  });

  test('on a phone, the menu slides in, and out again when a page is chosen', async ({ page }) => {
    await page.setViewportSize(phone);
    await page.getByRole('button', { name: 'Show menu' }).click();
    const drawer = page.getByRole('dialog', { name: 'Main menu' });
    await drawer.getByRole('button', { name: 'Billing' }).click();
    await drawer.getByRole('link', { name: 'Invoices' }).click();
    await expect(drawer).toBeHidden();
    await expect(page.getByRole('heading', { level: 1, name: 'Invoices' })).toBeVisible();
    await page.getByRole('button', { name: 'Show menu' }).click();
    await expect(drawer.getByRole('link', { name: 'Invoices' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(drawer).toBeHidden();
    await page.getByRole('button', { name: 'Show menu' }).click();
    await drawer.getByRole('button', { name: 'Français' }).click();
    await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
  });

  test('the sidebar is wide from 1200 px on, narrow between 600 and 1200, and hidden below', async ({ page }) => {
    const menu = page.getByRole('navigation', { name: 'Main menu' });
    // A page learns its window's new size a moment later than the browser.
    const expectWidth = async (at: number, from: number, to: number) => {
      await page.setViewportSize({ width: at, height: 800 });
      await expect(async () => {
        const width = (await menu.isVisible()) ? ((await menu.boundingBox())?.width ?? 0) : 0;
        expect(width).toBeGreaterThanOrEqual(from);
        expect(width).toBeLessThanOrEqual(to);
      }, `the menu at ${at} px`).toPass({ timeout: 30_000 });
    };
    await expectWidth(1200, 180, 400);
    await expectWidth(1199, 1, 100);
    await expectWidth(600, 1, 100);
    await expectWidth(599, 0, 0);
  });

  test('the theme changes and is remembered', async ({ page }) => {
    const root = page.locator('html');
    await expect(root).toHaveAttribute('data-theme', 'light');
    await page.getByRole('button', { name: 'Switch to the dark theme' }).click();
    await expect(root).toHaveAttribute('data-theme', 'dark');
    await page.reload();
    await expect(root).toHaveAttribute('data-theme', 'dark');
    await page.getByRole('button', { name: 'Switch to the light theme' }).click();
    await expect(root).toHaveAttribute('data-theme', 'light');
  });

  test('the language changes in place and is remembered', async ({ page }) => {
    await page.getByRole('button', { name: 'Language' }).click();
    await page.getByRole('menuitemradio', { name: 'Français' }).click();
    await expect(page.getByRole('heading', { level: 1, name: /^Bon/ })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: /^Bon/ })).toBeVisible();
  });

  test('the products switcher opens the vendor’s products in new tabs', async ({ page }) => {
    await page.getByRole('button', { name: 'Products switcher' }).click();
    const product = page.getByRole('menuitem', { name: 'Veriscan Cloud' });
    await expect(product).toHaveAttribute('href', 'https://cloud.veriscan.example/');
    await expect(product).toHaveAttribute('target', '_blank');
  });

  for (const keys of ['Control+k', 'Alt+Shift+Q', 'Control+Shift+Q']) {
    test(`${keys} opens the command palette`, async ({ page }) => {
      await page.keyboard.press(keys);
      const palette = page.getByRole('dialog', { name: 'Search and commands' });
      await palette.getByPlaceholder('Search for a page or an action').fill('invoic');
      await expect(palette.locator('[role=option][data-highlighted]')).toContainText('Invoices');
      await page.keyboard.press('Enter');
      await expect(palette).toBeHidden();
      await expect(page.getByRole('heading', { level: 1, name: 'Invoices' })).toBeVisible();
    });
  }

  test('without a network, the page stays with a note, and reloads its data when the network is back', async ({
    page,
    context,
    complaints,
  }) => {
    complaints.expect(/ERR_INTERNET_DISCONNECTED/);
    await page.goto('/Billing/Invoices');
    const shown = page.getByText('No invoice yet');
    await expect(shown).toBeVisible();
    await context.setOffline(true);
    await expect(page.getByText('You are offline. What you see may be out of date.')).toBeVisible();
    await expect(shown).toBeVisible();
    const readAgain = page.waitForResponse((response) => response.url().includes('/api/Subscription/invoices'));
    await context.setOffline(false);
    await expect(page.getByText('You are offline')).toBeHidden();
    await readAgain;
  });

  test('an unreachable server is reported, pages do not wait forever, and data loads when it is back', async ({
    page,
    complaints,
  }) => {
    complaints.expect(/ERR_CONNECTION_REFUSED/);
    await page.route(/\/(?:api|healthz)/, (route) => route.abort('connectionrefused'));
    const menu = page.getByRole('navigation', { name: 'Main menu' });
    await menu.getByRole('button', { name: 'Billing' }).click();
    await menu.getByRole('link', { name: 'Invoices' }).click();
    await expect(page.getByText('The server does not answer. Trying again…')).toBeVisible();
    await expect(page.getByRole('alert')).toContainText('The invoices could not be loaded');
    await page.unroute(/\/(?:api|healthz)/);
    await expect(page.getByText('No invoice yet')).toBeVisible();
    await expect(page.getByText('The server does not answer')).toBeHidden();
  });

  test('an unknown address is shown on the error page', async ({ page }) => {
    await page.goto('/no/such/page?x=1');
    await expect(page.getByRole('heading', { level: 1, name: 'Page "/no/such/page?x=1" not found' })).toBeVisible();
    await page.getByRole('link', { name: 'Go to my products' }).click();
    await expect(page).toHaveURL('/');
  });

  test('the footer has terms, privacy, knowledge base, copyright and version', async ({ page }) => {
    const footer = page.getByRole('contentinfo');
    await expect(footer).toContainText(`© ${new Date().getFullYear()} Veriscan`);
    await expect(footer).toContainText('Version 1.2506.5.4');
    await expect(footer.getByRole('link', { name: 'Knowledge base' })).toHaveAttribute(
      'href',
      'https://help.veriscan.example/',
    );
    await expect(footer.getByRole('link', { name: 'Contact us' })).toHaveAttribute(
      'href',
      'mailto:sales@veriscan.example',
    );
    await footer.getByRole('link', { name: 'Terms of service' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Terms of service' })).toBeVisible();
    await footer.getByRole('link', { name: 'Privacy policy' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Privacy policy' })).toBeVisible();
  });

  test('after scrolling, a button leads back to the top', async ({ page }) => {
    await page.goto('/terms');
    await expect(page.getByRole('heading', { level: 1, name: 'Terms of service' })).toBeVisible();
    const up = page.getByRole('button', { name: 'Back to top' });
    await expect(up).toBeHidden();
    await page.mouse.move(700, 500);
    // The browser ignores the wheel before it has drawn the page.
    await expect(async () => {
      await page.mouse.wheel(0, 1500);
      await expect(up).toBeVisible({ timeout: 1000 });
    }).toPass();
    await up.click();
    await expect.poll(() => page.evaluate('scrollY')).toBe(0);
    await expect(up).toBeHidden();
  });

  test('signing out in one tab leads the other to the sign-in page', async ({ page, context }) => {
    const other = await context.newPage();
    await other.goto('/Billing');
    await expect(other.getByRole('heading', { level: 1, name: 'Billing' })).toBeVisible();
    await page.getByRole('button', { name: 'User menu: Avery Stone' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await expect(page).toHaveURL('/login');
    await expect(other).toHaveURL('/login?ReturnUrl=%2FBilling');
  });
});

test('a user without billing permissions has no link to billing, and is refused its page', async ({ page }) => {
  await signIn(page, 'user@acme.example');
  const menu = page.getByRole('navigation', { name: 'Main menu' });
  await expect(menu.getByRole('link', { name: 'Catalog' })).toBeVisible();
  await expect(menu.getByRole('button', { name: 'Billing' })).toHaveCount(0);
  await page.goto('/Billing');
  await expect(page).toHaveURL('/forbidden');
  await expect(page.getByRole('heading', { level: 1, name: "You don't have permissions" })).toBeVisible();
});

test('legal texts are open to visitors in both languages', async ({ page }) => {
  await page.goto('/terms-of-subscription');
  await expect(page.getByRole('heading', { level: 1, name: 'Terms of subscription' })).toBeVisible();
  await expect(page.getByRole('contentinfo').getByRole('link', { name: 'Contact us' })).toBeVisible();
  await page.getByRole('navigation', { name: 'Contents' }).getByRole('link').last().click();
  await expect(page.getByRole('heading', { level: 2 }).last()).toBeInViewport();
  await page.getByRole('button', { name: 'Français' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
  await expect(page.getByRole('heading', { level: 1, name: 'Terms of subscription' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Se connecter' }).click();
  await expect(page).toHaveURL('/login');
});
