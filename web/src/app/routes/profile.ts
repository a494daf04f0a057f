import { createRoute } from '@tanstack/react-router';
import { profileSearch } from '../../identity/pages/profile/profile-search.ts';
import { requireAction } from '../guards.ts';
import { withoutDefaults } from '../list-search.ts';
import { paths } from '../paths.ts';
import { profilePage, root } from './root.ts';

const profile = createRoute({
  getParentRoute: () => root,
  path: paths.profile,
  beforeLoad: requireAction('profile.view'),
  validateSearch: profileSearch,
  search: withoutDefaults(profileSearch),
  staticData: { titleKey: 'profile' },
  component: profilePage(() => import('../../identity/pages/profile.tsx'), 'ProfilePage'),
});

/** The signed-in user's own page. */
export const profileRoutes = [profile] as const;
