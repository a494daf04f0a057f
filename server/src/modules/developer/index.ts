export { registerDeveloperRoutes } from './developer.routes.ts';
