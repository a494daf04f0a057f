import { contract } from '@portico/contract';
import type { Database } from '../../db/database.ts';
import { listAnswer } from '../../http/list-answer.ts';
import { type Route, routesOf } from '../../http/route.ts';
import { listAccounts } from './listing.queries.ts';

const { accounts } = contract;

export function accountRoutes(context: { readonly database: Database }): Route[] {
  const route = routesOf(context);
  return [
    route(accounts.list, async ({ context, query }) => {
      const { items, total } = await listAccounts(context.database.query, query);
      return listAnswer(items, total, query);
    }),
  ];
}
