import { msg } from '@lingui/core/macro';
import type { Preloaded } from '@portico/contract';
import { Package } from 'lucide-react';
import { describe, expect, it } from 'vitest';
import { preloaded, replacePreloaded } from '../../lib/preloaded.ts';
import { createQueryClient } from '../../lib/query-client.ts';
import { isOperator } from '../operators/is-operator.ts';
import { loadOperatorParts } from '../operators/load-parts.ts';
import { createAppRouter } from '../router.tsx';
import { createInitials } from './header-menus-lazy.tsx';
import { asksForPalette } from './layout.tsx';
import {
  addProducts,
  createMenu,
  findCurrent,
  flattenMenu,
  type MenuEntry,
  type MenuLink,
  type OwnProduct,
  visibleEntries,
} from './menu.ts';
import { isSnowSeason } from './snow-state.ts';

const ids = (entries: readonly MenuEntry[]) =>
  entries.flatMap((entry): string[] => {
    if (entry.kind === 'separator') return [entry.id];
    const inside = entry.kind === 'group' ? entry.items : (entry.children ?? []);
    return [entry.id, ...inside.map(({ id }) => id)];
  });

const user = { readOnly: false } as NonNullable<Preloaded['user']>;
const data = (part: Partial<Preloaded>) => replacePreloaded({ user, ...part });

/** The menu of the current user, from the pages that are loaded. */
const menu = () => {
  const { routesById } = createAppRouter(createQueryClient());
  return createMenu(Object.values(routesById), isOperator());
};

