import { createRoute, Outlet, redirect } from '@tanstack/react-router';
import { requireAction } from '../guards.ts';
import { invitationSearch, userListSearch, userSearch, withoutDefaults } from '../list-search.ts';
import { paths } from '../paths.ts';
import { newUsersPage, root, usersPage } from './root.ts';

const users = createRoute({
  getParentRoute: () => root,
  path: paths.users,
  beforeLoad: requireAction('users.view'),
  staticData: { titleKey: 'users' },
  component: Outlet,
});

const usersIndex = createRoute({
  getParentRoute: () => users,
  path: '/',
  validateSearch: userListSearch,
  search: withoutDefaults(userListSearch),
  component: usersPage(() => import('../../accounts/pages/users.tsx'), 'UsersPage'),
});

const user = createRoute({
  getParentRoute: () => users,
  path: '$userId/User/$id',
  validateSearch: userSearch,
  staticData: { titleKey: 'editUser' },
  component: usersPage(() => import('../../accounts/pages/user.tsx'), 'UserPage'),
});

/** The list, with the dialog that adds a user. */
const createUser = createRoute({
  getParentRoute: () => root,
  path: paths.createUser,
  beforeLoad: () => {
    throw redirect({ to: paths.users, search: { m: 'a' }, replace: true });
  },
});

const userImport = createRoute({
  getParentRoute: () => users,
  path: 'Import',
  beforeLoad: requireAction('users.add'),
  staticData: { titleKey: 'userImport' },
  component: newUsersPage(() => import('../../identity/pages/new-users.tsx'), 'UserImportPage'),
});

const invitations = createRoute({
  getParentRoute: () => users,
  path: 'Invitations',
  staticData: { titleKey: 'invitations' },
  validateSearch: invitationSearch,
  search: withoutDefaults(invitationSearch),
  component: newUsersPage(() => import('../../identity/pages/new-users.tsx'), 'InvitationsPage'),
});

const defaultProducts = createRoute({
  getParentRoute: () => root,
  path: paths.defaultProducts,
  beforeLoad: requireAction('defaultPermissions.view'),
  staticData: { titleKey: 'defaultProducts' },
  component: newUsersPage(() => import('../../identity/pages/new-users.tsx'), 'DefaultProductsPage'),
});

/** The users of the customer's account. */
export const userRoutes = [
  users.addChildren([usersIndex, user, userImport, invitations]),
  createUser,
  defaultProducts,
] as const;
