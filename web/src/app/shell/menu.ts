import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { Action, Application, Preloaded } from '@portico/contract';
import type { AnyRoute } from '@tanstack/react-router';
import { BookOpen, CreditCard, FileText, type LucideIcon, Package, Users } from 'lucide-react';
import { can } from '../../lib/permissions.ts';
import { preloaded } from '../../lib/preloaded.ts';
import { areProductPagesClosed } from '../../lib/subscription-link.ts';
import { paths } from '../paths.ts';

/** When an entry is shown. */
interface Conditions {
  /** The action that the user must be allowed to perform. */
  action?: Action | undefined;
  isHidden?: (data: Preloaded) => boolean;
}

export interface MenuLink extends Conditions {
  kind: 'link';
  id: string;
  /** Text if it is the name of a product. */
  label: MessageDescriptor | string;
  icon: LucideIcon;
  /** Set for a product of the account. The entry has its logo, and is current on all pages about the product. */
  product?: MenuProduct;
  /** A page of the portal. */
  to?: string;
  /** Another site, in a new tab. */
  href?: (data: Preloaded) => string;
  /** Further pages on which the entry is shown as active; paths are in lower case. */
  alsoActiveAt?: RegExp;
  /** Active on its own path only, not on those below it. */
  isExact?: boolean;
  /** Why the entry is disabled; it is enabled if omitted. */
  reason?: MessageDescriptor;
  /** A problem that is marked with a red dot. */
  problem?: MessageDescriptor;
  children?: readonly (MenuLink | MenuSeparator)[];
}

export type MenuProduct = Pick<Application, 'id' | 'displayName' | 'logo64'>;

interface MenuSection extends Conditions {
  kind: 'group';
  id: string;
  label: MessageDescriptor;
  items: readonly MenuLink[];
}

interface MenuSeparator extends Conditions {
  kind: 'separator';
  id: string;
}

export type MenuEntry = MenuLink | MenuSection | MenuSeparator;

/** A group of pages. With an icon, it is an entry that contains them; otherwise a heading above them. */
export interface MenuGroup extends Conditions {
  readonly id: string;
  readonly label: MessageDescriptor;
  readonly icon?: LucideIcon;
  /** The group's position among the groups and the pages without a group. */
  readonly position: number;
  /** The page that the group's breadcrumb links to. */
  readonly to?: string;
}

/** The menu entry of a page, as `definePage` takes it (UI-5). */
export interface MenuItem extends Pick<MenuLink, 'icon' | 'alsoActiveAt' | 'isExact'> {
  readonly group?: MenuGroup;
  /** The page's position in its group; in the menu if it has no group. */
  readonly position: number;
  /** The page's title if omitted. */
  readonly label?: MessageDescriptor;
  /** Whether the page is in the operators' menu; otherwise it is in the customers' menu. */
  readonly isForOperators?: true;
}

/** The account's own products are its first entries. */
export const productsGroup: MenuGroup = { id: 'own-products', label: msg`Products`, icon: Package, position: 2 };
export const billingGroup: MenuGroup = {
  id: 'billing',
  label: msg`Billing`,
  icon: CreditCard,
  position: 4,
  to: paths.billing,
};
export const teamGroup: MenuGroup = { id: 'team', label: msg`Team`, icon: Users, position: 5, to: paths.users };
/** Entries with a higher position are below the separator. */
const linePosition = 50;
export const settingsPosition = linePosition + 1;

/** Pages outside of the portal's screens, below all others. */
const externalEntries: readonly MenuLink[] = [
  {
    kind: 'link',
    id: 'knowledge-base',
    label: msg`Knowledge base`,
    icon: BookOpen,
    href: ({ links }) => links.knowledgeBase ?? '',
    isHidden: ({ links }) => !links.knowledgeBase,
  },
  {
    kind: 'link',
    id: 'api',
    label: msg`API documentation`,
    icon: FileText,
    href: () => '/api/docs',
    action: 'productTokens.manage',
  },
];

/** The menu entries in order, either of the operators' pages or of all other pages. */
export function createMenu(routes: readonly AnyRoute[], isForOperators: boolean): MenuEntry[] {
  const links = routes
    .flatMap(({ fullPath, options: { staticData } }) => {
      const { menu, title, action } = staticData ?? {};
      if (!menu || !title || (menu.isForOperators ?? false) !== isForOperators) return [];
      const { position, group, label = title, isForOperators: _, ...item } = menu;
      const link: MenuLink = { kind: 'link', id: fullPath, label, to: fullPath, action, ...item };
      return [{ position, group, link }];
    })
    .sort((a, b) => a.position - b.position);
  const groups = new Set(links.flatMap(({ group }) => group ?? []));
  const toEntry = ({ position: _, to: __, icon, ...group }: MenuGroup): MenuEntry => {
    const items = links.filter((link) => link.group?.id === group.id).map(({ link }) => link);
    return icon ? { ...group, kind: 'link', icon, children: items } : { ...group, kind: 'group', items };
  };
  const pages = [
    ...links.filter(({ group }) => !group).map(({ position, link }) => ({ position, entry: link })),
    ...[...groups].map((group) => ({ position: group.position, entry: toEntry(group) })),
    { position: linePosition, entry: { kind: 'separator' as const, id: 'line' } },
  ];
  return [...pages.sort((a, b) => a.position - b.position).map(({ entry }) => entry), ...externalEntries];
}

