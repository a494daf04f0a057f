import { createRoute, Outlet } from '@tanstack/react-router';
import { readMirrorSearch } from '../../operators/mirror/search.ts';
import { readSandboxSearch } from '../../operators/sandbox/search.ts';
import { withCatalog } from '../catalogs.ts';
import { requireAction, requireOutbox, requireSandboxPage } from '../guards.ts';
import { withoutDefaults } from '../list-search.ts';
import {
  accountUserSearch,
  cancellationSearch,
  catalogSearch,
  catalogVersionSearch,
  companySearch,
  latePaymentSearch,
  leakedTokenSearch,
  manualOrderSearch,
  messageSearch,
  operatorAccountSearch,
  operatorLicenseSearch,
  operatorListSearch,
  signUpFunnelSearch,
} from '../operators/list-search.ts';
import { paths } from '../paths.ts';
import { operatorPage, page, root } from './root.ts';

const manualOrders = createRoute({
  getParentRoute: () => root,
  path: paths.manualOrders,
  beforeLoad: requireAction('operator.orders'),
  staticData: { titleKey: 'manualOrders' },
  component: Outlet,
});

const manualOrdersIndex = createRoute({
  getParentRoute: () => manualOrders,
  path: '/',
  validateSearch: manualOrderSearch,
  search: withoutDefaults(manualOrderSearch),
  component: operatorPage(() => import('../../licensing/pages/manual-orders.tsx'), 'ManualOrdersPage'),
});

const newManualOrder = createRoute({
  getParentRoute: () => manualOrders,
  path: 'New',
  beforeLoad: requireAction('operator.manageOrders'),
  staticData: { titleKey: 'newManualOrder' },
  component: operatorPage(() => import('../../licensing/pages/manual-orders.tsx'), 'NewManualOrderPage'),
});

const manualOrder = createRoute({
  getParentRoute: () => manualOrders,
  path: '$id',
  staticData: { titleKey: 'manualOrder' },
  component: operatorPage(() => import('../../licensing/pages/manual-orders.tsx'), 'ManualOrderPage'),
});

const accounts = createRoute({
  getParentRoute: () => root,
  path: paths.operatorAccounts,
  beforeLoad: requireAction('operator.accounts'),
  staticData: { titleKey: 'operatorAccounts' },
  component: Outlet,
});

const accountsIndex = createRoute({
  getParentRoute: () => accounts,
  path: '/',
  validateSearch: operatorAccountSearch,
  search: withoutDefaults(operatorAccountSearch),
  component: operatorPage(() => import('../../operators/pages/operator-accounts.tsx'), 'OperatorAccountsPage'),
});

const account = createRoute({
  getParentRoute: () => accounts,
  path: '$id',
  validateSearch: accountUserSearch,
  search: withoutDefaults(accountUserSearch),
  staticData: { titleKey: 'operatorAccount' },
  component: operatorPage(() => import('../../operators/pages/operator-accounts.tsx'), 'OperatorAccountPage'),
});

const companies = createRoute({
  getParentRoute: () => root,
  path: paths.companies,
  beforeLoad: requireAction('operator.companies'),
  staticData: { titleKey: 'companies' },
  component: Outlet,
});

const companiesIndex = createRoute({
  getParentRoute: () => companies,
  path: '/',
  validateSearch: companySearch,
  search: withoutDefaults(companySearch),
  component: operatorPage(() => import('../../accounts/pages/companies.tsx'), 'CompaniesPage'),
});

const newCompany = createRoute({
  getParentRoute: () => companies,
  path: 'New',
  beforeLoad: requireAction('operator.manageCompanies'),
  staticData: { titleKey: 'newCompany' },
  component: operatorPage(() => import('../../accounts/pages/companies.tsx'), 'NewCompanyPage'),
});

const company = createRoute({
  getParentRoute: () => companies,
  path: '$id',
  staticData: { titleKey: 'company' },
  component: operatorPage(() => import('../../accounts/pages/companies.tsx'), 'CompanyPage'),
});

