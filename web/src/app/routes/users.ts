import { createRoute, Outlet } from '@tanstack/react-router';
import { requireAction } from '../guards.ts';
import { userSearch, withoutDefaults } from '../list-search.ts';
import { paths } from '../paths.ts';
import { page, root } from './root.ts';

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
  validateSearch: userSearch,
  search: withoutDefaults(userSearch),
  component: page(() => import('../pages/users.tsx'), 'UsersPage'),
});

const user = createRoute({
  getParentRoute: () => users,
  path: '$userId/User/$id',
  staticData: { titleKey: 'editUser' },
  component: page(() => import('../pages/users.tsx'), 'UserPage'),
});

/** The users of the customer's account. */
export const userRoutes = [users.addChildren([usersIndex, user])] as const;
