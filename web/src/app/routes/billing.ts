import { createRoute, Outlet } from '@tanstack/react-router';
import { requireAction } from '../guards.ts';
import {
  allInvoicesSearch,
  invoiceSearch,
  paymentSearch,
  subscriptionSearch,
  withoutDefaults,
} from '../list-search.ts';
import { billingPage, page, paymentsPage, root, subscriptionsPage } from './root.ts';

export const billing = createRoute({
  getParentRoute: () => root,
  path: '/Billing',
  staticData: { titleKey: 'billing' },
  component: Outlet,
});

const billingIndex = createRoute({
  getParentRoute: () => billing,
  path: '/',
  beforeLoad: requireAction('billing.view'),
  component: billingPage(() => import('../pages/billing.tsx'), 'BillingPage'),
});

const subscriptions = createRoute({
  getParentRoute: () => billing,
  path: 'Subscriptions',
  beforeLoad: requireAction('subscriptions.view'),
  validateSearch: subscriptionSearch,
  search: withoutDefaults(subscriptionSearch),
  staticData: { titleKey: 'subscriptions' },
  component: subscriptionsPage(() => import('../pages/subscriptions.tsx'), 'SubscriptionsPage'),
});

const subscription = createRoute({
  getParentRoute: () => billing,
  path: 'Subscription/$id',
  beforeLoad: requireAction('subscriptions.view'),
  validateSearch: invoiceSearch,
  search: withoutDefaults(invoiceSearch),
  staticData: { titleKey: 'subscription' },
  component: subscriptionsPage(() => import('../pages/subscription.tsx'), 'SubscriptionPage'),
});

const payments = createRoute({
  getParentRoute: () => billing,
  path: 'Payments',
  beforeLoad: requireAction('payments.view'),
  staticData: { titleKey: 'payments' },
  component: Outlet,
});

const paymentsIndex = createRoute({
  getParentRoute: () => payments,
  path: '/',
  validateSearch: paymentSearch,
  search: withoutDefaults(paymentSearch),
  component: paymentsPage(() => import('../pages/payments.tsx'), 'PaymentsPage'),
});

const paymentDetails = createRoute({
  getParentRoute: () => payments,
  path: '$id/Details',
  staticData: { titleKey: 'paymentDetails' },
  component: paymentsPage(() => import('../pages/payment.tsx'), 'PaymentPage'),
});

const invoices = createRoute({
  getParentRoute: () => billing,
  path: 'Invoices',
  beforeLoad: requireAction('invoices.view'),
  validateSearch: allInvoicesSearch,
  search: withoutDefaults(allInvoicesSearch),
  staticData: { titleKey: 'invoices' },
  component: page(() => import('../pages/invoices.tsx'), 'InvoicesPage'),
});

/** The children of `billing` that are about money. */
export const billingRoutes = [
  billingIndex,
  subscriptions,
  subscription,
  payments.addChildren([paymentsIndex, paymentDetails]),
  invoices,
] as const;
