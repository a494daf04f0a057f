import { contract } from '@portico/contract';
import type { Database } from '../../core/db/database.ts';
import { createRouteBuilder, type Route } from '../../core/http/route.ts';
import type { PortalModule } from '../../core/portal-module.ts';
import { search } from './operator-search.service.ts';

const { operatorSearch } = contract;

function operatorSearchRoutes(context: { readonly database: Database }): Route[] {
  const route = createRouteBuilder(context);
  return [route(operatorSearch.find, async ({ context, query }) => ({ items: await search(context, query.text) }))];
}

/** The operators' search for accounts, users, orders, licenses and invoices. */
export function operatorSearchModule(context: { readonly database: Database }): PortalModule {
  return { routes: operatorSearchRoutes(context) };
}
