import type { PortalModule } from '../../core/portal-module.ts';
import { type ActingRoutesContext, actingRoutes } from './acting.routes.ts';

/** Operators who act as customers' users. Their sessions are those of `identity/session`. */
export function actingModule(context: ActingRoutesContext): PortalModule {
  return { routes: actingRoutes(context) };
}
