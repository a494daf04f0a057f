import type { CurrentUser, Preloaded } from '@portico/contract';
import { createMemoryHistory } from '@tanstack/react-router';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { replacePreloaded } from '../lib/preloaded.ts';
import { createQueryClient } from '../lib/query-client.ts';
import { openInvoice } from '../test/invoices.ts';
import { answer } from '../test/render.tsx';
import { makeSubscription } from '../test/subscriptions.ts';
import { loadOperatorParts } from './operators/load-parts.ts';
import { Providers } from './providers.tsx';
import { createAppRouter } from './router.tsx';

const user: CurrentUser = {
  id: 1,
  login: 'amelie',
  email: 'amelie@acme.example',
  name: 'Amélie Tremblay',
  firstName: 'Amélie',
  lastName: 'Tremblay',
  accountId: 1,
  accountName: 'Acme',
  roles: ['Admin', 'Owner'],
  isAdmin: true,
  isOwner: true,
  isSuperAdmin: false,
  readOnly: false,
};
const legal = { title: 'Terms of service', html: '<p>Be kind.</p>', updated: '2026-11-01', sections: [] };

async function open(address: string, data: Partial<Preloaded> = {}) {
  replacePreloaded({ user, ...data });
  await loadOperatorParts(address);
  const queryClient = createQueryClient();
  const router = createAppRouter(queryClient);
  router.update({ ...router.options, history: createMemoryHistory({ initialEntries: [address] }) });
  await router.load();
  // Asynchronous, because React delays a lazy part that loads during a synchronous act.
  await act(async () => render(<Providers router={router} queryClient={queryClient} />));
  return router;
}

beforeEach(() => {
  vi.stubGlobal(
    'fetch',
    vi.fn(async (url: string) =>
      url.startsWith('/api/Legal/')
        ? answer(200, legal)
        : answer(404, { code: 'NotFound', message: 'Not found', requestId: 'r' }),
    ),
  );
  vi.stubGlobal('scrollTo', () => {});
});

describe('routing', () => {
  it('names the missing address on the 404 page', async () => {
    const router = await open('/no/such page?x=1');
    expect(router.state.location.pathname).toBe('/404');
    expect(await screen.findByRole('heading', { level: 1 })).toHaveProperty(
      'textContent',
      'Page "/no/such%20page?x=1" not found',
    );
    await waitFor(() => expect(document.title).toBe('Page not found · Portico'));
  });

  it("adds the product's name to the title of the purchase page", async () => {
    const plans = { product: { id: 'veriscan', displayName: 'Veriscan' }, items: [] };
    const missing = { code: 'NotFound', message: 'Not found', requestId: 'r' };
    vi.stubGlobal(
      'fetch',
      vi.fn(async (url: string) => (url.endsWith('/Plans') ? answer(200, plans) : answer(404, missing))),
    );
    await open('/Products/veriscan/Subscription/7/Purchase', { features: ['customerAdmin', 'billing'] });
    await waitFor(() => expect(document.title).toBe('Change subscription – Veriscan · Portico'));
  });

  it('opens the dialog that adds a device if the address has the flag, and removes the flag', async () => {
    const router = await open('/Billing/HardwareIDs?m=a&status=1', { features: ['customerAdmin'] });
    expect(await screen.findByRole('dialog', { name: 'Add device' })).toBeTruthy();
    await waitFor(() => expect(router.state.location.href).toBe('/Billing/HardwareIDs?status=1'));
    expect(router.history.length).toBe(1);
  });

  it('keeps valid filters of licenses and drops invalid ones', async () => {
    const router = await open('/Billing/Licenses?productId=desktop&status=9', { features: ['customerAdmin'] });
    expect(router.state.location.search).toEqual({ productId: 'desktop' });
  });

  it('matches paths regardless of case', async () => {
    await open('/TERMS');
    expect(await screen.findByText('Be kind.')).toBeTruthy();
  });

  it('redirects to /forbidden if the account lacks the features', async () => {
    const router = await open('/Billing/Invoices', { features: ['billing'] });
    expect(router.state.location.pathname).toBe('/forbidden');
    expect(await screen.findByRole('heading', { name: "You don't have permissions" })).toBeTruthy();
  });

  it("redirects users who are not operators from the operators' pages to /forbidden", async () => {
    const router = await open('/Billing/Stripe', { features: ['customerAdmin', 'billing'] });
    expect(router.state.location.pathname).toBe('/forbidden');
  });

  it('redirects from a disabled product to the home page', async () => {
    const router = await open('/products/SCAN/Plans', {
      products: [{ id: 'scan', name: 'scan', displayName: 'Scan', url: null, isDisabled: true }],
    });
    expect(router.state.location.pathname).toBe('/');
  });

  it('shows the subscription to a disabled product at an address without the product', async () => {
    vi.stubGlobal(
      'fetch',
      vi.fn(async (url: string) =>
        url === '/api/Subscription/7'
          ? answer(200, makeSubscription({ id: 7, productId: 'scan', productName: 'Scan' }))
          : answer(404, { code: 'NotFound', message: 'Not found', requestId: 'r' }),
      ),
    );
    const router = await open('/Billing/Subscription/7', {
      features: ['customerAdmin', 'billing'],
      products: [{ id: 'scan', name: 'scan', displayName: 'Scan', url: null, isDisabled: true }],
    });
    expect(await screen.findByRole('heading', { level: 1, name: /Scan/ })).toBeTruthy();
    expect(router.state.location.pathname).toBe('/Billing/Subscription/7');
  });

  it.each([
    ['/Products/Cloud/Plans/in_1', '/Products/Cloud/Plans/in_1'],
    ['/Products/scan/Plans/in_1', '/Billing/Invoices/in_1/Details'],
  ])('shows an invoice under its own product only: %s', async (address, shownAt) => {
    vi.stubGlobal(
      'fetch',
      vi.fn(async (url: string) =>
        url.startsWith('/api/Subscription/invoices/in_1/Details')
          ? answer(200, openInvoice)
          : answer(404, { code: 'NotFound', message: 'Not found', requestId: 'r' }),
      ),
    );
    const router = await open(address, { features: ['customerAdmin', 'billing'] });
    expect(await screen.findByRole('heading', { level: 1, name: /ACME-0001/ })).toBeTruthy();
    expect(router.state.location.pathname).toBe(shownAt);
  });

  it('lets operators open a disabled product', async () => {
    const router = await open('/Products/scan/Plans', {
      products: [{ id: 'scan', name: 'scan', displayName: 'Scan', url: null, isDisabled: true }],
      user: { ...user, isSuperAdmin: true },
    });
    expect(router.state.location.pathname).toBe('/Products/scan/Plans');
  });

  it('shows the form of a new user at its own address', async () => {
    await open('/Account/Settings/User/CreateUser', { features: ['customerAdmin'] });
    expect(await screen.findByRole('heading', { level: 1, name: 'Create user' })).toBeTruthy();
    expect(screen.getByLabelText(/^Login/)).toBeTruthy();
    await waitFor(() => expect(document.title).toBe('Create user · Portico'));
  });

  it('redirects from the address of the forms of external logins to their tab of the profile', async () => {
    const router = await open('/Profile/ExternalLogins');
    expect(router.state.location.href).toBe('/Profile?tab=providers');
  });

  it('redirects from a product to its subscription page', async () => {
    const router = await open('/Products/scan');
    expect(router.state.location.pathname).toBe('/Products/scan/Subscription');
  });
});

