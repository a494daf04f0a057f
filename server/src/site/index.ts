export { siteDomain } from './domain.ts';
export { createRenderSignIn, createRenderSignUp } from './pages/pages.routes.ts';
export { createPages, type PagesDependencies } from './pages/pages.service.ts';
