import { msg } from '@lingui/core/macro';
import { Activity, Building2, FlaskConical, Inbox, Mail, RefreshCw, ShieldUser } from 'lucide-react';
import { definePage } from '../../app/define-page.ts';
import { requireOutbox, requireSandboxPage } from '../../app/guards.ts';
import { paths } from '../../app/paths.ts';
import { extendSearch, filteredListSearch } from '../../ui/data-table/search.ts';
import { readMirrorSearch } from '../mirror/search.ts';
import { readSandboxSearch } from '../sandbox/search.ts';
import { customersGroup, developerGroup, runningGroup } from './menu-groups.ts';

const accounts = definePage({
  path: paths.operatorAccounts,
  action: 'operator.accounts',
  title: msg`Accounts`,
  menu: { group: customersGroup, position: 1, icon: Building2, isForOperators: true },
  search: filteredListSearch(['name', 'createdAt'], { sortField: 'name', order: 'asc' }),
  catalogs: ['operator'],
  load: () => import('./operator-accounts.tsx').then((module) => module.OperatorAccountsPage),
});

const account = definePage({
  path: paths.operatorAccount,
  action: 'operator.accounts',
  title: msg`Account`,
  under: paths.operatorAccounts,
  // The users of the account.
  search: filteredListSearch(['login', 'lastLoginDate'], { sortField: 'login', order: 'asc' }),
  catalogs: ['operator'],
  load: () => import('./operator-accounts.tsx').then((module) => module.OperatorAccountPage),
});

const health = definePage({
  path: paths.operatorHealth,
  action: 'operator.health',
  title: msg`Health`,
  menu: { group: runningGroup, position: 1, icon: Activity, isForOperators: true },
  catalogs: ['operator'],
  load: () => import('./operator-health.tsx').then((module) => module.OperatorHealthPage),
});

const messageStates = ['queued', 'sending', 'sent', 'failed', 'kept'] as const;

const messageSearch = extendSearch(
  filteredListSearch(['queued'], { sortField: 'queued', order: 'desc' }),
  (search) => ({ state: messageStates.find((state) => state === search.state) }),
);

const messages = definePage({
  path: paths.operatorMessages,
  action: 'operator.mail',
  title: msg`Messages`,
  menu: { group: runningGroup, position: 2, icon: Mail, isForOperators: true },
  search: messageSearch,
  catalogs: ['operator'],
  load: () => import('./messages.tsx').then((module) => module.MessagesPage),
});

const operators = definePage({
  path: paths.operators,
  action: 'operator.operators',
  title: msg`Operators`,
  menu: { group: runningGroup, position: 4, icon: ShieldUser, isForOperators: true },
  search: filteredListSearch(['email', 'lastLoginDate'], { sortField: 'email', order: 'asc' }),
  catalogs: ['operator'],
  load: () => import('./operators.tsx').then((module) => module.OperatorsPage),
});

const stripeMirror = definePage({
  path: paths.stripeMirror,
  action: 'operator.mirror',
  title: msg`Stripe mirror`,
  menu: { group: runningGroup, position: 5, icon: RefreshCw, isForOperators: true },
  search: readMirrorSearch,
  catalogs: ['operator'],
  load: () => import('./mirror.tsx').then((module) => module.MirrorPage),
});

const sandbox = definePage({
  path: paths.devStripe,
  guard: requireSandboxPage,
  title: msg`Stripe sandbox`,
  menu: { group: developerGroup, position: 1, icon: FlaskConical, isForOperators: true },
  search: readSandboxSearch,
  catalogs: ['sandbox'],
  load: () => import('./sandbox.tsx').then((module) => module.SandboxPage),
});

const outbox = definePage({
  path: paths.devOutbox,
  guard: requireOutbox,
  title: msg`Outbox`,
  menu: { group: developerGroup, position: 2, icon: Inbox, isForOperators: true },
  search: messageSearch,
  catalogs: ['operator'],
  load: () => import('./messages.tsx').then((module) => module.OutboxPage),
});

/** Pages about all accounts and about the installation. */
export const operatorPages = [accounts, account, health, messages, operators, stripeMirror, sandbox, outbox] as const;
