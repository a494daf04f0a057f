import type { PortalModule } from '../../core/portal-module.ts';
import { type PageRoutesContext, pageRoutes } from './pages.routes.ts';

export { createRenderSignIn, createRenderSignUp } from './pages.routes.ts';
export { createPages, type PagesDependencies } from './pages.service.ts';

/** The documents that browsers load. `createPages` makes the context's pages. */
export function pagesModule(context: PageRoutesContext): PortalModule {
  return { routes: pageRoutes(context) };
}
