import type { PortalModule } from '../portal-module.ts';
import { userRoutes } from './users.routes.ts';
import type { UsersContext } from './users.service.ts';

/** The people of an account, kept by its admins. */
export function usersModule(context: UsersContext): PortalModule {
  return { routes: userRoutes(context) };
}
