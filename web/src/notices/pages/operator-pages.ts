import { msg } from '@lingui/core/macro';
import { CircleAlert } from 'lucide-react';
import { definePage } from '../../app/define-page.ts';
import { paths } from '../../app/paths.ts';
import { customersGroup } from '../../operators/pages/menu-groups.ts';
import { listSearch } from '../../ui/data-table/search.ts';

const latePayments = definePage({
  path: paths.latePayments,
  action: 'operator.latePayments',
  title: msg`Late payments`,
  menu: { group: customersGroup, position: 2, icon: CircleAlert, isForOperators: true },
  search: listSearch(['amount'], { sortField: 'amount', order: 'desc' }),
  catalogs: ['operator'],
  load: () => import('./late-payments.tsx').then((module) => module.LatePaymentsPage),
});

/** The late payments of all accounts. */
export const latePaymentPages = [latePayments] as const;
