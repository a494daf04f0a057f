export { legalModule } from './legal/legal.module.ts';
export { pagesModule } from './pages/pages.module.ts';
export { createRenderSignIn, createRenderSignUp } from './pages/pages.routes.ts';
export { createPages, type PagesDependencies } from './pages/pages.service.ts';
