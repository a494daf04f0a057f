import { msg } from '@lingui/core/macro';
import { createRoute, redirect, type SearchSchemaInput } from '@tanstack/react-router';
import { FileText, Gauge, MapPin, ReceiptText, Repeat } from 'lucide-react';
import { definePage } from '../../app/define-page.ts';
import { refuseDisabledProduct, requireAction } from '../../app/guards.ts';
import { paths } from '../../app/paths.ts';
import { billingGroup as group } from '../../app/shell/menu.ts';
import { productTabs } from '../../lib/product-tabs.ts';
import { extendSearch, listSearch, productSearch, rangeSearch, textSearch } from '../../ui/data-table/search.ts';
import { purchaseSearch } from './purchase/purchase-search.ts';
import { billingSearch, invoiceSearch } from './search.ts';

const trial = definePage({
  path: paths.trial,
  action: 'purchase.buy',
  guard({ search }) {
    // The address must name the product (TRL-10).
    if (!search.product) throw redirect({ to: paths.products, replace: true });
  },
  title: msg`Your trial`,
  search: productSearch,
  catalogs: ['products'],
  load: () => import('./trial.tsx').then((module) => module.TrialPage),
});

/**
 * An invoice by its id at the payment provider. The address of a plan redirects to all plans, because a plan has no
 * page of its own.
 */
const planDetails = definePage({
  path: paths.planDetails,
  action: 'catalog.view',
  guard(context) {
    refuseDisabledProduct(context);
    const { id = '', subscriptionPlanId = '' } = context.params;
    if (!subscriptionPlanId.startsWith('in_')) throw redirect({ to: paths.plans, params: { id }, replace: true });
    requireAction('invoices.view')();
  },
  title: msg`Plan details`,
  under: paths.plans,
  catalogs: ['invoices'],
  load: () => import('./invoice.tsx').then((module) => module.PlanInvoicePage),
});

const productSubscriptionDetails = definePage({
  path: paths.productSubscriptionDetails,
  action: 'subscriptions.view',
  guard: refuseDisabledProduct,
  title: msg`Subscription details`,
  tab: () => productTabs.subscription,
  under: paths.product,
  search: invoiceSearch,
  catalogs: ['subscriptions'],
  load: () => import('./product-subscription-details.tsx').then((module) => module.ProductSubscriptionDetailsPage),
});

const subscribe = definePage({
  path: paths.subscribe,
  action: 'catalog.view',
  guard: refuseDisabledProduct,
  title: msg`Subscribe`,
  under: paths.product,
  search: purchaseSearch,
  catalogs: ['purchase'],
  load: () => import('./subscribe.tsx').then((module) => module.SubscribePage),
});

const subscribeIndex = createRoute({
  getParentRoute: () => subscribe,
  path: '/',
  beforeLoad: ({ params, search }) => {
    throw redirect({ to: paths.subscribeStep, params: { ...params, step: 'customize' }, search, replace: true });
  },
});

/** The page shows the steps itself, so that it stays mounted while they change. */
const subscribeStep = createRoute({ getParentRoute: () => subscribe, path: '$step' });

const purchase = definePage({
  path: paths.purchase,
  action: 'subscriptions.view',
  guard: refuseDisabledProduct,
  title: msg`Change subscription`,
  titleHasProduct: true,
  under: paths.productSubscriptionDetails,
  search: purchaseSearch,
  catalogs: ['purchase'],
  load: () => import('./purchase.tsx').then((module) => module.PurchasePage),
});

const purchaseIndex = createRoute({
  getParentRoute: () => purchase,
  path: '/',
  beforeLoad: ({ params, search }) => {
    throw redirect({ to: paths.purchaseStep, params: { ...params, step: 'customize' }, search, replace: true });
  },
});

const purchaseStep = createRoute({ getParentRoute: () => purchase, path: '$step' });

const billing = definePage({
  path: paths.billing,
  action: 'billing.view',
  title: msg`Billing`,
  menu: { group, position: 1, label: msg`Overview`, icon: Gauge, isExact: true },
  search: billingSearch,
  catalogs: ['billing'],
  load: () => import('./billing.tsx').then((module) => module.BillingPage),
});

