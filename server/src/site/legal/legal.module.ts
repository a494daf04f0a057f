import type { PortalModule } from '../../core/portal-module.ts';
import { type LegalContext, legalRoutes } from './legal.routes.ts';

/** The legal texts, which visitors may read too. */
export function legalModule(context: LegalContext): PortalModule {
  return { routes: legalRoutes(context) };
}
