export type { DevelopmentDocument } from './documents.ts';
export { createRenderSignIn, type PageRouteDependencies, registerPageRoutes } from './pages.routes.ts';
export { createPages, type Pages, type PagesDependencies } from './pages.service.ts';