const catalog = createRoute({
  getParentRoute: () => root,
  path: paths.catalog,
  beforeLoad: requireAction('operator.catalog'),
  staticData: { titleKey: 'catalog' },
  component: Outlet,
});

/** A page of the catalog, whose preview shows the plan cards of customers. */
const catalogPage: typeof operatorPage = (load, name) =>
  operatorPage(() => withCatalog('products', () => withCatalog('catalog-drafts', load)), name);

const catalogIndex = createRoute({
  getParentRoute: () => catalog,
  path: '/',
  validateSearch: catalogSearch,
  search: withoutDefaults(catalogSearch),
  component: catalogPage(() => import('../../catalog/pages/catalog.tsx'), 'CatalogPage'),
});

const newCatalogEntry = createRoute({
  getParentRoute: () => catalog,
  path: 'New/$list',
  beforeLoad: requireAction('operator.manageCatalog'),
  staticData: { titleKey: 'newCatalogEntry' },
  component: catalogPage(() => import('../../catalog/pages/catalog.tsx'), 'NewCatalogEntryPage'),
});

const catalogEntry = createRoute({
  getParentRoute: () => catalog,
  path: 'Entries/$list/$id',
  staticData: { titleKey: 'catalogEntry' },
  component: catalogPage(() => import('../../catalog/pages/catalog.tsx'), 'CatalogEntryPage'),
});

const catalogChanges = createRoute({
  getParentRoute: () => catalog,
  path: 'Changes',
  staticData: { titleKey: 'catalogChanges' },
  component: catalogPage(() => import('../../catalog/pages/catalog-versions.tsx'), 'CatalogChangesPage'),
});

const catalogVersions = createRoute({
  getParentRoute: () => catalog,
  path: 'Versions',
  staticData: { titleKey: 'catalogVersions' },
  component: Outlet,
});

const catalogVersionsIndex = createRoute({
  getParentRoute: () => catalogVersions,
  path: '/',
  validateSearch: catalogVersionSearch,
  search: withoutDefaults(catalogVersionSearch),
  component: catalogPage(() => import('../../catalog/pages/catalog-versions.tsx'), 'CatalogVersionsPage'),
});

const catalogVersion = createRoute({
  getParentRoute: () => catalogVersions,
  path: '$id',
  staticData: { titleKey: 'catalogVersion' },
  component: catalogPage(() => import('../../catalog/pages/catalog-versions.tsx'), 'CatalogVersionPage'),
});

const latePayments = createRoute({
  getParentRoute: () => root,
  path: paths.latePayments,
  beforeLoad: requireAction('operator.latePayments'),
  validateSearch: latePaymentSearch,
  search: withoutDefaults(latePaymentSearch),
  staticData: { titleKey: 'latePayments' },
  component: operatorPage(() => import('../../notices/pages/late-payments.tsx'), 'LatePaymentsPage'),
});

const operatorLicenses = createRoute({
  getParentRoute: () => root,
  path: paths.operatorLicenses,
  beforeLoad: requireAction('operator.orders'),
  validateSearch: operatorLicenseSearch,
  search: withoutDefaults(operatorLicenseSearch),
  staticData: { titleKey: 'operatorLicenses' },
  component: operatorPage(() => import('../../licensing/pages/operator-licenses.tsx'), 'OperatorLicensesPage'),
});

const operatorCancellations = createRoute({
  getParentRoute: () => root,
  path: paths.operatorCancellations,
  beforeLoad: requireAction('operator.cancellations'),
  validateSearch: cancellationSearch,
  search: withoutDefaults(cancellationSearch),
  staticData: { titleKey: 'operatorCancellations' },
  component: operatorPage(
    () => withCatalog('cancellations', () => import('../../billing/pages/operator-cancellations.tsx')),
    'OperatorCancellationsPage',
  ),
});

const signUps = createRoute({
  getParentRoute: () => root,
  path: paths.operatorSignUps,
  beforeLoad: requireAction('operator.signUps'),
  validateSearch: signUpFunnelSearch,
  search: withoutDefaults(signUpFunnelSearch),
  staticData: { titleKey: 'operatorSignUps' },
  component: operatorPage(
    () => withCatalog('sign-up-funnel', () => import('../../onboarding/pages/operator-sign-ups.tsx')),
    'OperatorSignUpsPage',
  ),
});

