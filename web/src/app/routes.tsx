import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, createRoute, lazyRouteComponent, Outlet, redirect } from '@tanstack/react-router';
import { readMirrorSearch } from '../features/mirror/search.ts';
import { readSandboxSearch } from '../features/sandbox/search.ts';
import { loadChunk } from '../lib/lazy.tsx';
import { withCatalog } from './catalogs.ts';
import { refuseDisabledProduct, requireAction, requireOutbox, requireSandboxPage } from './guards.ts';
import {
  deviceSearch,
  invoiceSearch,
  licenseDeviceSearch,
  licenseSearch,
  manualOrderSearch,
  messageSearch,
  operatorLicenseSearch,
  orderPlace,
  orderSearch,
  subscriptionSearch,
  userSearch,
  withoutDefaults,
} from './list-search.ts';
import { paths } from './paths.ts';
import { Layout } from './shell/layout.tsx';
import type { TitleKey } from './titles.ts';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The words of the breadcrumb and of the window's title. */
    titleKey?: TitleKey;
    /** `product`: the breadcrumb is the product's name. */
    subject?: 'product';
  }
}

/** A page's component, loaded on the way to it or while the pointer rests on a link. */
function page<Module extends Record<string, unknown>, Name extends keyof Module & string>(
  load: () => Promise<Module>,
  name: Name,
) {
  // biome-ignore lint/suspicious/noExplicitAny: the router's own signature
  return lazyRouteComponent(() => loadChunk(load) as Promise<any>, name);
}

/** The same for a page of operators, whose words no customer has to load. */
function operatorPage<Module extends Record<string, unknown>, Name extends keyof Module & string>(
  load: () => Promise<Module>,
  name: Name,
) {
  return page(() => withCatalog('operator', load), name);
}

/** The same for a page about orders, licenses or devices. */
function licensesPage<Module extends Record<string, unknown>, Name extends keyof Module & string>(
  load: () => Promise<Module>,
  name: Name,
) {
  return page(() => withCatalog('licenses', load), name);
}

const root = createRootRouteWithContext<{ queryClient: QueryClient }>()({ component: Layout });

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: requireAction('catalog.view'),
  staticData: { titleKey: 'myProducts' },
  component: page(() => import('./pages/home.tsx'), 'HomePage'),
});

const products = createRoute({
  getParentRoute: () => root,
  path: '/products',
  beforeLoad: requireAction('catalog.view'),
  staticData: { titleKey: 'availableProducts' },
  component: page(() => import('./pages/products.tsx'), 'ProductsPage'),
});

const product = createRoute({
  getParentRoute: () => root,
  path: '/Products/$id',
  beforeLoad: (context) => {
    requireAction('catalog.view')();
    refuseDisabledProduct(context);
  },
  staticData: { subject: 'product' },
  component: Outlet,
});

const productIndex = createRoute({
  getParentRoute: () => product,
  path: '/',
  beforeLoad: ({ params }) => {
    throw redirect({ to: paths.productSubscription, params });
  },
});

const plans = createRoute({
  getParentRoute: () => product,
  path: 'Plans',
  staticData: { titleKey: 'subscriptionPlans' },
  component: page(() => import('./pages/plans.tsx'), 'PlansPage'),
});

const productSubscription = createRoute({
  getParentRoute: () => product,
  path: 'Subscription',
  staticData: { titleKey: 'productSubscription' },
  component: Outlet,
});

const productSubscriptionIndex = createRoute({
  getParentRoute: () => productSubscription,
  path: '/',
  component: page(() => import('./pages/product-subscription.tsx'), 'ProductSubscriptionPage'),
});

const productSubscriptionDetails = createRoute({
  getParentRoute: () => productSubscription,
  path: '$subscriptionId',
  beforeLoad: requireAction('subscriptions.view'),
  staticData: { titleKey: 'subscription' },
  component: Outlet,
});

const productSubscriptionDetailsIndex = createRoute({
  getParentRoute: () => productSubscriptionDetails,
  path: '/',
  validateSearch: invoiceSearch,
  search: withoutDefaults(invoiceSearch),
  component: page(() => import('./pages/product-subscription-details.tsx'), 'ProductSubscriptionDetailsPage'),
});

const purchase = createRoute({
  getParentRoute: () => productSubscriptionDetails,
  path: 'Purchase',
  staticData: { titleKey: 'editSubscription' },
  component: page(() => import('./pages/purchase.tsx'), 'PurchasePage'),
});

const billing = createRoute({
  getParentRoute: () => root,
  path: '/Billing',
  staticData: { titleKey: 'billing' },
  component: Outlet,
});

