import { withCatalogs } from '../../../lib/catalogs.ts';

/** The plans and the purchase with their words. A module of its own, because the first steps must not load what the application is made of. */
export async function loadPlanSteps() {
  const { PlanSteps } = await withCatalogs(['app', 'products', 'purchase'], () => import('./plan-steps.tsx'));
  return PlanSteps;
}
