import { msg } from '@lingui/core/macro';
import type { Preloaded } from '@portico/contract';
import {
  CreditCard,
  FileText,
  KeyRound,
  LayoutGrid,
  LogIn,
  MapPin,
  MonitorSmartphone,
  Package,
  ReceiptText,
  Repeat,
  Settings2,
  ShoppingBag,
  UserRoundCog,
  Users,
} from 'lucide-react';
import { can } from '../../lib/permissions.ts';
import { isOperator } from '../operators/is-operator.ts';
import { operatorParts } from '../operators/parts.ts';
import { paths } from '../paths.ts';
import type { Conditions, SidebarEntry, SidebarLink } from './sidebar-entry.ts';

/** The whole menu of customers (UI-5). A new page is a line here; who may not use it does not see it. */
export const sidebar: readonly SidebarEntry[] = [
  {
    kind: 'link',
    id: 'home',
    label: msg`My products`,
    icon: LayoutGrid,
    to: paths.home,
    isExact: true,
    alsoActiveAt: /^\/productdashboard\//,
  },
  {
    kind: 'link',
    id: 'products',
    label: msg`Products`,
    icon: Package,
    to: paths.products,
    isExact: true,
    // A subscription's page is about billing, as its title says.
    alsoActiveAt: /^\/products\/(?![^/]+\/subscription\/\d)/,
  },
  {
    kind: 'group',
    id: 'billing',
    label: msg`Billing`,
    items: [
      {
        kind: 'link',
        id: 'overview',
        label: msg`Overview`,
        icon: CreditCard,
        to: paths.billing,
        action: 'billing.view',
        isExact: true,
      },
      {
        kind: 'link',
        id: 'subscriptions',
        label: msg`Subscriptions`,
        icon: Repeat,
        to: paths.subscriptions,
        action: 'subscriptions.view',
        alsoActiveAt: /^\/(billing|products\/[^/]+)\/subscription\/\d/,
      },
      {
        kind: 'link',
        id: 'invoices',
        label: msg`Invoices`,
        icon: FileText,
        to: paths.invoices,
        action: 'invoices.view',
      },
      {
        kind: 'link',
        id: 'payments',
        label: msg`Payments`,
        icon: ReceiptText,
        to: paths.payments,
        action: 'payments.view',
      },
      {
        kind: 'link',
        id: 'billingDetails',
        // The French words are too long for the menu.
        label: msg({ message: 'Billing details', context: 'menu' }),
        icon: MapPin,
        to: paths.billingDetails,
        action: 'billingDetails.view',
      },
      {
        kind: 'link',
        id: 'orders',
        label: msg`Orders`,
        icon: ShoppingBag,
        to: paths.orders,
        action: 'orders.view',
      },
      {
        kind: 'link',
        id: 'licenses',
        label: msg`Licenses`,
        icon: KeyRound,
        to: paths.licenses,
        action: 'licenses.view',
      },
      {
        kind: 'link',
        id: 'devices',
        label: msg`Hardware IDs`,
        icon: MonitorSmartphone,
        to: paths.devices,
        action: 'devices.view',
        alsoActiveAt: /^\/billing\/hardwareid\//,
      },
    ],
  },
  {
    kind: 'group',
    id: 'account',
    label: msg`Account`,
    action: 'users.view',
    items: [
      { kind: 'link', id: 'users', label: msg`Users`, icon: Users, to: paths.users },
      {
        kind: 'link',
        id: 'externalProviders',
        label: msg`External providers`,
        icon: LogIn,
        to: paths.externalProviders,
        action: 'externalProviders.view',
        alsoActiveAt: /^\/extproviders\/\d/,
      },
      {
        kind: 'link',
        id: 'defaultProducts',
        label: msg`Default permissions`,
        icon: UserRoundCog,
        to: paths.defaultProducts,
        action: 'defaultPermissions.view',
      },
      {
        kind: 'link',
        id: 'settings',
        label: msg`Settings`,
        icon: Settings2,
        to: paths.accountSettings,
        action: 'accountSettings.view',
        isExact: true,
      },
      { kind: 'link', id: 'audit', label: msg`Audit log`, icon: FileText, to: paths.audit, action: 'audit.view' },
    ],
  },
];

function isShown(entry: Conditions, data: Preloaded): boolean {
  return !entry.isHidden?.(data) && (entry.action === undefined || can(entry.action, data));
}

function allowedLinks(links: readonly SidebarLink[], data: Preloaded): SidebarLink[] {
  return links
    .filter((link) => isShown(link, data))
    .map((link) => (link.children ? { ...link, children: allowedLinks(link.children, data) } : link));
}

/** The menu that is for a reader: operators have their own. */
function sidebarOf(data: Preloaded): readonly SidebarEntry[] {
  return isOperator(data) ? (operatorParts()?.operatorSidebar ?? []) : sidebar;
}

/** The entries that the user may see: no empty group, no separator at an end or beside another one. */
export function visibleSidebar(data: Preloaded, entries: readonly SidebarEntry[] = sidebarOf(data)): SidebarEntry[] {
  const allowed = entries
    .filter((entry) => isShown(entry, data))
    .map((entry) => {
      if (entry.kind === 'group') return { ...entry, items: allowedLinks(entry.items, data) };
      return entry.kind === 'link' ? (allowedLinks([entry], data)[0] ?? entry) : entry;
    })
    .filter((entry) => entry.kind !== 'group' || entry.items.length > 0);
  // A separator stands for the next entry that follows it, so runs of them and those at either end leave.
  const shown: SidebarEntry[] = [];
  let separator: SidebarEntry | undefined;
  for (const entry of allowed) {
    if (entry.kind === 'separator') {
      separator ??= entry;
      continue;
    }
    if (separator && shown.length > 0) shown.push(separator);
    separator = undefined;
    shown.push(entry);
  }
  return shown;
}

/** Whether the menu shows `link` as the page one is on. */
export function isActive(link: SidebarLink, pathname: string): boolean {
  if (!link.to) return false;
  const here = pathname.toLowerCase().replace(/\/+$/, '') || '/';
  const there = link.to.toLowerCase();
  if (here === there) return true;
  if (link.alsoActiveAt?.test(here)) return true;
  return !link.isExact && here.startsWith(`${there}/`);
}
