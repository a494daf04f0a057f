import { contract } from '@portico/contract';
import { type Route, routesOf } from '../../http/route.ts';
import { getUser, listUsers, saveUser, type UsersContext } from './users.service.ts';

const { users } = contract;

export function userRoutes(context: UsersContext): Route[] {
  const route = routesOf(context);
  return [
    route(users.list, ({ context, query }) => listUsers(context, query)),
    route(users.get, ({ context, params }) => getUser(context, params.id)),
    route(users.save, ({ context, params, body }) => saveUser(context, params.id, body)),
  ];
}
