import { createRoute, Outlet, redirect } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { purchaseSearch } from '../../billing/pages/purchase/purchase-search.ts';
import { withCatalog } from '../catalogs.ts';
import { refuseDisabledProduct, requireAction } from '../guards.ts';
import {
  couponSearch,
  invoiceSearch,
  planSearch,
  productDashboardSearch,
  productSearch,
  withoutDefaults,
} from '../list-search.ts';
import { isOperator } from '../operators/is-operator.ts';
import { paths } from '../paths.ts';
import { dashboardPage, invoicesPage, page, productsPage, purchasePage, root, subscriptionsPage } from './root.ts';

/** Operators have a home of their own. */
async function loadHome(): Promise<{ HomePage: () => ReactNode }> {
  if (!isOperator()) return withCatalog('products', () => import('../../site/pages/home.tsx'));
  const { CockpitPage } = await withCatalog('operator', () => import('../../operators/pages/cockpit.tsx'));
  return { HomePage: CockpitPage };
}

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: requireAction('catalog.view'),
  staticData: {
    get titleKey() {
      return isOperator() ? 'cockpit' : 'myProducts';
    },
  },
  component: page(loadHome, 'HomePage'),
});

const products = createRoute({
  getParentRoute: () => root,
  path: '/products',
  validateSearch: productSearch,
  beforeLoad: requireAction('catalog.view'),
  staticData: { titleKey: 'availableProducts' },
  component: productsPage(() => import('../../catalog/pages/products.tsx'), 'ProductsPage'),
});

const trial = createRoute({
  getParentRoute: () => root,
  path: paths.trial,
  validateSearch: productSearch,
  beforeLoad: ({ search }) => {
    requireAction('purchase.buy')();
    // The trial of which product is meant has to be said (TRL-10).
    if (!search.product) throw redirect({ to: paths.products, replace: true });
  },
  staticData: { titleKey: 'trial' },
  component: productsPage(() => import('../../billing/pages/trial.tsx'), 'TrialPage'),
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
  component: Outlet,
});

const plansIndex = createRoute({
  getParentRoute: () => plans,
  path: '/',
  validateSearch: planSearch,
  search: withoutDefaults(planSearch),
  component: productsPage(() => import('../../catalog/pages/plans.tsx'), 'PlansPage'),
});

/** An invoice by its id at the payment provider; a plan has no page of its own and is compared with the others. */
const planDetails = createRoute({
  getParentRoute: () => plans,
  path: '$subscriptionPlanId',
  beforeLoad: ({ params }) => {
    if (!params.subscriptionPlanId.startsWith('in_')) throw redirect({ to: paths.plans, params, replace: true });
    requireAction('invoices.view')();
  },
  staticData: { titleKey: 'invoice' },
  component: invoicesPage(() => import('../../billing/pages/invoice.tsx'), 'PlanInvoicePage'),
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
  validateSearch: couponSearch,
  component: productsPage(() => import('../../catalog/pages/product-subscription.tsx'), 'ProductSubscriptionPage'),
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
  component: subscriptionsPage(
    () => import('../../billing/pages/product-subscription-details.tsx'),
    'ProductSubscriptionDetailsPage',
  ),
});

const subscribe = createRoute({
  getParentRoute: () => productSubscription,
  path: 'Subscribe/$planId',
  validateSearch: purchaseSearch,
  staticData: { titleKey: 'subscribe' },
  component: purchasePage(() => import('../../billing/pages/subscribe.tsx'), 'SubscribePage'),
});

const subscribeIndex = createRoute({
  getParentRoute: () => subscribe,
  path: '/',
  beforeLoad: ({ params, search }) => {
    throw redirect({ to: paths.subscribeStep, params: { ...params, step: 'customize' }, search, replace: true });
  },
});

/** The flow stands on the page around its steps, so that it stays while they change. */
const subscribeStep = createRoute({ getParentRoute: () => subscribe, path: '$step' });

const purchase = createRoute({
  getParentRoute: () => productSubscriptionDetails,
  path: 'Purchase',
  validateSearch: purchaseSearch,
  staticData: { titleKey: 'editSubscription' },
  component: purchasePage(() => import('../../billing/pages/purchase.tsx'), 'PurchasePage'),
});

const purchaseIndex = createRoute({
  getParentRoute: () => purchase,
  path: '/',
  beforeLoad: ({ params, search }) => {
    throw redirect({ to: paths.purchaseStep, params: { ...params, step: 'customize' }, search, replace: true });
  },
});

const purchaseStep = createRoute({ getParentRoute: () => purchase, path: '$step' });

const productDashboard = createRoute({
  getParentRoute: () => root,
  path: paths.productDashboard,
  validateSearch: productDashboardSearch,
  search: withoutDefaults(productDashboardSearch),
  beforeLoad: (context) => {
    requireAction('productTokens.view')();
    refuseDisabledProduct(context);
  },
  staticData: { titleKey: 'productDashboard', ofProduct: true },
  component: dashboardPage(() => import('../../licensing/pages/product-dashboard.tsx'), 'ProductDashboardPage'),
});

/** The customer's products, their plans, the subscription of each and its purchase (PAGE-11). */
export const productRoutes = [
  home,
  products,
  trial,
  productDashboard,
  product.addChildren([
    productIndex,
    plans.addChildren([plansIndex, planDetails]),
    productSubscription.addChildren([
      productSubscriptionIndex,
      subscribe.addChildren([subscribeIndex, subscribeStep]),
      productSubscriptionDetails.addChildren([
        productSubscriptionDetailsIndex,
        purchase.addChildren([purchaseIndex, purchaseStep]),
      ]),
    ]),
  ]),
] as const;
