import type { PortalModule } from '../../core/portal-module.ts';
import type { UsersContext } from './users.context.ts';
import { type UserReportContext, userReportRoutes } from './users.report.ts';
import { userRoutes } from './users.routes.ts';

/** The users of an account, managed by its admins. */
export function usersModule(context: UsersContext): PortalModule {
  return { routes: userRoutes(context) };
}

/** The users of an account as a file. */
export function userReportModule(context: UserReportContext): PortalModule {
  return { routes: userReportRoutes(context) };
}
