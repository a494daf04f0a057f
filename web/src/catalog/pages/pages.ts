import { msg } from '@lingui/core/macro';
import { couponCodePattern } from '@portico/contract/browser';
import { redirect, type SearchSchemaInput } from '@tanstack/react-router';
import { Store } from 'lucide-react';
import { definePage, defineRedirect } from '../../app/define-page.ts';
import { refuseDisabledProduct } from '../../app/guards.ts';
import { paths } from '../../app/paths.ts';
import { productTabs } from '../../lib/product-tabs.ts';
import { listSearch, productSearch } from '../../ui/data-table/search.ts';

const products = definePage({
  path: paths.products,
  action: 'catalog.view',
  title: msg`Products`,
  menu: {
    position: 3,
    label: msg`Catalog`,
    icon: Store,
    // Also on the pages of products that the account does not have.
    alsoActiveAt: /^\/product(?:s|dashboard)\//,
  },
  search: productSearch,
  catalogs: ['products'],
  load: () => import('./products.tsx').then((module) => module.ProductsPage),
});

const product = defineRedirect(
  paths.product,
  ({ params }) => {
    throw redirect({ to: paths.productSubscription, params: params as { id: string } });
  },
  { isProduct: true },
);

/** The plans of a product, the newest first (CAT-50). */
export const planSearch = listSearch(['created', 'name', 'type', 'featuredText', 'amountPerMonth', 'description'], {
  sortField: 'created',
  order: 'desc',
});

const plans = definePage({
  path: paths.plans,
  action: 'catalog.view',
  guard: refuseDisabledProduct,
  title: msg`Plans`,
  under: paths.product,
  search: planSearch,
  catalogs: ['products'],
  load: () => import('./plans.tsx').then((module) => module.PlansPage),
});

const productSubscription = definePage({
  path: paths.productSubscription,
  action: 'catalog.view',
  guard: refuseDisabledProduct,
  title: msg`Subscription`,
  tab: () => productTabs.overview,
  under: paths.product,
  search: couponSearch,
  catalogs: ['products'],
  load: () => import('./product-subscription.tsx').then((module) => module.ProductSubscriptionPage),
});

/** A coupon in a link (CPN-14). */
export function couponSearch(search: { coupon?: string | undefined } & SearchSchemaInput): { coupon?: string } {
  const { coupon } = search;
  return typeof coupon === 'string' && couponCodePattern.test(coupon) ? { coupon } : {};
}

/** The vendor's products and their plans (PAGE-11). */
export const catalogPages = [products, product, plans, productSubscription] as const;
