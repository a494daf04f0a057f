import { withCatalogs } from '../../../lib/catalogs.ts';

/**
 * Loads the plans and the purchase with their messages. A separate module, so that the first steps do not load the
 * application's code.
 */
export async function loadPlanSteps() {
  const { PlanSteps } = await withCatalogs(['app', 'products', 'purchase'], () => import('./plan-steps.tsx'));
  return PlanSteps;
}
