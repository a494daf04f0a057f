export { registerSandboxRoutes } from './sandbox.routes.ts';