const subscriptions = definePage({
  path: paths.subscriptions,
  action: 'subscriptions.view',
  title: msg`Subscriptions`,
  menu: { group, position: 2, icon: Repeat, alsoActiveAt: /^\/billing\/subscription\/\d/ },
  search: listSearch(['startDate', 'productName', 'status', 'expirationDate'], {
    sortField: 'startDate',
    order: 'desc',
  }),
  catalogs: ['subscriptions'],
  load: () => import('./subscriptions.tsx').then((module) => module.SubscriptionsPage),
});

const subscription = definePage({
  path: paths.subscription,
  action: 'subscriptions.view',
  title: msg`Subscription details`,
  under: paths.subscriptions,
  search: invoiceSearch,
  catalogs: ['subscriptions'],
  load: () => import('./subscription.tsx').then((module) => module.SubscriptionPage),
});

const invoiceStatuses = ['draft', 'open', 'paid', 'uncollectible', 'void'] as const;

const invoices = definePage({
  path: paths.invoices,
  action: 'invoices.view',
  title: msg`Invoices`,
  menu: { group, position: 3, icon: FileText },
  search: extendSearch(invoiceSearch, (search) => ({
    text: textSearch(search.text)?.trim().slice(0, 100) || undefined,
    status: invoiceStatuses.find((status) => status === search.status),
    productId: textSearch(search.productId),
    ...rangeSearch(search),
  })),
  catalogs: ['invoices'],
  load: () => import('./invoices.tsx').then((module) => module.InvoicesPage),
});

const upcomingInvoices = definePage({
  path: paths.upcomingInvoices,
  action: 'invoices.view',
  title: msg`Upcoming invoices`,
  under: paths.invoices,
  search: (search: { page?: number | undefined } & SearchSchemaInput) => {
    const page = Number(search.page);
    return { page: Number.isInteger(page) && page > 1 && page <= 1_000 ? page : undefined };
  },
  catalogs: ['invoices'],
  load: () => import('./coming-invoices.tsx').then((module) => module.UpcomingInvoicesPage),
});

const pendingInvoices = definePage({
  path: paths.pendingInvoices,
  action: 'invoices.view',
  title: msg`Pending invoices`,
  under: paths.invoices,
  search: listSearch(['created'], { sortField: 'created', order: 'desc' }),
  catalogs: ['invoices'],
  load: () => import('./coming-invoices.tsx').then((module) => module.PendingInvoicesPage),
});

const invoice = definePage({
  path: paths.invoice,
  action: 'invoices.view',
  title: msg`Invoice details`,
  under: paths.invoices,
  search: (search: Record<string, unknown>): { pay?: true } => (search.pay ? { pay: true } : {}),
  catalogs: ['invoices'],
  load: () => import('./invoice.tsx').then((module) => module.InvoicePage),
});

const payments = definePage({
  path: paths.payments,
  action: 'payments.view',
  title: msg`Payments`,
  menu: { group, position: 4, icon: ReceiptText },
  // 10 rows a page, newest first (PAY-1).
  search: listSearch(['created', 'amount', 'status', 'description'], { sortField: 'created', order: 'desc' }),
  catalogs: ['payments'],
  load: () => import('./payments.tsx').then((module) => module.PaymentsPage),
});

const paymentDetails = definePage({
  path: paths.paymentDetails,
  action: 'payments.view',
  title: msg`Payment details`,
  under: paths.payments,
  catalogs: ['payments'],
  load: () => import('./payment.tsx').then((module) => module.PaymentPage),
});

const billingDetails = definePage({
  path: paths.billingDetails,
  action: 'billingDetails.view',
  title: msg`Billing details`,
  // Shorter than the title, because the French title does not fit in the menu.
  menu: { group, position: 6, label: msg({ message: 'Billing details', context: 'menu' }), icon: MapPin },
  catalogs: ['billing-details'],
  load: () => import('./billing-details.tsx').then((module) => module.BillingDetailsPage),
});

/** An account's subscriptions, invoices and payments (ACC-12). */
export const billingPages = [
  trial,
  planDetails,
  productSubscriptionDetails,
  subscribe.addChildren([subscribeIndex, subscribeStep]),
  purchase.addChildren([purchaseIndex, purchaseStep]),
  billing,
  subscriptions,
  subscription,
  invoices,
  upcomingInvoices,
  pendingInvoices,
  invoice,
  payments,
  paymentDetails,
  billingDetails,
] as const;
