import type { PortalModule } from '../../core/portal-module.ts';
import { trialRoutes } from './trial.routes.ts';
import type { TrialContext } from './trial.service.ts';

/** What accounts tell about themselves when they begin a trial. */
export function trialModule(context: TrialContext): PortalModule {
  return { routes: trialRoutes(context) };
}
