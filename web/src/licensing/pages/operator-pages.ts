import { msg } from '@lingui/core/macro';
import { FileKey, Handshake, KeyRound } from 'lucide-react';
import { definePage } from '../../app/define-page.ts';
import { paths } from '../../app/paths.ts';
import { customersGroup as group } from '../../operators/pages/menu-groups.ts';
import { extendSearch, filteredListSearch, listSearch } from '../../ui/data-table/search.ts';
import { readOrderStatus } from './search.ts';

const manualOrders = definePage({
  path: paths.manualOrders,
  action: 'operator.orders',
  title: msg`Manual orders`,
  menu: { group, position: 3, icon: Handshake, isForOperators: true },
  search: extendSearch(
    filteredListSearch(['date', 'number', 'status', 'paymentStatus'], { sortField: 'date', order: 'desc' }),
    (search) => ({ status: readOrderStatus(search.status) }),
  ),
  catalogs: ['operator'],
  load: () => import('./manual-orders.tsx').then((module) => module.ManualOrdersPage),
});

const newManualOrder = definePage({
  path: paths.newManualOrder,
  action: 'operator.manageOrders',
  title: msg`New manual order`,
  under: paths.manualOrders,
  catalogs: ['operator'],
  load: () => import('./manual-orders.tsx').then((module) => module.NewManualOrderPage),
});

const manualOrder = definePage({
  path: paths.manualOrder,
  action: 'operator.orders',
  title: msg`Manual order`,
  under: paths.manualOrders,
  catalogs: ['operator'],
  load: () => import('./manual-orders.tsx').then((module) => module.ManualOrderPage),
});

const operatorLicenses = definePage({
  path: paths.operatorLicenses,
  action: 'operator.orders',
  title: msg`All licenses`,
  menu: { group, position: 4, icon: FileKey, isForOperators: true },
  search: filteredListSearch(['created'], { sortField: 'created', order: 'desc' }),
  catalogs: ['operator'],
  load: () => import('./operator-licenses.tsx').then((module) => module.OperatorLicensesPage),
});

const leakedTokens = definePage({
  path: paths.operatorLeakedTokens,
  action: 'operator.tokens',
  title: msg`Leaked tokens`,
  menu: { group, position: 7, icon: KeyRound, isForOperators: true },
  search: listSearch(['disabled'], { sortField: 'disabled', order: 'desc' }),
  catalogs: ['operator', 'leaked-tokens'],
  load: () => import('./operator-leaked-tokens.tsx').then((module) => module.OperatorLeakedTokensPage),
});

/** The orders, licenses and tokens of all accounts. */
export const allLicensesPages = [manualOrders, newManualOrder, manualOrder, operatorLicenses, leakedTokens] as const;