describe('the sidebar', () => {
  it('groups the pages by task', () => {
    data({ features: ['customerAdmin', 'billing'], user: { ...user, isAdmin: true } });
    expect(ids(visibleEntries(menu()))).toEqual([
      '/',
      'own-products',
      '/Billing/Licenses',
      '/Billing/HardwareIDs',
      '/products',
      'billing',
      '/Billing',
      '/Billing/Subscriptions',
      '/Billing/Invoices',
      '/Billing/Payments',
      '/Billing/Orders',
      '/Billing/Details',
      'team',
      '/Account/Settings/Users',
      '/ExtProviders/list',
      '/Account/Settings/defaultProducts',
      '/Account/Settings/Audit',
      'line',
      '/Account/Settings',
      'api',
    ]);
    data({ features: ['billing'] });
    expect(ids(visibleEntries(menu()))).toEqual(['/', '/products']);
  });

  it('disables for admins what the account does not include, and hides it from other users', () => {
    const reasons = () =>
      Object.fromEntries(flattenMenu(visibleEntries(menu())).map(({ link }) => [link.id, link.reason !== undefined]));
    data({ features: ['customerAdmin'], user: { ...user, isAdmin: true } });
    expect(reasons()).toMatchObject({
      '/Billing': true,
      '/Billing/Invoices': true,
      '/Billing/Orders': false,
      team: false,
    });
    data({ features: [], user: { ...user, isAdmin: true } });
    expect(reasons()).toMatchObject({ '/': false, billing: true, team: true, '/Account/Settings': true });
    expect(ids(visibleEntries(menu()))).not.toContain('/Billing');
    data({ features: ['customerAdmin'] });
    expect(reasons()).not.toHaveProperty('/Billing');
    expect(reasons()).toMatchObject({ '/Billing/Orders': false });
  });

  it('lists the account’s products, with a problem or the reason why one is disabled', () => {
    const own = (id: string, more: Partial<OwnProduct> = {}) => ({
      id,
      displayName: id,
      logo64: null,
      displayType: 'Subscribe' as const,
      url: null,
      holding: null,
      ...more,
    });
    data({
      features: ['customerAdmin', 'billing'],
      products: [{ id: 'gone', name: 'Gone', displayName: 'Gone', url: null, isDisabled: true }],
    });
    const late = { status: 3 } as NonNullable<OwnProduct['holding']>;
    const products = [
      own('cloud'),
      own('late', { holding: late }),
      own('gone'),
      own('help', { displayType: 'OnlyUrl', url: 'https://x.example/' }),
    ];
    const entries = visibleEntries(addProducts(menu(), products));
    const group = entries.find(({ id }) => id === 'own-products') as MenuLink;
    expect(ids(group.children ?? [])).toEqual([
      'product-cloud',
      'product-late',
      'product-gone',
      'product-help',
      'own',
      '/Billing/Licenses',
      '/Billing/HardwareIDs',
    ]);
    const [cloud, withDebt, gone, help] = (group.children ?? []) as MenuLink[];
    expect([cloud?.to, cloud?.problem, cloud?.reason]).toEqual(['/Products/cloud/Subscription', undefined, undefined]);
    expect(withDebt?.problem).toBeDefined();
    expect(gone?.reason).toBeDefined();
    expect([help?.to, help?.href?.(preloaded())]).toEqual([undefined, 'https://x.example/']);
    expect(findCurrent(entries, '/Billing/Licenses/7', 'cloud')).toBe('product-cloud');
    expect(findCurrent(entries, '/Products/late/Subscription/2', 'late')).toBe('product-late');
    expect(findCurrent(entries, '/Products/other/Subscription', 'other')).toBe('/products');
  });

  it('shows operators their own menu, and the user’s menu while they act as a user', async () => {
    const operator = { ...user, isSuperAdmin: true } as NonNullable<Preloaded['user']>;
    data({ user: operator });
    await loadOperatorParts('/');
    expect(ids(visibleEntries(menu()))).toEqual([
      '/',
      'customers',
      '/Operator/Accounts',
      '/Operator/LatePayments',
      '/Operator/Orders',
      '/Operator/Licenses',
      '/Operator/Cancellations',
      '/Operator/SignUps',
      '/Operator/LeakedTokens',
      '/Operator/Catalog',
      'running',
      '/Operator/Health',
      '/Operator/Messages',
      '/Operator/Companies',
      '/Operator/Operators',
      '/Billing/Stripe',
      '/Operator/LegalTexts',
    ]);
    data({ user: operator, hasSandboxPage: true });
    expect(ids(visibleEntries(menu()))).toContain('/dev/outbox');
    data({ user: operator, actingAs: { text: '' } as Preloaded['actingAs'] });
    expect(ids(visibleEntries(menu()))).toEqual(['/', '/products']);
    data({});
    expect(ids(visibleEntries(menu()))).toEqual(['/', '/products']);
  });

  it('ends with the knowledge base, if there is one, in a new tab', () => {
    data({ links: { knowledgeBase: 'https://help.example/', contact: null } });
    const [separator, help] = visibleEntries(menu()).slice(-2);
    expect([separator?.kind, help?.id]).toEqual(['separator', 'knowledge-base']);
    expect((help as MenuLink).href?.(preloaded())).toBe('https://help.example/');
  });

  it('hides entries by action and rule, and leaves no empty group or stray separator', () => {
    const link = (id: string, conditions: Partial<MenuLink> = {}): MenuLink => ({
      kind: 'link',
      id,
      label: msg`Products`,
      icon: Package,
      to: '/x',
      ...conditions,
    });
    const entries: MenuEntry[] = [
      { kind: 'separator', id: 'first' },
      { kind: 'separator', id: 'second' },
      link('open'),
      link('permitted', { action: 'cards.view' }),
      { kind: 'separator', id: 'middle' },
      { kind: 'separator', id: 'twice' },
      link('operators', { action: 'operator.mirror' }),
      link('hidden', { isHidden: () => true }),
      { kind: 'group', id: 'empty', label: msg`Billing`, items: [link('inside', { action: 'cards.add' })] },
      { kind: 'separator', id: 'last' },
    ];
    data({});
    expect(ids(visibleEntries(entries))).toEqual(['open']);
    data({ features: ['billing'] });
    expect(ids(visibleEntries(entries))).toEqual(['open', 'permitted', 'twice', 'empty', 'inside']);
  });

  it('marks the current page regardless of the case of its address', () => {
    data({});
    const active = (pathname: string) => findCurrent(menu(), pathname, null);
    expect(active('/')).toBe('/');
    expect(active('/BILLING/')).toBe('/Billing');
    expect(active('/billing/invoices')).toBe('/Billing/Invoices');
    expect(active('/Billing/Subscription/12')).toBe('/Billing/Subscriptions');
    expect(active('/Billing/HardwareID/7')).toBe('/Billing/HardwareIDs');
    expect(active('/Account/Settings/Users/7/User/7')).toBe('/Account/Settings/Users');
    expect(active('/Products/scan/Plans')).toBe('/products');
    expect(active('/Products/scan/Subscription/12/Purchase/customize')).toBe('/products');
    expect(active('/terms')).toBeUndefined();
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
  ])('%s (%j) opens the palette: %s', (_, event, asks) => {
    expect(asksForPalette({ ...none, ...event })).toBe(asks);
  });
});

it.each([
  [new Date(2026, 10, 30), false],
  [new Date(2026, 11, 1), true],
  [new Date(2027, 0, 6, 23, 59), true],
  [new Date(2027, 0, 7), false],
])('%s is in the season for snow: %s', (day, isSeason) => {
  expect(isSnowSeason(day)).toBe(isSeason);
});

it.each([
  ['Amélie Tremblay', 'AT'],
  ['jonah van der keller', 'JV'],
  ['Guest', 'G'],
  ['', ''],
])('the initials of %j are %j', (name, initials) => {
  expect(createInitials(name)).toBe(initials);
});
