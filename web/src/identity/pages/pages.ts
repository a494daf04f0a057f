import { msg } from '@lingui/core/macro';
import { redirect } from '@tanstack/react-router';
import { LogIn, UserRoundCog } from 'lucide-react';
import { definePage, defineRedirect } from '../../app/define-page.ts';
import { paths } from '../../app/paths.ts';
import { teamGroup as group } from '../../app/shell/menu.ts';
import { listSearch } from '../../ui/data-table/search.ts';
import { profileSearch } from './profile/profile-search.ts';

const profile = definePage({
  path: paths.profile,
  action: 'profile.view',
  title: msg`Profile`,
  search: profileSearch,
  catalogs: ['profile'],
  load: () => import('./profile.tsx').then((module) => module.ProfilePage),
});

const profileExternalLogins = defineRedirect(paths.profileExternalLogins, () => {
  throw redirect({ to: paths.profile, search: { tab: 'providers' }, replace: true });
});

const externalProviders = definePage({
  path: paths.externalProviders,
  action: 'externalProviders.view',
  title: msg`External providers`,
  menu: { group, position: 2, label: msg`Single sign-on`, icon: LogIn, alsoActiveAt: /^\/extproviders\/\d/ },
  catalogs: ['external-providers'],
  load: () => import('./external-providers.tsx').then((module) => module.ExternalProvidersPage),
});

const externalProvider = definePage({
  path: paths.externalProvider,
  action: 'externalProviders.view',
  title: msg`Details`,
  under: paths.externalProviders,
  catalogs: ['external-providers'],
  load: () => import('./external-provider.tsx').then((module) => module.ExternalProviderPage),
});

const userImport = definePage({
  path: paths.userImport,
  action: 'users.add',
  title: msg`Import users`,
  under: paths.users,
  catalogs: ['new-users'],
  load: () => import('./new-users.tsx').then((module) => module.UserImportPage),
});

const invitations = definePage({
  path: paths.invitations,
  action: 'users.view',
  title: msg`Invitations`,
  under: paths.users,
  search: listSearch(['sent'], { sortField: 'sent', order: 'desc' }),
  catalogs: ['new-users'],
  load: () => import('./new-users.tsx').then((module) => module.InvitationsPage),
});

const defaultProducts = definePage({
  path: paths.defaultProducts,
  action: 'defaultPermissions.view',
  title: msg`Default permissions`,
  menu: { group, position: 3, label: msg`Defaults for new users`, icon: UserRoundCog },
  catalogs: ['new-users'],
  load: () => import('./new-users.tsx').then((module) => module.DefaultProductsPage),
});

/** How users join an account and sign in to it. */
export const identityPages = [
  profile,
  profileExternalLogins,
  externalProviders,
  externalProvider,
  userImport,
  invitations,
  defaultProducts,
] as const;
