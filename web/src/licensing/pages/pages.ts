import { msg } from '@lingui/core/macro';
import type { SearchSchemaInput } from '@tanstack/react-router';
import { KeyRound, MonitorSmartphone, ShoppingBag } from 'lucide-react';
import { definePage } from '../../app/define-page.ts';
import { refuseDisabledProduct } from '../../app/guards.ts';
import { paths } from '../../app/paths.ts';
import { billingGroup, productsGroup } from '../../app/shell/menu.ts';
import { productTabs } from '../../lib/product-tabs.ts';
import {
  extendSearch,
  filteredListSearch,
  listSearch,
  oneOfSearch,
  rangeSearch,
  textSearch,
} from '../../ui/data-table/search.ts';
import { readOrderStatus } from './search.ts';

const orders = definePage({
  path: paths.orders,
  action: 'orders.view',
  title: msg`Orders`,
  menu: { group: billingGroup, position: 5, icon: ShoppingBag },
  search: extendSearch(
    filteredListSearch(['date', 'number', 'status', 'paymentStatus'], { sortField: 'date', order: 'desc' }),
    (search) => ({ status: readOrderStatus(search.status) }),
  ),
  catalogs: ['licenses'],
  load: () => import('./orders.tsx').then((module) => module.OrdersPage),
});

const order = definePage({
  path: paths.order,
  action: 'orders.view',
  title: msg`Order details`,
  under: paths.orders,
  // The license that the user came from, and the selected product.
  search: (search: { licenseId?: string | undefined; productId?: string | undefined } & SearchSchemaInput) => ({
    licenseId: textSearch(search.licenseId),
    productId: textSearch(search.productId),
  }),
  catalogs: ['licenses'],
  load: () => import('./orders.tsx').then((module) => module.OrderPage),
});

const readLicenseStatus = oneOfSearch([1, 2, 3]);
const readDeviceStatus = oneOfSearch([0, 1, 2, 3, 4, 5]);

const licenses = definePage({
  path: paths.licenses,
  action: 'licenses.view',
  title: msg`Licenses`,
  menu: { group: productsGroup, position: 1, label: msg`All licenses`, icon: KeyRound },
  search: extendSearch(
    listSearch(['created', 'number', 'expirationDate', 'status'], { sortField: 'created', order: 'desc' }),
    (search) => ({ status: readLicenseStatus(search.status), productId: textSearch(search.productId) }),
  ),
  catalogs: ['licenses'],
  load: () => import('./licenses.tsx').then((module) => module.LicensesPage),
});

const license = definePage({
  path: paths.license,
  action: 'licenses.view',
  title: msg`License details`,
  tab: () => productTabs.license,
  under: paths.licenses,
  // The devices of the license, those that need attention first; `productId` is the selected product.
  search: extendSearch(
    filteredListSearch(['assigned', 'name', 'status', 'lastActivity'], { sortField: 'status', order: 'desc' }),
    (search) => ({ status: readDeviceStatus(search.status), productId: textSearch(search.productId) }),
  ),
  catalogs: ['licenses'],
  load: () => import('./license.tsx').then((module) => module.LicensePage),
});

const devices = definePage({
  path: paths.devices,
  action: 'devices.view',
  title: msg`Hardware IDs`,
  menu: { group: productsGroup, position: 2, icon: MonitorSmartphone, alsoActiveAt: /^\/billing\/hardwareid\// },
  // `m=a` opens the dialog that adds a device.
  search: extendSearch(
    filteredListSearch(['assigned', 'name', 'status', 'lastActivity', 'updated'], {
      sortField: 'assigned',
      order: 'desc',
    }),
    (search) => ({
      status: readDeviceStatus(search.status),
      productId: textSearch(search.productId),
      m: search.m === 'a' ? ('a' as const) : undefined,
    }),
  ),
  catalogs: ['licenses'],
  load: () => import('./devices.tsx').then((module) => module.DevicesPage),
});

const device = definePage({
  path: paths.device,
  action: 'devices.view',
  title: msg`Hardware ID details`,
  under: paths.devices,
  catalogs: ['licenses'],
  load: () => import('./device.tsx').then((module) => module.DevicePage),
});

const productDashboard = definePage({
  path: paths.productDashboard,
  action: 'productTokens.view',
  guard: refuseDisabledProduct,
  title: msg`Dashboard`,
  tab: ({ tab }) => (tab === 'connect' ? productTabs.connect : productTabs.usage),
  under: paths.product,
  // 5 tokens a page, the newest first (TOK-1); the server returns at most 100. The range of the counts is ISO 8601 (DASH-3).
  search: extendSearch(
    listSearch(['created'], { sortField: 'created', order: 'desc', pageSize: 5, sizes: [5, 10, 20, 100] }),
    (search) => ({ ...rangeSearch(search), tab: search.tab === 'connect' ? ('connect' as const) : undefined }),
  ),
  catalogs: ['product-dashboard'],
  load: () => import('./product-dashboard.tsx').then((module) => module.ProductDashboardPage),
});

/** Orders, licenses, devices and product access tokens of an account. */
export const licensingPages = [orders, order, licenses, license, devices, device, productDashboard] as const;
