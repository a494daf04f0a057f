import { msg } from '@lingui/core/macro';
import { createRoute, redirect } from '@tanstack/react-router';
import { Gauge, House } from 'lucide-react';
import { definePage, defineRedirect, root } from '../../app/define-page.ts';
import { isOperator } from '../../app/operators/is-operator.ts';
import { paths } from '../../app/paths.ts';
import { withCatalogs } from '../../lib/catalogs.ts';

/** Operators have a home page of their own. */
const home = definePage({
  path: paths.home,
  action: 'catalog.view',
  title: () => (isOperator() ? msg`Cockpit` : msg`My products`),
  menu: () =>
    isOperator()
      ? { position: 1, icon: Gauge, isExact: true, isForOperators: true }
      : { position: 1, icon: House, isExact: true, label: msg`Home` },
  load: () => (isOperator() ? loadCockpit() : loadHome()),
});

const loadHome = () => withCatalogs(['products'], () => import('./home.tsx').then((module) => module.HomePage));
const loadCockpit = () =>
  withCatalogs(['operator'], () => import('../../operators/pages/cockpit.tsx').then((module) => module.CockpitPage));

const terms = definePage({
  path: paths.terms,
  title: msg`Terms of service`,
  load: () => import('./legal.tsx').then((module) => module.TermsPage),
});

const privacy = definePage({
  path: paths.privacy,
  title: msg`Privacy policy`,
  load: () => import('./legal.tsx').then((module) => module.PrivacyPage),
});

const subscriptionTerms = definePage({
  path: paths.subscriptionTerms,
  title: msg`Terms of subscription`,
  load: () => import('./legal.tsx').then((module) => module.SubscriptionTermsPage),
});

const forbidden = definePage({
  path: paths.forbidden,
  title: msg`Forbidden`,
  load: () => import('./forbidden.tsx').then((module) => module.ForbiddenPage),
});

const notFound = definePage({
  path: paths.notFound,
  title: msg`Page not found`,
  search: (search: Record<string, unknown>) => ({
    redirectedFrom: typeof search.redirectedFrom === 'string' ? search.redirectedFrom : undefined,
  }),
  load: () => import('./not-found.tsx').then((module) => module.NotFoundPage),
});

/** A page before the sign-in is a document of its own, which the server sends. */
const loadDocument = ({ location }: { location: { href: string } }) => {
  throw redirect({ href: location.href, reloadDocument: true });
};

const documents = [
  defineRedirect(paths.login, loadDocument),
  defineRedirect(paths.logout, loadDocument),
  defineRedirect(paths.secondStep, loadDocument),
  defineRedirect(paths.configureMfa, loadDocument),
  defineRedirect(paths.forgottenPassword, loadDocument),
  defineRedirect(paths.resetPassword, loadDocument),
  defineRedirect(paths.invitation, loadDocument),
  defineRedirect(paths.confirmEmail, loadDocument),
  defineRedirect(paths.undoEmail, loadDocument),
  defineRedirect(paths.endSession, loadDocument),
  defineRedirect(paths.confirmRecipient, loadDocument),
  defineRedirect(paths.leaveRecipient, loadDocument),
  defineRedirect(paths.externalProviderDomain, loadDocument),
  defineRedirect(paths.breakGlass, loadDocument),
] as const;

const unknown = createRoute({
  getParentRoute: () => root,
  path: '$',
  beforeLoad: ({ location }) => {
    throw redirect({ to: paths.notFound, search: { redirectedFrom: location.href }, replace: true });
  },
});

/** The home page, legal texts, pages that say why another page is not shown, and addresses outside the application. */
export const sitePages = [home, terms, privacy, subscriptionTerms, forbidden, notFound, ...documents, unknown] as const;
