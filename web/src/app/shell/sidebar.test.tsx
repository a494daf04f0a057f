import { msg } from '@lingui/core/macro';
import { createMemoryHistory, RouterContextProvider } from '@tanstack/react-router';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Package } from 'lucide-react';
import { expect, it, vi } from 'vitest';
import { createQueryClient } from '../../lib/query-client.ts';
import { renderUi } from '../../test/render.tsx';
import { createAppRouter } from '../router.tsx';
import { type MenuEntry, type MenuLink, visibleEntries } from './menu.ts';
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
  const router = createAppRouter(createQueryClient());
  router.update({ ...router.options, history: createMemoryHistory({ initialEntries: ['/terms'] }) });
  await router.load();
  renderUi(
    <RouterContextProvider router={router}>
      <Entries entries={visibleEntries(entries)} onNavigate={onNavigate} />
    </RouterContextProvider>,
  );
  return onNavigate;
}

it('shows a disabled entry as a link without a target', async () => {
  await show(
    link('off', msg`Products`, { to: '/products', isDisabled: () => true }),
    link('on', msg`Billing`, { to: '/x' }),
  );
  const disabled = screen.getByRole('link', { name: 'Products' });
  expect(disabled.getAttribute('aria-disabled')).toBe('true');
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

it('labels the list of a group with its heading, and draws a line between entries', async () => {
  await show(
    link('before', msg`Products`, { to: '/products' }),
    { kind: 'separator', id: 'line' },
    { kind: 'group', id: 'group', label: msg`Billing`, items: [link('inside', msg`Invoices`, { to: '/x' })] },
  );
  expect(within(screen.getByRole('list', { name: 'Billing' })).getByRole('link', { name: 'Invoices' })).toBeTruthy();
  expect(screen.getByRole('separator')).toBeTruthy();
});
