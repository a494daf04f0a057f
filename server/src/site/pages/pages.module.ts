import type { PortalModule } from '../../core/portal-module.ts';
import { type PageRoutesContext, pageRoutes } from './pages.routes.ts';

/** The documents that browsers load. `createPages` makes the context's pages. */
export function pagesModule(context: PageRoutesContext): PortalModule {
  return { routes: pageRoutes(context) };
}
