import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { Action, Preloaded } from '@portico/contract';
import { type AnyRoute, useRouter } from '@tanstack/react-router';
import { BookOpen, FileText, type LucideIcon } from 'lucide-react';
import { can } from '../../lib/permissions.ts';
import { preloaded } from '../../lib/preloaded.ts';
import { isOperator } from '../operators/is-operator.ts';

/** When an entry is shown and enabled. */
export interface Conditions {
  /** The action that the user must be allowed to perform. */
  action?: Action | undefined;
  isHidden?: (data: Preloaded) => boolean;
  isDisabled?: (data: Preloaded) => boolean;
}

export interface MenuLink extends Conditions {
  kind: 'link';
  id: string;
  label: MessageDescriptor;
  icon: LucideIcon;
  /** A page of the portal. */
  to?: string;
  /** Another site, in a new tab. */
  href?: (data: Preloaded) => string;
  /** Further pages on which the entry is shown as active; paths are in lower case. */
  alsoActiveAt?: RegExp;
  /** Active on its own path only, not on those below it. */
  isExact?: boolean;
  children?: readonly MenuLink[];
}

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

/** A group of pages under one heading. */
export interface MenuGroup extends Pick<Conditions, 'action' | 'isHidden'> {
  readonly id: string;
  readonly label: MessageDescriptor;
  /** The group's position among the groups and the pages without a group. */
  readonly position: number;
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

export const billingGroup: MenuGroup = { id: 'billing', label: msg`Billing`, position: 3 };
export const accountGroup: MenuGroup = { id: 'account', label: msg`Account`, position: 4, action: 'users.view' };

/** Pages outside of the portal's screens, below all others. */
const externalEntries: readonly MenuEntry[] = [
  { kind: 'separator', id: 'external' },
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
  const pages = [
    ...links.filter(({ group }) => !group).map(({ position, link }) => ({ position, entry: link })),
    ...[...groups].map(({ position, ...group }) => ({
      position,
      entry: {
        ...group,
        kind: 'group' as const,
        items: links.filter((link) => link.group?.id === group.id).map(({ link }) => link),
      },
    })),
  ]
    .sort((a, b) => a.position - b.position)
    .map(({ entry }) => entry);
  return [...pages, ...externalEntries];
}

/** The user's menu: the operators' or the customers'. */
export function useMenu(): MenuEntry[] {
  const { routesById } = useRouter();
  return visibleEntries(createMenu(Object.values(routesById), isOperator()));
}

const isShown = (entry: Conditions, data: Preloaded) =>
  !entry.isHidden?.(data) && (entry.action === undefined || can(entry.action, data));

function allowedLinks(links: readonly MenuLink[], data: Preloaded): MenuLink[] {
  return links
    .filter((link) => isShown(link, data))
    .map((link) => (link.children ? { ...link, children: allowedLinks(link.children, data) } : link));
}

/** The entries that the user may see, without empty groups and without separators that are repeated or at an end. */
export function visibleEntries(entries: readonly MenuEntry[], data = preloaded()): MenuEntry[] {
  const allowed = entries
    .filter((entry) => isShown(entry, data))
    .map((entry) => {
      if (entry.kind === 'group') return { ...entry, items: allowedLinks(entry.items, data) };
      return entry.kind === 'link' ? (allowedLinks([entry], data)[0] ?? entry) : entry;
    })
    .filter((entry) => entry.kind !== 'group' || entry.items.length > 0);
  return allowed.filter((entry, index) => {
    if (entry.kind !== 'separator') return true;
    const follows = allowed.slice(0, index).some(({ kind }) => kind !== 'separator');
    return follows && (allowed[index + 1]?.kind ?? 'separator') !== 'separator';
  });
}

/** Whether the menu marks `link` as the current page. */
export function isActive(link: MenuLink, pathname: string): boolean {
  if (!link.to) return false;
  const here = pathname.toLowerCase().replace(/\/+$/, '') || '/';
  const there = link.to.toLowerCase();
  if (here === there) return true;
  if (link.alsoActiveAt?.test(here)) return true;
  return !link.isExact && here.startsWith(`${there}/`);
}
