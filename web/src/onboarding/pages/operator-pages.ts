import { msg } from '@lingui/core/macro';
import { Filter } from 'lucide-react';
import { definePage } from '../../app/define-page.ts';
import { paths } from '../../app/paths.ts';
import { customersGroup } from '../../operators/pages/menu-groups.ts';
import { extendSearch, listSearch, positive, productIdSearch } from '../../ui/data-table/search.ts';
import { readDays } from '../sign-up/operator/search.ts';

/** The funnel of the sign-up. */
export const signUpFunnelSearch = extendSearch(
  listSearch(['day'], { sortField: 'day', order: 'desc' }),
  ({ from, to, companyId, productId }) => {
    const days = readDays(from, to);
    return {
      from: days?.from,
      to: days?.to,
      companyId: positive(companyId) ?? undefined,
      productId: productIdSearch(productId),
    };
  },
);

const signUps = definePage({
  path: paths.operatorSignUps,
  action: 'operator.signUps',
  title: msg`Sign-ups`,
  menu: { group: customersGroup, position: 6, icon: Filter, isForOperators: true },
  search: signUpFunnelSearch,
  catalogs: ['operator', 'sign-up-funnel'],
  load: () => import('./operator-sign-ups.tsx').then((module) => module.OperatorSignUpsPage),
});

/** How far visitors get in the sign-up. */
export const signUpPages = [signUps] as const;
