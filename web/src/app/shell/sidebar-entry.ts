import type { MessageDescriptor } from '@lingui/core';
import type { Action, Preloaded } from '@portico/contract';
import type { LucideIcon } from 'lucide-react';

/** When an entry of the menu is shown and enabled. */
export interface Conditions {
  /** What the user must be allowed to do. */
  action?: Action;
  isHidden?: (data: Preloaded) => boolean;
  isDisabled?: (data: Preloaded) => boolean;
}

export interface SidebarLink extends Conditions {
  kind: 'link';
  id: string;
  label: MessageDescriptor;
  icon: LucideIcon;
  /** A page of the portal. */
  to?: string;
  /** Another site, in a new tab. */
  href?: (data: Preloaded) => string;
  /** Also shown as active on these pages; paths are in lower case. */
  alsoActiveAt?: RegExp;
  /** True where only the very path makes it active. */
  isExact?: boolean;
  children?: readonly SidebarLink[];
}

export interface SidebarGroup extends Conditions {
  kind: 'group';
  id: string;
  label: MessageDescriptor;
  items: readonly SidebarLink[];
}

export interface SidebarSeparator extends Conditions {
  kind: 'separator';
  id: string;
}

export type SidebarEntry = SidebarLink | SidebarGroup | SidebarSeparator;
