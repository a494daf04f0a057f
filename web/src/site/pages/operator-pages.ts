import { msg } from '@lingui/core/macro';
import { Scale } from 'lucide-react';
import { definePage } from '../../app/define-page.ts';
import { paths } from '../../app/paths.ts';
import { runningGroup } from '../../operators/pages/menu-groups.ts';

const legalTexts = definePage({
  path: paths.operatorLegalTexts,
  action: 'operator.legal',
  title: msg`Legal texts`,
  menu: { group: runningGroup, position: 6, icon: Scale, isForOperators: true },
  catalogs: ['operator'],
  load: () => import('./operator-legal-texts.tsx').then((module) => module.OperatorLegalTextsPage),
});

/** The notices of changed legal texts. */
export const legalPages = [legalTexts] as const;
