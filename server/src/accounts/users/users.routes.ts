import { contract } from '@portico/contract';
import { createRouteBuilder, type Route } from '../../core/http/route.ts';
import type { PortalModule } from '../../core/portal-module.ts';
import { addUser } from './add-user.ts';
import { changeActivation, saveUser } from './change-user.ts';
import { transferOwnership } from './ownership.ts';
import { listUserFeatures, listUserProducts, saveUserFeatures, saveUserProducts } from './user-grants.ts';
import { changeUserPassword, endUserSessions, resetSecondFactor } from './user-sign-in-methods.ts';
import type { UsersContext } from './users.context.ts';
import { type UserReportContext, userReportRoutes } from './users.report.ts';
import { getUser, listUsers } from './users.service.ts';

const { users } = contract;

function userRoutes(context: UsersContext): Route[] {
  const route = createRouteBuilder(context);
  return [
    route(users.list, ({ context, query }) => listUsers(context, query)),
    route(users.get, ({ context, params }) => getUser(context, params.id)),
    route(users.add, async ({ context, body }) => ({ passportUserId: await addUser(context, body) })),
    route(users.save, ({ context, params, body }) => saveUser(context, params.id, body)),
    route(users.changeActivation, ({ context, params, query }) => changeActivation(context, params.id, query.active)),
    route(users.changeOwner, ({ context, params }) => transferOwnership(context, params.id)),
    route(users.changePassword, async ({ context, params, body }) => {
      await changeUserPassword(context, params.id, body);
      return {};
    }),
    route(users.resetSecondFactor, ({ context, params, body }) =>
      resetSecondFactor(context, params.id, body.verification),
    ),
    route(users.endSessions, async ({ context, params }) => ({ ended: await endUserSessions(context, params.id) })),
    route(users.listProducts, ({ context, params }) => listUserProducts(context, params.id)),
    route(users.saveProducts, ({ context, params, query, body }) =>
      saveUserProducts(context, params.id, body, query.revision),
    ),
    route(users.listFeatures, ({ context, params }) => listUserFeatures(context, params.id)),
    route(users.saveFeatures, ({ context, params, query, body }) =>
      saveUserFeatures(context, params.id, body, query.revision),
    ),
  ];
}

/** The users of an account, managed by its admins. */
export function usersModule(context: UsersContext): PortalModule {
  return { routes: userRoutes(context) };
}

/** The users of an account as a file. */
export function userReportModule(context: UserReportContext): PortalModule {
  return { routes: userReportRoutes(context) };
}
