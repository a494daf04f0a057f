import { msg } from '@lingui/core/macro';
import type { Preloaded } from '@portico/contract';
import { Package } from 'lucide-react';
import { describe, expect, it } from 'vitest';
import { preloaded, replacePreloaded } from '../../lib/preloaded.ts';
import { loadOperatorParts } from '../operators/load-parts.ts';
import { initialsOf } from './header-menus-lazy.tsx';
import { asksForPalette } from './layout.tsx';
import type { SidebarEntry, SidebarLink } from './sidebar-entry.ts';
import { isActive, sidebar, visibleSidebar } from './sidebar-model.ts';
import { isSnowSeason } from './snow-state.ts';

const ids = (entries: readonly SidebarEntry[]) =>
  entries.flatMap((entry) => (entry.kind === 'group' ? [entry.id, ...entry.items.map((item) => item.id)] : [entry.id]));

const user = { readOnly: false } as NonNullable<Preloaded['user']>;
const data = (part: Partial<Preloaded>): Preloaded => {
  replacePreloaded({ user, ...part });
  return preloaded();
};

describe('the sidebar', () => {
  it('shows billing only with both features', () => {
    expect(ids(visibleSidebar(data({ features: ['customerAdmin', 'billing'] })))).toContain('invoices');
    expect(ids(visibleSidebar(data({ features: ['billing'] })))).toEqual(['home', 'products']);
  });

  it('is another one for operators, and that of the user they act as', async () => {
    const operator = { ...user, isSuperAdmin: true } as NonNullable<Preloaded['user']>;
    const own = data({ user: operator });
    await loadOperatorParts('/');
    expect(ids(visibleSidebar(own))).toEqual([
      'cockpit',
      'customers',
      'accounts',
      'latePayments',
      'manualOrders',
      'operatorLicenses',
      'operatorCancellations',
      'operatorSignUps',
      'operatorLeakedTokens',
      'catalog',
      'running',
      'health',
      'messages',
      'companies',
      'operators',
      'mirror',
    ]);
    expect(ids(visibleSidebar(data({ user: operator, hasSandboxPage: true })))).toContain('outbox');
    const actingAs = { text: '' } as Preloaded['actingAs'];
    expect(ids(visibleSidebar(data({ user: operator, actingAs })))).toContain('home');
    expect(ids(visibleSidebar(data({})))).toEqual(['home', 'products']);
  });

  it('hides by action and rule, and leaves no empty group or stray separator', () => {
    const link = (id: string, conditions: Partial<SidebarLink> = {}): SidebarLink => ({
      kind: 'link',
      id,
      label: msg`Products`,
      icon: Package,
      to: '/x',
      ...conditions,
    });
    const entries: SidebarEntry[] = [
      { kind: 'separator', id: 'first' },
      link('open'),
      link('permitted', { action: 'cards.view' }),
      { kind: 'separator', id: 'middle' },
      { kind: 'separator', id: 'twice' },
      link('operators', { action: 'operator.mirror' }),
      link('hidden', { isHidden: () => true }),
      { kind: 'group', id: 'empty', label: msg`Billing`, items: [link('inside', { action: 'cards.add' })] },
      { kind: 'separator', id: 'last' },
    ];
    expect(ids(visibleSidebar(data({}), entries))).toEqual(['open']);
    expect(ids(visibleSidebar(data({ features: ['billing'] }), entries))).toEqual([
      'open',
      'permitted',
      'middle',
      'empty',
      'inside',
    ]);
  });

  it('marks the page one is on, whatever the case of its address', () => {
    const active = (pathname: string) =>
      sidebar
        .flatMap((entry) => (entry.kind === 'group' ? entry.items : entry.kind === 'link' ? [entry] : []))
        .filter((link) => isActive(link, pathname))
        .map((link) => link.id);
    expect(active('/')).toEqual(['home']);
    expect(active('/BILLING/')).toEqual(['overview']);
    expect(active('/billing/invoices')).toEqual(['invoices']);
    expect(active('/Billing/Subscription/12')).toEqual(['subscriptions']);
    expect(active('/Products/scan/Plans')).toEqual(['products']);
    expect(active('/Products/scan/Subscription')).toEqual(['products']);
    expect(active('/Products/scan/Subscription/Subscribe/team/checkout')).toEqual(['products']);
    expect(active('/Products/scan/Subscription/12')).toEqual(['subscriptions']);
    expect(active('/Products/scan/Subscription/12/Purchase/customize')).toEqual(['subscriptions']);
    expect(active('/terms')).toEqual([]);
  });
});

describe('the keys of the command palette', () => {
  const none = { code: '', key: '', altKey: false, ctrlKey: false, metaKey: false, shiftKey: false };
  it.each([
    ['Ctrl+K', { key: 'k', ctrlKey: true }, true],
    ['⌘K', { key: 'k', metaKey: true }, true],
    ['Alt+Shift+Q', { key: 'Q', code: 'KeyQ', altKey: true, shiftKey: true }, true],
    ['Alt+Shift+Q on a Mac', { key: 'Œ', code: 'KeyQ', altKey: true, shiftKey: true }, true],
    ['Ctrl+Shift+Q', { key: 'Q', code: 'KeyQ', ctrlKey: true, shiftKey: true }, true],
    ['Ctrl+Shift+Q on a French keyboard', { key: 'Q', code: 'KeyA', ctrlKey: true, shiftKey: true }, true],
    ['k', { key: 'k' }, false],
    ['Shift+Q', { key: 'Q', code: 'KeyQ', shiftKey: true }, false],
    ['Ctrl+Alt+Shift+Q', { key: 'Q', code: 'KeyQ', ctrlKey: true, altKey: true, shiftKey: true }, false],
    ['Ctrl+Shift+K', { key: 'K', ctrlKey: true, shiftKey: true }, false],
  ])('%s', (_, event, asks) => {
    expect(asksForPalette({ ...none, ...event })).toBe(asks);
  });
});

it.each([
  [new Date(2026, 10, 30), false],
  [new Date(2026, 11, 1), true],
  [new Date(2027, 0, 6, 23, 59), true],
  [new Date(2027, 0, 7), false],
])('snow on %s: %s', (day, isSeason) => {
  expect(isSnowSeason(day)).toBe(isSeason);
});

it.each([
  ['Amélie Tremblay', 'AT'],
  ['jonah van der keller', 'JV'],
  ['Guest', 'G'],
  ['', ''],
])('the initials of %j are %j', (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});
