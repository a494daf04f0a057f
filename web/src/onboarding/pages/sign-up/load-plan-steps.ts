import { withCatalogs } from '../../../lib/catalogs.ts';

/**
 * The plans and the purchase with their messages. A separate module, because the first steps must not load the
 * application's code.
 */
export async function loadPlanSteps() {
  const { PlanSteps } = await withCatalogs(['app', 'products', 'purchase'], () => import('./plan-steps.tsx'));
  return PlanSteps;
}
