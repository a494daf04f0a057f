import { msg } from '@lingui/core/macro';
import { createMemoryHistory, RouterContextProvider } from '@tanstack/react-router';
import { act, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Package } from 'lucide-react';
import { expect, it, vi } from 'vitest';
import { preloaded, replacePreloaded } from '../../lib/preloaded.ts';
import { createQueryClient } from '../../lib/query-client.ts';
import { renderUi } from '../../test/render.tsx';
import { createAppRouter } from '../router.tsx';
import { findCurrent, type MenuEntry, type MenuLink, visibleEntries } from './menu.ts';
import { Entries } from './sidebar.tsx';

const link = (id: string, label: MenuLink['label'], more: Partial<MenuLink> = {}): MenuLink => ({
  kind: 'link',
  id,
  label,
  icon: Package,
  ...more,
});

async function show(...entries: MenuEntry[]) {
  const onNavigate = vi.fn();
  const shown = visibleEntries(entries);
  const router = createAppRouter(createQueryClient());
  router.update({ ...router.options, history: createMemoryHistory({ initialEntries: ['/terms'] }) });
  await router.load();
  const ui = (
    <RouterContextProvider router={router}>
      <Entries entries={shown} current={findCurrent(shown, '/terms', null)} onNavigate={onNavigate} />
    </RouterContextProvider>
  );
  await act(async () => void renderUi(ui));
  return onNavigate;
}

it('shows a disabled entry as a link without a target, with its reason', async () => {
  await show(
    link('off', msg`Products`, { to: '/products', reason: msg`Not available` }),
    link('on', msg`Billing`, { to: '/x' }),
  );
  const disabled = screen.getByRole('link', { name: 'Products Not available' });
  expect(disabled.getAttribute('aria-disabled')).toBe('true');
  expect(disabled.title).toBe('Products – Not available');
  expect(disabled.tabIndex).toBe(0);
  expect(disabled.closest('a')).toBeNull();
  const enabled = screen.getByRole('link', { name: 'Billing' });
  expect(enabled.getAttribute('aria-disabled')).toBeNull();
  expect(enabled.getAttribute('href')).toBe('/x');
});

it('opens an external site in a new tab without an opener', async () => {
  await show(link('site', msg`Products`, { href: () => 'https://help.example/' }));
  const site = screen.getByRole('link', { name: 'Products' });
  expect(site.getAttribute('href')).toBe('https://help.example/');
  expect(site.getAttribute('target')).toBe('_blank');
  expect(site.getAttribute('rel')).toBe('noopener noreferrer');
});

it('hides nested links behind a button, and shows them immediately on one of their pages', async () => {
  await show(
    link('closed', msg`Products`, { children: [link('plan', msg`Invoices`, { to: '/plans' })] }),
    link('open', msg`Billing`, { children: [link('here', msg`Subscriptions`, { to: '/terms' })] }),
  );
  const [closed, open] = screen.getAllByRole('button');
  expect(open?.getAttribute('aria-expanded')).toBe('true');
  expect(screen.getByRole('link', { name: 'Subscriptions' }).getAttribute('aria-current')).toBe('page');
  expect(closed?.getAttribute('aria-expanded')).toBe('false');
  expect(screen.queryByRole('link', { name: 'Invoices' })).toBeNull();
  await userEvent.click(closed as HTMLElement);
  expect(screen.getByRole('link', { name: 'Invoices' }).getAttribute('href')).toBe('/plans');
});

it('marks a problem and counts unpaid invoices, also for screen readers', async () => {
  replacePreloaded({ company: { ...preloaded().company, name: 'Veriscan' }, unpaidInvoices: 12 });
  const product = { id: 'cloud', displayName: 'Veriscan Cloud', logo64: null };
  await show(
    link('group', msg`Products`, {
      children: [link('cloud', 'Veriscan Cloud', { product, to: '/terms', problem: msg`Past due` })],
    }),
    link('billing', msg`Billing`, { to: '/x' }),
  );
  await userEvent.click(screen.getByRole('button', { name: 'Products Past due' }));
  const cloud = screen.getByRole('link', { name: 'Cloud Past due' });
  expect(cloud.title).toBe('Veriscan Cloud – Past due');
  const billing = await screen.findByRole('link', { name: 'Billing 12 unpaid invoices' });
  expect(billing.textContent).toContain('9+');
});

it('labels the list of a group with its heading, and draws a line between entries', async () => {
  await show(
    link('before', msg`Products`, { to: '/products' }),
    { kind: 'separator', id: 'line' },
    { kind: 'group', id: 'group', label: msg`Billing`, items: [link('inside', msg`Invoices`, { to: '/x' })] },
  );
  expect(within(screen.getByRole('list', { name: 'Billing' })).getByRole('link', { name: 'Invoices' })).toBeTruthy();
  expect(screen.getByRole('separator')).toBeTruthy();
});