describe('the shell', () => {
  it('shows the list of devices above the page of a device', async () => {
    await open('/Billing/HardwareID/7', { features: ['customerAdmin', 'billing'] });
    const crumbs = await screen.findByRole('navigation', { name: 'Breadcrumbs' });
    expect(crumbs.textContent).toBe('ProductsHardware IDsHardware ID details');
  });

  it('marks the current page in the menu and in the breadcrumbs', async () => {
    await open('/forbidden', { features: ['customerAdmin', 'billing'] });
    const crumbs = await screen.findByRole('navigation', { name: 'Breadcrumbs' });
    expect(crumbs.textContent).toBe('Forbidden');
    expect(screen.getByRole('navigation', { name: 'Main menu' }).textContent).toContain('Billing');
  });

  it('shows the errors that the server sent with the page', async () => {
    await open('/forbidden', { modelState: { '': ['This link is for another account.'] } });
    expect(await screen.findByText('This link is for another account.')).toBeTruthy();
  });

  it('shows operators on every page whom they act as, with a button to stop', async () => {
    await open('/forbidden', {
      actingAs: {
        operatorName: 'Olga',
        text: 'You are signed in as Amélie Tremblay.',
        until: '2026-11-20T10:00:00Z',
        secondsLeft: 3_000,
      },
      antiForgeryToken: 'tok',
    });
    const banner = await screen.findByRole('region', { name: 'Acting as another user' });
    const form = banner.querySelector('form');
    expect(banner.textContent).toContain('You are signed in as Amélie Tremblay.');
    expect(form?.getAttribute('action')).toBe('/signout');
    expect(form?.method).toBe('post');
    expect(new FormData(form ?? undefined).get('__RequestVerificationToken')).toBe('tok');
  });

  it('shows only to operators that payments go to the sandbox', async () => {
    await open('/forbidden', { isOnSandbox: true });
    const banner = await screen.findByRole('region', { name: 'Payments go to the sandbox' });
    expect(banner.textContent).toContain('nobody is charged');
    cleanup();
    await open('/forbidden', { isOnSandbox: false });
    expect(await screen.findByRole('heading', { name: "You don't have permissions" })).toBeTruthy();
    expect(screen.queryByRole('region', { name: 'Payments go to the sandbox' })).toBeNull();
  });

  it("shows the progress of the demonstration's history and refetches everything when it is complete", async () => {
    const percents = [42, 97, null];
    const asked: string[] = [];
    vi.mocked(fetch).mockImplementation(async (url) => {
      asked.push(String(url));
      if (String(url) === '/api/Demonstration/History') return answer(200, { percent: percents.shift() ?? null });
      return String(url).startsWith('/api/Legal/') ? answer(200, legal) : answer(404, { code: 'NotFound' });
    });
    await open('/terms', { historyPercent: 12 });
    const progress = await screen.findByRole('progressbar', { name: 'Loading 14 months of history' });
    await waitFor(() => expect(progress.getAttribute('aria-valuenow')).toBe('97'));
    await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull());
    await waitFor(() => expect(asked.filter((url) => url.startsWith('/api/Legal/')).length).toBeGreaterThan(1));
    cleanup();
    await open('/terms', { historyPercent: null });
    expect(await screen.findByText('Be kind.')).toBeTruthy();
    expect(screen.queryByRole('progressbar')).toBeNull();
  });

  it('shows visitors a plain header', async () => {
    await open('/terms', { user: null });
    expect(await screen.findByText('Be kind.')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/login');
    expect(screen.queryByRole('navigation', { name: 'Main menu' })).toBeNull();
  });

  it('shows terms, privacy and version in the footer', async () => {
    await open('/forbidden');
    const footer = await screen.findByRole('contentinfo');
    expect(footer.textContent).toContain('Terms of service');
    expect(footer.textContent).toContain('Privacy policy');
    expect(footer.textContent).toContain('Version 1.2506.5.4');
  });
});
