import { msg } from '@lingui/core/macro';
import { definePage } from '../../app/define-page.ts';
import { paths } from '../../app/paths.ts';

const actAs = definePage({
  path: paths.actAs,
  action: 'operator.actAs',
  title: msg`Act as a user`,
  catalogs: ['operator'],
  load: () => import('./act-as.tsx').then((module) => module.ActAsPage),
});

/** How an operator acts as a customer's user. */
export const actingPages = [actAs] as const;
