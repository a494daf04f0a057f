import { contract } from '@portico/contract';
import { type Route, routesOf } from '../../http/route.ts';
import { getUser, listBuyers, listUsers, saveUser, type UsersContext } from './users.service.ts';

const { catalog, users } = contract;

export function userRoutes(context: UsersContext): Route[] {
  const route = routesOf(context);
  return [
    route(users.list, ({ context, query }) => listUsers(context, query)),
    route(users.get, ({ context, params }) => getUser(context, params.id)),
    route(catalog.listBuyers, ({ context }) => listBuyers(context)),
    route(users.save, ({ context, params, body }) => saveUser(context, params.id, body)),
  ];
}
