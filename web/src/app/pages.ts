import { accountPages } from '../accounts/pages/pages.ts';
import { billingPages } from '../billing/pages/pages.ts';
import { catalogPages } from '../catalog/pages/pages.ts';
import { identityPages } from '../identity/pages/pages.ts';
import { licensingPages } from '../licensing/pages/pages.ts';
import { sitePages } from '../site/pages/pages.ts';
import { root } from './define-page.ts';
import type { operatorPages } from './operators/operator-parts.ts';
import { operatorParts } from './operators/parts.ts';

/** All pages of the portal. The types always include those of operators, so that links to them are checked. */
export function createRouteTree() {
  return root.addChildren([
    ...sitePages,
    ...catalogPages,
    ...billingPages,
    ...licensingPages,
    ...accountPages,
    ...identityPages,
    ...((operatorParts()?.operatorPages ?? []) as unknown as typeof operatorPages),
  ]);
}
