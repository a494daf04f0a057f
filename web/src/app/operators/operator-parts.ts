import { brandPages } from '../../accounts/pages/operator-pages.ts';
import { cancellationPages } from '../../billing/pages/operator-pages.ts';
import { catalogEditorPages } from '../../catalog/pages/operator-pages.ts';
import { actingPages } from '../../identity/pages/operator-pages.ts';
import { allLicensesPages } from '../../licensing/pages/operator-pages.ts';
import { latePaymentPages } from '../../notices/pages/operator-pages.ts';
import { signUpPages } from '../../onboarding/pages/operator-pages.ts';
import { operatorPages as ownPages } from '../../operators/pages/operator-pages.ts';
import { legalPages } from '../../site/pages/operator-pages.ts';

export { useSearchChoices } from './operator-choices.ts';

/** The pages of operators. Their addresses must match `isOperatorAddress`. */
export const operatorPages = [
  ...ownPages,
  ...brandPages,
  ...actingPages,
  ...catalogEditorPages,
  ...allLicensesPages,
  ...latePaymentPages,
  ...cancellationPages,
  ...signUpPages,
  ...legalPages,
] as const;