const billingIndex = createRoute({
  getParentRoute: () => billing,
  path: '/',
  beforeLoad: requireAction('billing.view'),
  component: page(() => import('./pages/billing.tsx'), 'BillingPage'),
});

const subscriptions = createRoute({
  getParentRoute: () => billing,
  path: 'Subscriptions',
  beforeLoad: requireAction('subscriptions.view'),
  validateSearch: subscriptionSearch,
  search: withoutDefaults(subscriptionSearch),
  staticData: { titleKey: 'subscriptions' },
  component: page(() => import('./pages/subscriptions.tsx'), 'SubscriptionsPage'),
});

const subscription = createRoute({
  getParentRoute: () => billing,
  path: 'Subscription/$id',
  beforeLoad: requireAction('subscriptions.view'),
  validateSearch: invoiceSearch,
  search: withoutDefaults(invoiceSearch),
  staticData: { titleKey: 'subscription' },
  component: page(() => import('./pages/subscription.tsx'), 'SubscriptionPage'),
});

const invoices = createRoute({
  getParentRoute: () => billing,
  path: 'Invoices',
  beforeLoad: requireAction('invoices.view'),
  validateSearch: invoiceSearch,
  search: withoutDefaults(invoiceSearch),
  staticData: { titleKey: 'invoices' },
  component: page(() => import('./pages/invoices.tsx'), 'InvoicesPage'),
});

const orders = createRoute({
  getParentRoute: () => billing,
  path: 'Orders',
  beforeLoad: requireAction('orders.view'),
  staticData: { titleKey: 'orders' },
  component: Outlet,
});

const ordersIndex = createRoute({
  getParentRoute: () => orders,
  path: '/',
  validateSearch: orderSearch,
  search: withoutDefaults(orderSearch),
  component: licensesPage(() => import('./pages/orders.tsx'), 'OrdersPage'),
});

const order = createRoute({
  getParentRoute: () => orders,
  path: '$id',
  validateSearch: orderPlace,
  staticData: { titleKey: 'order' },
  component: licensesPage(() => import('./pages/orders.tsx'), 'OrderPage'),
});

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
  component: operatorPage(() => import('./pages/manual-orders.tsx'), 'ManualOrdersPage'),
});

const newManualOrder = createRoute({
  getParentRoute: () => manualOrders,
  path: 'New',
  beforeLoad: requireAction('operator.manageOrders'),
  staticData: { titleKey: 'newManualOrder' },
  component: operatorPage(() => import('./pages/manual-orders.tsx'), 'NewManualOrderPage'),
});

const manualOrder = createRoute({
  getParentRoute: () => manualOrders,
  path: '$id',
  staticData: { titleKey: 'manualOrder' },
  component: operatorPage(() => import('./pages/manual-orders.tsx'), 'ManualOrderPage'),
});

const operatorLicenses = createRoute({
  getParentRoute: () => root,
  path: paths.operatorLicenses,
  beforeLoad: requireAction('operator.orders'),
  validateSearch: operatorLicenseSearch,
  search: withoutDefaults(operatorLicenseSearch),
  staticData: { titleKey: 'operatorLicenses' },
  component: operatorPage(() => import('./pages/operator-licenses.tsx'), 'OperatorLicensesPage'),
});

const licenses = createRoute({
  getParentRoute: () => billing,
  path: 'Licenses',
  beforeLoad: requireAction('licenses.view'),
  staticData: { titleKey: 'licenses' },
  component: Outlet,
});

const licensesIndex = createRoute({
  getParentRoute: () => licenses,
  path: '/',
  validateSearch: licenseSearch,
  search: withoutDefaults(licenseSearch),
  component: licensesPage(() => import('./pages/licenses.tsx'), 'LicensesPage'),
});

const license = createRoute({
  getParentRoute: () => licenses,
  path: '$id',
  validateSearch: licenseDeviceSearch,
  search: withoutDefaults(licenseDeviceSearch),
  staticData: { titleKey: 'license' },
  component: licensesPage(() => import('./pages/license.tsx'), 'LicensePage'),
});

const devices = createRoute({
  getParentRoute: () => billing,
  path: 'HardwareIDs',
  beforeLoad: requireAction('devices.view'),
  validateSearch: deviceSearch,
  search: withoutDefaults(deviceSearch),
  staticData: { titleKey: 'devices' },
  component: licensesPage(() => import('./pages/devices.tsx'), 'DevicesPage'),
});

