import type { PortalModule } from '../portal-module.ts';
import { sandboxRoutes } from './sandbox.routes.ts';
import type { SandboxContext } from './sandbox.service.ts';

/**
 * The calls of the sandbox page, for demo mode alone: elsewhere there is no sandbox, and no such call. Operators alone may make them, and
 * only under the portal's own name (http/host-check.ts, docs/decisions/0010).
 */
export function sandboxModule(context: SandboxContext): PortalModule {
  return { routes: sandboxRoutes(context) };
}
