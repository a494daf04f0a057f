import { createRoute, Outlet } from '@tanstack/react-router';
import { requireAction } from '../guards.ts';
import { auditSearch, withoutDefaults } from '../list-search.ts';
import { paths } from '../paths.ts';
import { root, settingsPage } from './root.ts';

const accountSettings = createRoute({
  getParentRoute: () => root,
  path: paths.accountSettings,
  beforeLoad: requireAction('accountSettings.view'),
  staticData: { titleKey: 'settings' },
  component: Outlet,
});

const accountSettingsIndex = createRoute({
  getParentRoute: () => accountSettings,
  path: '/',
  component: settingsPage(() => import('../../accounts/pages/account-settings.tsx'), 'AccountSettingsPage'),
});

const audit = createRoute({
  getParentRoute: () => accountSettings,
  path: 'Audit',
  beforeLoad: requireAction('audit.view'),
  validateSearch: auditSearch,
  search: withoutDefaults(auditSearch),
  staticData: { titleKey: 'audit' },
  component: settingsPage(() => import('../../accounts/pages/audit.tsx'), 'AuditPage'),
});

/** The account's settings and its audit log. */
export const accountSettingsRoutes = [accountSettings.addChildren([accountSettingsIndex, audit])] as const;
