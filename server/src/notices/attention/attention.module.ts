import type { PortalModule } from '../../core/portal-module.ts';
import type { AttentionContext } from './attention.context.ts';
import { attentionRoutes } from './attention.routes.ts';

/** What of an account's billing needs somebody. */
export function attentionModule(context: AttentionContext): PortalModule {
  return { routes: attentionRoutes(context) };
}
