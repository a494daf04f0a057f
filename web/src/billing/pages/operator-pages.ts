import { msg } from '@lingui/core/macro';
import { DoorOpen } from 'lucide-react';
import { definePage } from '../../app/define-page.ts';
import { paths } from '../../app/paths.ts';
import { cancellationReasons } from '../../lib/cancellation-reasons.ts';
import { customersGroup } from '../../operators/pages/menu-groups.ts';
import { extendSearch, isOn, listSearch, productIdSearch } from '../../ui/data-table/search.ts';

/** What customers answered when they canceled. */
export const cancellationSearch = extendSearch(
  listSearch(['decided'], { sortField: 'decided', order: 'desc' }),
  (search) => ({
    productId: productIdSearch(search.productId),
    month: readMonth(search.month),
    reason: cancellationReasons.find((reason) => reason === search.reason),
    withComment: isOn(search.withComment) ? (true as const) : undefined,
  }),
);

/** The first day of a month; undefined for anything else. */
function readMonth(given: unknown): string | undefined {
  return typeof given === 'string' && /^\d{4}-(?:0[1-9]|1[0-2])-01$/.test(given) ? given : undefined;
}

const cancellations = definePage({
  path: paths.operatorCancellations,
  action: 'operator.cancellations',
  title: msg`Cancellations`,
  menu: { group: customersGroup, position: 5, icon: DoorOpen, isForOperators: true },
  search: cancellationSearch,
  catalogs: ['operator', 'cancellations'],
  load: () => import('./operator-cancellations.tsx').then((module) => module.OperatorCancellationsPage),
});

/** The cancellations of all accounts. */
export const cancellationPages = [cancellations] as const;
