import type { PortalModule } from '../../core/portal-module.ts';
import { firstStepsRoutes } from './first-steps.routes.ts';
import type { FirstStepsContext } from './first-steps.service.ts';

/** What an account that registered itself does first. */
export function firstStepsModule(context: FirstStepsContext): PortalModule {
  return { routes: firstStepsRoutes(context) };
}
