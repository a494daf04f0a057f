import { createRoute, Outlet } from '@tanstack/react-router';
import { requireAction } from '../guards.ts';
import {
  deviceSearch,
  licenseDeviceSearch,
  licenseSearch,
  orderPlace,
  orderSearch,
  withoutDefaults,
} from '../list-search.ts';
import { billing } from './billing.ts';
import { licensesPage } from './root.ts';

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
  component: licensesPage(() => import('../../licensing/pages/orders.tsx'), 'OrdersPage'),
});

const order = createRoute({
  getParentRoute: () => orders,
  path: '$id',
  validateSearch: orderPlace,
  staticData: { titleKey: 'order' },
  component: licensesPage(() => import('../../licensing/pages/orders.tsx'), 'OrderPage'),
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
  component: licensesPage(() => import('../../licensing/pages/licenses.tsx'), 'LicensesPage'),
});

const license = createRoute({
  getParentRoute: () => licenses,
  path: '$id',
  validateSearch: licenseDeviceSearch,
  search: withoutDefaults(licenseDeviceSearch),
  staticData: { titleKey: 'license' },
  component: licensesPage(() => import('../../licensing/pages/license.tsx'), 'LicensePage'),
});

const devices = createRoute({
  getParentRoute: () => billing,
  path: 'HardwareIDs',
  beforeLoad: requireAction('devices.view'),
  validateSearch: deviceSearch,
  search: withoutDefaults(deviceSearch),
  staticData: { titleKey: 'devices' },
  component: licensesPage(() => import('../../licensing/pages/devices.tsx'), 'DevicesPage'),
});

const device = createRoute({
  getParentRoute: () => billing,
  path: 'HardwareID/$id',
  beforeLoad: requireAction('devices.view'),
  staticData: { titleKey: 'device' },
  component: licensesPage(() => import('../../licensing/pages/device.tsx'), 'DevicePage'),
});

/** The children of `billing` that are about orders, licenses and devices. */
export const licenseRoutes = [
  orders.addChildren([ordersIndex, order]),
  licenses.addChildren([licensesIndex, license]),
  devices,
  device,
] as const;