const leakedTokens = createRoute({
  getParentRoute: () => root,
  path: paths.operatorLeakedTokens,
  beforeLoad: requireAction('operator.tokens'),
  validateSearch: leakedTokenSearch,
  search: withoutDefaults(leakedTokenSearch),
  staticData: { titleKey: 'operatorLeakedTokens' },
  component: operatorPage(
    () => withCatalog('leaked-tokens', () => import('../../licensing/pages/operator-leaked-tokens.tsx')),
    'OperatorLeakedTokensPage',
  ),
});

const health = createRoute({
  getParentRoute: () => root,
  path: paths.operatorHealth,
  beforeLoad: requireAction('operator.health'),
  staticData: { titleKey: 'operatorHealth' },
  component: operatorPage(() => import('../../operators/pages/operator-health.tsx'), 'OperatorHealthPage'),
});

const stripeMirror = createRoute({
  getParentRoute: () => root,
  path: paths.stripeMirror,
  beforeLoad: requireAction('operator.mirror'),
  validateSearch: readMirrorSearch,
  staticData: { titleKey: 'stripeMirror' },
  component: operatorPage(() => import('../../operators/pages/mirror.tsx'), 'MirrorPage'),
});

const devStripe = createRoute({
  getParentRoute: () => root,
  path: '/dev/stripe',
  beforeLoad: requireSandboxPage,
  validateSearch: readSandboxSearch,
  staticData: { titleKey: 'stripeSandbox' },
  component: page(() => withCatalog('sandbox', () => import('../../operators/pages/sandbox.tsx')), 'SandboxPage'),
});

const devOutbox = createRoute({
  getParentRoute: () => root,
  path: '/dev/outbox',
  beforeLoad: requireOutbox,
  validateSearch: messageSearch,
  search: withoutDefaults(messageSearch),
  staticData: { titleKey: 'outbox' },
  component: operatorPage(() => import('../../operators/pages/messages.tsx'), 'OutboxPage'),
});

const operatorMessages = createRoute({
  getParentRoute: () => root,
  path: paths.operatorMessages,
  beforeLoad: requireAction('operator.mail'),
  validateSearch: messageSearch,
  search: withoutDefaults(messageSearch),
  staticData: { titleKey: 'operatorMessages' },
  component: operatorPage(() => import('../../operators/pages/messages.tsx'), 'MessagesPage'),
});

const operators = createRoute({
  getParentRoute: () => root,
  path: paths.operators,
  beforeLoad: requireAction('operator.operators'),
  validateSearch: operatorListSearch,
  search: withoutDefaults(operatorListSearch),
  staticData: { titleKey: 'operators' },
  component: operatorPage(() => import('../../operators/pages/operators.tsx'), 'OperatorsPage'),
});

const actAs = createRoute({
  getParentRoute: () => root,
  path: paths.actAs,
  beforeLoad: requireAction('operator.actAs'),
  staticData: { titleKey: 'actAs' },
  component: operatorPage(() => import('../../identity/pages/act-as.tsx'), 'ActAsPage'),
});

/** The pages of the vendor's staff, loaded for them alone. `operators/load-parts.ts` knows their addresses. */
export const operatorRoutes = [
  manualOrders.addChildren([manualOrdersIndex, newManualOrder, manualOrder]),
  accounts.addChildren([accountsIndex, account]),
  companies.addChildren([companiesIndex, newCompany, company]),
  catalog.addChildren([
    catalogIndex,
    newCatalogEntry,
    catalogEntry,
    catalogChanges,
    catalogVersions.addChildren([catalogVersionsIndex, catalogVersion]),
  ]),
  latePayments,
  operatorLicenses,
  operatorCancellations,
  signUps,
  leakedTokens,
  operatorMessages,
  operators,
  actAs,
  health,
  stripeMirror,
  devStripe,
  devOutbox,
] as const;
