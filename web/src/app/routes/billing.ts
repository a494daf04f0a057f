import { createRoute, Outlet } from '@tanstack/react-router';
import { requireAction } from '../guards.ts';
import {
  allInvoicesSearch,
  invoiceSearch,
  paymentSearch,
  pendingInvoiceSearch,
  subscriptionSearch,
  upcomingInvoiceSearch,
  withoutDefaults,
} from '../list-search.ts';
import { billingDetailsPage, billingPage, invoicesPage, paymentsPage, root, subscriptionsPage } from './root.ts';

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
  component: billingPage(() => import('../../billing/pages/billing.tsx'), 'BillingPage'),
});

const subscriptions = createRoute({
  getParentRoute: () => billing,
  path: 'Subscriptions',
  beforeLoad: requireAction('subscriptions.view'),
  validateSearch: subscriptionSearch,
  search: withoutDefaults(subscriptionSearch),
  staticData: { titleKey: 'subscriptions' },
  component: subscriptionsPage(() => import('../../billing/pages/subscriptions.tsx'), 'SubscriptionsPage'),
});

const subscription = createRoute({
  getParentRoute: () => billing,
  path: 'Subscription/$id',
  beforeLoad: requireAction('subscriptions.view'),
  validateSearch: invoiceSearch,
  search: withoutDefaults(invoiceSearch),
  staticData: { titleKey: 'subscription' },
  component: subscriptionsPage(() => import('../../billing/pages/subscription.tsx'), 'SubscriptionPage'),
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
  component: paymentsPage(() => import('../../billing/pages/payments.tsx'), 'PaymentsPage'),
});

const paymentDetails = createRoute({
  getParentRoute: () => payments,
  path: '$id/Details',
  staticData: { titleKey: 'paymentDetails' },
  component: paymentsPage(() => import('../../billing/pages/payment.tsx'), 'PaymentPage'),
});

const invoices = createRoute({
  getParentRoute: () => billing,
  path: 'Invoices',
  beforeLoad: requireAction('invoices.view'),
  staticData: { titleKey: 'invoices' },
  component: Outlet,
});

const invoicesIndex = createRoute({
  getParentRoute: () => invoices,
  path: '/',
  validateSearch: allInvoicesSearch,
  search: withoutDefaults(allInvoicesSearch),
  component: invoicesPage(() => import('../../billing/pages/invoices.tsx'), 'InvoicesPage'),
});

const upcomingInvoices = createRoute({
  getParentRoute: () => invoices,
  path: 'Upcoming',
  validateSearch: upcomingInvoiceSearch,
  staticData: { titleKey: 'upcomingInvoices' },
  component: invoicesPage(() => import('../../billing/pages/coming-invoices.tsx'), 'UpcomingInvoicesPage'),
});

const pendingInvoices = createRoute({
  getParentRoute: () => invoices,
  path: 'Pending',
  validateSearch: pendingInvoiceSearch,
  search: withoutDefaults(pendingInvoiceSearch),
  staticData: { titleKey: 'pendingInvoices' },
  component: invoicesPage(() => import('../../billing/pages/coming-invoices.tsx'), 'PendingInvoicesPage'),
});

const invoice = createRoute({
  getParentRoute: () => invoices,
  path: '$id/Details',
  validateSearch: (search): { pay?: true } => (search.pay ? { pay: true } : {}),
  staticData: { titleKey: 'invoice' },
  component: invoicesPage(() => import('../../billing/pages/invoice.tsx'), 'InvoicePage'),
});

const billingDetails = createRoute({
  getParentRoute: () => billing,
  path: 'Details',
  beforeLoad: requireAction('billingDetails.view'),
  staticData: { titleKey: 'billingDetails' },
  component: billingDetailsPage(() => import('../../billing/pages/billing-details.tsx'), 'BillingDetailsPage'),
});

/** The children of `billing` that are about money (ACC-12). */
export const billingRoutes = [
  billingIndex,
  billingDetails,
  subscriptions,
  subscription,
  payments.addChildren([paymentsIndex, paymentDetails]),
  invoices.addChildren([invoicesIndex, upcomingInvoices, pendingInvoices, invoice]),
] as const;
