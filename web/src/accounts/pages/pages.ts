import { msg } from '@lingui/core/macro';
import type { SearchSchemaInput } from '@tanstack/react-router';
import { FileText, Settings2, UserRound } from 'lucide-react';
import { definePage } from '../../app/define-page.ts';
import { paths } from '../../app/paths.ts';
import { teamGroup as group, settingsPosition } from '../../app/shell/menu.ts';
import { extendSearch, filteredListSearch, listSearch, textSearch } from '../../ui/data-table/search.ts';

const userStatuses = ['active', 'inactive'] as const;
const userRoles = ['owner', 'admin', 'user', 'readOnly'] as const;

const users = definePage({
  path: paths.users,
  action: 'users.view',
  title: msg`Users`,
  menu: { group, position: 1, label: msg`Members`, icon: UserRound },
  // The filters are those of USR-7. `m=a` opens the dialog that adds a user.
  search: extendSearch(
    filteredListSearch(['login', 'email', 'firstName', 'lastName', 'lastLoginDate'], {
      sortField: 'login',
      order: 'asc',
    }),
    (search) => ({
      status: userStatuses.find((status) => status === search.status),
      role: userRoles.find((role) => role === search.role),
      m: search.m === 'a' ? ('a' as const) : undefined,
    }),
  ),
  catalogs: ['users'],
  load: () => import('./users.tsx').then((module) => module.UsersPage),
});

const settingsSections = ['locations', 'permissions', 'notifications'] as const;

const user = definePage({
  path: paths.user,
  action: 'users.view',
  title: msg`Edit user`,
  under: paths.users,
  // The open tab; the first one if undefined.
  search: (search: { tab?: string | undefined } & SearchSchemaInput) => ({
    tab: settingsSections.find((section) => section === search.tab),
  }),
  catalogs: ['users'],
  load: () => import('./user.tsx').then((module) => module.UserPage),
});

const createUser = definePage({
  path: paths.createUser,
  action: 'users.add',
  title: msg`Create user`,
  under: paths.users,
  catalogs: ['users'],
  load: () => import('./create-user.tsx').then((module) => module.CreateUserPage),
});

const settings = definePage({
  path: paths.accountSettings,
  action: 'accountSettings.view',
  title: msg`Settings`,
  menu: { position: settingsPosition, icon: Settings2, isExact: true },
  catalogs: ['settings'],
  load: () => import('./account-settings.tsx').then((module) => module.AccountSettingsPage),
});

const auditFilters = ['userId', 'group', 'kind', 'from', 'to'] as const;

const audit = definePage({
  path: paths.audit,
  action: 'audit.view',
  title: msg`Audit log`,
  menu: { group, position: 4, icon: FileText },
  // The page validates the filters, so that other pages need not load the code.
  search: extendSearch(
    listSearch(['at'], { sortField: 'at', order: 'desc', pageSize: 20 }),
    (search) =>
      Object.fromEntries(auditFilters.map((name) => [name, textSearch(search[name])])) as Record<
        (typeof auditFilters)[number],
        string | undefined
      >,
  ),
  catalogs: ['settings'],
  load: () => import('./audit.tsx').then((module) => module.AuditPage),
});

/** An account's users, settings and audit log. */
export const accountPages = [users, user, createUser, settings, audit] as const;