const device = createRoute({
  getParentRoute: () => billing,
  path: 'HardwareID/$id',
  beforeLoad: requireAction('devices.view'),
  staticData: { titleKey: 'device' },
  component: licensesPage(() => import('./pages/device.tsx'), 'DevicePage'),
});

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
  component: page(() => import('./pages/users.tsx'), 'UsersPage'),
});

const user = createRoute({
  getParentRoute: () => users,
  path: '$userId/User/$id',
  staticData: { titleKey: 'editUser' },
  component: page(() => import('./pages/users.tsx'), 'UserPage'),
});

const devStripe = createRoute({
  getParentRoute: () => root,
  path: '/dev/stripe',
  beforeLoad: requireSandboxPage,
  validateSearch: readSandboxSearch,
  staticData: { titleKey: 'stripeSandbox' },
  component: page(() => withCatalog('sandbox', () => import('./pages/sandbox.tsx')), 'SandboxPage'),
});

const devOutbox = createRoute({
  getParentRoute: () => root,
  path: '/dev/outbox',
  beforeLoad: requireOutbox,
  validateSearch: messageSearch,
  search: withoutDefaults(messageSearch),
  staticData: { titleKey: 'outbox' },
  component: operatorPage(() => import('./pages/messages.tsx'), 'OutboxPage'),
});

const operatorMessages = createRoute({
  getParentRoute: () => root,
  path: paths.operatorMessages,
  beforeLoad: requireAction('operator.mail'),
  validateSearch: messageSearch,
  search: withoutDefaults(messageSearch),
  staticData: { titleKey: 'operatorMessages' },
  component: operatorPage(() => import('./pages/messages.tsx'), 'MessagesPage'),
});

const stripeMirror = createRoute({
  getParentRoute: () => billing,
  path: 'Stripe',
  beforeLoad: requireAction('operator.mirror'),
  validateSearch: readMirrorSearch,
  staticData: { titleKey: 'stripeMirror' },
  component: operatorPage(() => import('./pages/mirror.tsx'), 'MirrorPage'),
});

const terms = createRoute({
  getParentRoute: () => root,
  path: '/terms',
  staticData: { titleKey: 'terms' },
  component: page(() => import('./pages/legal.tsx'), 'TermsPage'),
});

const privacy = createRoute({
  getParentRoute: () => root,
  path: '/privacy',
  staticData: { titleKey: 'privacy' },
  component: page(() => import('./pages/legal.tsx'), 'PrivacyPage'),
});

const subscriptionTerms = createRoute({
  getParentRoute: () => root,
  path: '/terms-of-subscription',
  staticData: { titleKey: 'subscriptionTerms' },
  component: page(() => import('./pages/legal.tsx'), 'SubscriptionTermsPage'),
});

const forbidden = createRoute({
  getParentRoute: () => root,
  path: '/forbidden',
  staticData: { titleKey: 'forbidden' },
  component: page(() => import('./pages/forbidden.tsx'), 'ForbiddenPage'),
});

const notFound = createRoute({
  getParentRoute: () => root,
  path: '/404',
  validateSearch: (search: Record<string, unknown>) => ({
    redirectedFrom: typeof search.redirectedFrom === 'string' ? search.redirectedFrom : undefined,
  }),
  staticData: { titleKey: 'notFound' },
  component: page(() => import('./pages/not-found.tsx'), 'NotFoundPage'),
});

/** The sign-in page is a document of its own. */
const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  beforeLoad: ({ location }) => {
    throw redirect({ href: location.href, reloadDocument: true });
  },
});

const unknown = createRoute({
  getParentRoute: () => root,
  path: '$',
  beforeLoad: ({ location }) => {
    throw redirect({ to: paths.notFound, search: { redirectedFrom: location.href }, replace: true });
  },
});

export const routeTree = root.addChildren([
  home,
  products,
  product.addChildren([
    productIndex,
    plans,
    productSubscription.addChildren([
      productSubscriptionIndex,
      productSubscriptionDetails.addChildren([productSubscriptionDetailsIndex, purchase]),
    ]),
  ]),
  billing.addChildren([
    billingIndex,
    subscriptions,
    subscription,
    invoices,
    orders.addChildren([ordersIndex, order]),
    licenses.addChildren([licensesIndex, license]),
    devices,
    device,
    stripeMirror,
  ]),
  manualOrders.addChildren([manualOrdersIndex, newManualOrder, manualOrder]),
  operatorLicenses,
  users.addChildren([usersIndex, user]),
  operatorMessages,
  devStripe,
  devOutbox,
  terms,
  privacy,
  subscriptionTerms,
  forbidden,
  notFound,
  login,
  unknown,
]);
