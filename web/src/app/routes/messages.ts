import { createRoute, redirect } from '@tanstack/react-router';
import { paths } from '../paths.ts';
import { page, root } from './root.ts';

const terms = createRoute({
  getParentRoute: () => root,
  path: '/terms',
  staticData: { titleKey: 'terms' },
  component: page(() => import('../../site/pages/legal.tsx'), 'TermsPage'),
});

const privacy = createRoute({
  getParentRoute: () => root,
  path: '/privacy',
  staticData: { titleKey: 'privacy' },
  component: page(() => import('../../site/pages/legal.tsx'), 'PrivacyPage'),
});

const subscriptionTerms = createRoute({
  getParentRoute: () => root,
  path: '/terms-of-subscription',
  staticData: { titleKey: 'subscriptionTerms' },
  component: page(() => import('../../site/pages/legal.tsx'), 'SubscriptionTermsPage'),
});

const forbidden = createRoute({
  getParentRoute: () => root,
  path: '/forbidden',
  staticData: { titleKey: 'forbidden' },
  component: page(() => import('../../site/pages/forbidden.tsx'), 'ForbiddenPage'),
});

const notFound = createRoute({
  getParentRoute: () => root,
  path: '/404',
  validateSearch: (search: Record<string, unknown>) => ({
    redirectedFrom: typeof search.redirectedFrom === 'string' ? search.redirectedFrom : undefined,
  }),
  staticData: { titleKey: 'notFound' },
  component: page(() => import('../../site/pages/not-found.tsx'), 'NotFoundPage'),
});

/** A page on the way in: a document of its own, which the server sends. */
function documentRoute<const Path extends string>(path: Path) {
  return createRoute({
    getParentRoute: () => root,
    path,
    beforeLoad: ({ location }) => {
      throw redirect({ href: location.href, reloadDocument: true });
    },
  });
}

const waysIn = [
  documentRoute(paths.login),
  documentRoute(paths.logout),
  documentRoute(paths.secondStep),
  documentRoute(paths.configureMfa),
  documentRoute(paths.forgottenPassword),
  documentRoute(paths.resetPassword),
  documentRoute(paths.invitation),
  documentRoute(paths.confirmEmail),
  documentRoute(paths.undoEmail),
  documentRoute(paths.endSession),
  documentRoute(paths.confirmRecipient),
  documentRoute(paths.leaveRecipient),
  documentRoute(paths.externalProviderDomain),
  documentRoute(paths.breakGlass),
] as const;

const unknown = createRoute({
  getParentRoute: () => root,
  path: '$',
  beforeLoad: ({ location }) => {
    throw redirect({ to: paths.notFound, search: { redirectedFrom: location.href }, replace: true });
  },
});

/** The legal texts, the pages that say why another page is not shown, and the addresses that lead away. */
export const messageRoutes = [terms, privacy, subscriptionTerms, forbidden, notFound, ...waysIn, unknown] as const;
