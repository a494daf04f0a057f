import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, lazyRouteComponent } from '@tanstack/react-router';
import { loadChunk } from '../../lib/lazy.tsx';
import { type CatalogName, withCatalog } from '../catalogs.ts';
import { Layout } from '../shell/layout.tsx';
import type { TitleKey } from '../titles.ts';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The words of the breadcrumb and of the window's title. */
    titleKey?: TitleKey;
    /** `product`: the breadcrumb is the product's name. */
    subject?: 'product';
    /** The list that the page belongs to, where its address is not above the page's. */
    under?: { titleKey: TitleKey; path: string };
    /** Set where the page is one of its product, whose address is not above the page's. */
    ofProduct?: true;
  }
}

/** A page's component, loaded on the way to it or while the pointer rests on a link. */
export function page<Module extends Record<string, unknown>, Name extends keyof Module & string>(
  load: () => Promise<Module>,
  name: Name,
) {
  // biome-ignore lint/suspicious/noExplicitAny: the router's own signature
  return lazyRouteComponent(() => loadChunk(load) as Promise<any>, name);
}

/** The same for a page whose words are in a catalog of their own. */
const pageWith =
  (catalog: CatalogName) =>
  <Module extends Record<string, unknown>, Name extends keyof Module & string>(
    load: () => Promise<Module>,
    name: Name,
  ) =>
    page(() => withCatalog(catalog, load), name);

/** A page of operators, whose words no customer has to load. */
export const operatorPage = pageWith('operator');
/** A page about orders, licenses or devices. */
export const licensesPage = pageWith('licenses');
/** A page about users who are to come: imports, invitations, what they get. */
export const newUsersPage = pageWith('new-users');
/** The page of the signed-in user. */
export const profilePage = pageWith('profile');
/** What an account has of one product. */
export const dashboardPage = pageWith('product-dashboard');
/** A page about products and their plans. */
export const productsPage = pageWith('products');
/** A page about invoices. */
export const invoicesPage = pageWith('invoices');
/** A page about subscriptions. */
export const subscriptionsPage = pageWith('subscriptions');
/** A page about payments. */
export const paymentsPage = pageWith('payments');
/** The billing dashboard, which shows parts of the subscriptions' pages. */
export const billingPage: typeof subscriptionsPage = (load, name) =>
  subscriptionsPage(() => withCatalog('billing', load), name);
/** Whom invoices are for. */
export const billingDetailsPage = pageWith('billing-details');
/** A page of the account's settings, or its audit log. */
export const settingsPage = pageWith('settings');
/** A page about the account's identity providers. */
export const externalProvidersPage = pageWith('external-providers');
/** A page with the steps of a purchase. */
export const purchasePage = pageWith('purchase');
/** A page about the account's users. */
export const usersPage = pageWith('users');

export const root = createRootRouteWithContext<{ queryClient: QueryClient }>()({ component: Layout });
