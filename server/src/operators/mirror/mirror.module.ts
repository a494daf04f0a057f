import type { PortalModule } from '../../core/portal-module.ts';
import { mirrorRoutes } from './mirror.routes.ts';
import type { MirrorContext } from './mirror.service.ts';

/** The state of the mirror for operators, its repairs and its dead events. */
export function mirrorModule(context: MirrorContext): PortalModule {
  return { routes: mirrorRoutes(context), jobs: context.gateway.mirrorMaintenance.jobs };
}