export type OwnProduct = MenuProduct & Pick<Application, 'displayType' | 'url' | 'holding'>;

/** Adds the account's products to their group. */
export function addProducts(entries: readonly MenuEntry[], products: readonly OwnProduct[]): MenuEntry[] {
  return entries.map((entry) => {
    if (entry.kind !== 'link' || entry.id !== productsGroup.id) return entry;
    const children = [...products.map(toProductLink), { kind: 'separator', id: 'own' } as const];
    return { ...entry, children: [...children, ...(entry.children ?? [])] };
  });
}

function toProductLink({ displayType, url, holding, ...product }: OwnProduct): MenuLink {
  const { id, displayName } = product;
  return {
    kind: 'link',
    id: `product-${id}`,
    label: displayName,
    icon: Package,
    product,
    // A product that every account has opens its website, because it has no plans.
    ...(displayType === 'OnlyUrl' && url && !holding ? { href: () => url } : { to: `/Products/${id}/Subscription` }),
    ...(areProductPagesClosed(id) && { reason: msg`Not available` }),
    ...(holding?.status === 3 && { problem: msg`Past due` }),
  };
}

/**
 * Whether an action is not allowed only because the account lacks a feature. Admins have all features of their account
 * (ACC-4).
 */
function isNotIncluded(action: Action, data: Preloaded): boolean {
  return data.user?.isAdmin === true && can(action, { ...data, features: ['customerAdmin', 'billing'] });
}

/** The entry as the user sees it; null if it is hidden. */
function showEntry<Entry extends MenuEntry>(entry: Entry, data: Preloaded): MenuEntry | null {
  if (entry.isHidden?.(data)) return null;
  const isAllowed = entry.action === undefined || can(entry.action, data);
  if (entry.kind === 'separator') return isAllowed ? entry : null;
  if (entry.kind === 'group') {
    const items = visibleEntries(entry.items, data) as MenuLink[];
    return isAllowed && items.length > 0 ? { ...entry, items } : null;
  }
  if (!isAllowed) {
    if (!isNotIncluded(entry.action as Action, data)) return null;
    return { ...entry, reason: msg`Not included in your plan` };
  }
  return entry.children
    ? showNested(entry, visibleEntries(entry.children, data) as (MenuLink | MenuSeparator)[])
    : entry;
}

/** A group is hidden if it has no entries, and disabled if all its entries are disabled. */
function showNested(entry: MenuLink, children: readonly (MenuLink | MenuSeparator)[]): MenuLink | null {
  const links = children.filter((child) => child.kind === 'link');
  const [first] = links;
  if (!first) return null;
  const { children: _, ...closed } = entry;
  return first.reason && links.every(({ reason }) => reason)
    ? { ...closed, reason: first.reason }
    : { ...entry, children };
}

/**
 * The entries that the user may see, without empty groups and superfluous separators. Pages that the account's plan
 * does not include are disabled for admins.
 */
export function visibleEntries(entries: readonly MenuEntry[], data = preloaded()): MenuEntry[] {
  const shown = entries.flatMap((entry) => showEntry(entry, data) ?? []);
  return shown.filter((entry, index) => {
    if (entry.kind !== 'separator') return true;
    const follows = shown.slice(0, index).some(({ kind }) => kind !== 'separator');
    return follows && (shown[index + 1]?.kind ?? 'separator') !== 'separator';
  });
}

/** The menu's links, each with the label of its group. A group's links come before the group's own entry. */
export function flattenMenu(
  entries: readonly MenuEntry[],
  group?: MenuLink['label'],
): { link: MenuLink; group?: MenuLink['label'] }[] {
  return entries.flatMap((entry) => {
    if (entry.kind === 'separator') return [];
    if (entry.kind === 'group') return flattenMenu(entry.items, entry.label);
    return [...flattenMenu(entry.children ?? [], entry.label), { link: entry, ...(group && { group }) }];
  });
}

function isActive({ to, isExact, alsoActiveAt }: MenuLink, pathname: string): boolean {
  if (!to) return false;
  const here = pathname.toLowerCase().replace(/\/+$/, '') || '/';
  const there = to.toLowerCase();
  return here === there || alsoActiveAt?.test(here) === true || (!isExact && here.startsWith(`${there}/`));
}

/**
 * The id of the entry that the menu marks as the current page.
 * @param productId the product that the page is about, in lower case
 */
export function findCurrent(
  entries: readonly MenuEntry[],
  pathname: string,
  productId: string | null,
): string | undefined {
  const links = flattenMenu(entries).map(({ link }) => link);
  const ofProduct = links.find(({ product }) => product && product.id.toLowerCase() === productId);
  return (ofProduct ?? links.find((link) => !link.product && isActive(link, pathname)))?.id;
}
