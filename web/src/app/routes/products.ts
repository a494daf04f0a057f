import { createRoute, Outlet, redirect } from '@tanstack/react-router';
import { refuseDisabledProduct, requireAction } from '../guards.ts';
import { invoiceSearch, productSearch, withoutDefaults } from '../list-search.ts';
import { paths } from '../paths.ts';
import { page, root } from './root.ts';

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: requireAction('catalog.view'),
  staticData: { titleKey: 'myProducts' },
  component: page(() => import('../pages/home.tsx'), 'HomePage'),
});

const products = createRoute({
  getParentRoute: () => root,
  path: '/products',
  validateSearch: productSearch,
  beforeLoad: requireAction('catalog.view'),
  staticData: { titleKey: 'availableProducts' },
  component: page(() => import('../pages/products.tsx'), 'ProductsPage'),
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
  component: page(() => import('../pages/trial.tsx'), 'TrialPage'),
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
  component: page(() => import('../pages/plans.tsx'), 'PlansPage'),
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
  component: page(() => import('../pages/product-subscription.tsx'), 'ProductSubscriptionPage'),
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
  component: page(() => import('../pages/product-subscription-details.tsx'), 'ProductSubscriptionDetailsPage'),
});

const purchase = createRoute({
  getParentRoute: () => productSubscriptionDetails,
  path: 'Purchase',
  staticData: { titleKey: 'editSubscription' },
  component: page(() => import('../pages/purchase.tsx'), 'PurchasePage'),
});

/** The customer's products, their plans, the subscription of each and its purchase. */
export const productRoutes = [
  home,
  products,
  trial,
  product.addChildren([
    productIndex,
    plans,
    productSubscription.addChildren([
      productSubscriptionIndex,
      productSubscriptionDetails.addChildren([productSubscriptionDetailsIndex, purchase]),
    ]),
  ]),
] as const;
