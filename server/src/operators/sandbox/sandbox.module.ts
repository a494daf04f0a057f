import type { PortalModule } from '../../core/portal-module.ts';
import { sandboxRoutes } from './sandbox.routes.ts';
import type { SandboxContext } from './sandbox.service.ts';

/**
 * The calls of the sandbox page, which exist in demo mode only (DEMO-5). Operators may make them, under the portal's own host name (http/host-
 * check.ts).
 */
export function sandboxModule(context: SandboxContext): PortalModule {
  return { routes: sandboxRoutes(context) };
}
