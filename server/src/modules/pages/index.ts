export { createRenderSignIn, registerPageRoutes } from './pages.routes.ts';
export { createPages, type PagesDependencies } from './pages.service.ts';
