import { createRoute } from '@tanstack/react-router';
import { requireAction } from '../guards.ts';
import { paths } from '../paths.ts';
import { externalProvidersPage, root } from './root.ts';

const externalProviders = createRoute({
  getParentRoute: () => root,
  path: paths.externalProviders,
  beforeLoad: requireAction('externalProviders.view'),
  staticData: { titleKey: 'externalProviders' },
  component: externalProvidersPage(
    () => import('../../identity/pages/external-providers.tsx'),
    'ExternalProvidersPage',
  ),
});

const externalProvider = createRoute({
  getParentRoute: () => root,
  path: paths.externalProvider,
  beforeLoad: requireAction('externalProviders.view'),
  staticData: {
    titleKey: 'externalProvider',
    under: { titleKey: 'externalProviders', path: paths.externalProviders },
  },
  component: externalProvidersPage(() => import('../../identity/pages/external-provider.tsx'), 'ExternalProviderPage'),
});

/** The account's identity providers. */
export const externalProviderRoutes = [externalProviders, externalProvider] as const;
