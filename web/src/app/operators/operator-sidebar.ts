import { msg } from '@lingui/core/macro';
import {
  Activity,
  Building2,
  FileKey,
  FlaskConical,
  Gauge,
  Handshake,
  Inbox,
  Mail,
  Palette,
  RefreshCw,
  ShieldUser,
} from 'lucide-react';
import { paths } from '../paths.ts';
import type { SidebarEntry } from '../shell/sidebar-model.ts';

/** The menu of operators, who look after all accounts and have none of their own to look after. */
export const operatorSidebar: readonly SidebarEntry[] = [
  { kind: 'link', id: 'cockpit', label: msg`Cockpit`, icon: Gauge, to: paths.home, isExact: true },
  {
    kind: 'group',
    id: 'customers',
    label: msg`Customers`,
    items: [
      {
        kind: 'link',
        id: 'accounts',
        label: msg`Accounts`,
        icon: Building2,
        to: paths.operatorAccounts,
        action: 'operator.accounts',
      },
      {
        kind: 'link',
        id: 'manualOrders',
        label: msg`Manual orders`,
        icon: Handshake,
        to: paths.manualOrders,
        action: 'operator.orders',
      },
      {
        kind: 'link',
        id: 'operatorLicenses',
        label: msg`All licenses`,
        icon: FileKey,
        to: paths.operatorLicenses,
        action: 'operator.orders',
      },
    ],
  },
  {
    kind: 'group',
    id: 'running',
    label: msg`Running`,
    items: [
      {
        kind: 'link',
        id: 'health',
        label: msg`Health`,
        icon: Activity,
        to: paths.operatorHealth,
        action: 'operator.health',
      },
      {
        kind: 'link',
        id: 'messages',
        label: msg`Messages`,
        icon: Mail,
        to: paths.operatorMessages,
        action: 'operator.mail',
      },
      {
        kind: 'link',
        id: 'companies',
        label: msg`Brands`,
        icon: Palette,
        to: paths.companies,
        action: 'operator.companies',
      },
      {
        kind: 'link',
        id: 'operators',
        label: msg`Operators`,
        icon: ShieldUser,
        to: paths.operators,
        action: 'operator.operators',
      },
      {
        kind: 'link',
        id: 'mirror',
        label: msg`Stripe mirror`,
        icon: RefreshCw,
        to: paths.stripeMirror,
        action: 'operator.mirror',
      },
    ],
  },
  {
    kind: 'group',
    id: 'developer',
    label: msg`For developers`,
    action: 'operator.sandbox',
    isHidden: (data) => !data.hasSandboxPage,
    items: [
      { kind: 'link', id: 'stripe', label: msg`Stripe sandbox`, icon: FlaskConical, to: paths.devStripe },
      { kind: 'link', id: 'outbox', label: msg`Outbox`, icon: Inbox, to: paths.devOutbox },
    ],
  },
];
