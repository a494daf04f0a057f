import { contract } from '@portico/contract';
import { listAnswer } from '../../core/http/list-answer.ts';
import { createRouteBuilder, type Route } from '../../core/http/route.ts';
import type { PortalModule } from '../../core/portal-module.ts';
import { listAccounts } from './listing.queries.ts';
import {
  type AccountsContext,
  addNote,
  deleteNote,
  getAccount,
  listNotes,
  saveCompany,
  saveFeatures,
} from './operators.service.ts';

const { accounts } = contract;

function accountRoutes(context: AccountsContext): Route[] {
  const route = createRouteBuilder(context);
  return [
    route(accounts.list, async ({ context, query }) => {
      const { items, total } = await listAccounts(context.database.query, query);
      return listAnswer(items, total, query);
    }),
    route(accounts.get, ({ context, params }) => getAccount(context, params.id)),
    route(accounts.saveFeatures, ({ context, params, body }) => saveFeatures(context, params.id, body.features)),
    route(accounts.saveCompany, ({ context, params, body }) => saveCompany(context, params.id, body.companyId)),
    route(accounts.listNotes, ({ context, params, query }) => listNotes(context, params.id, query)),
    route(accounts.addNote, ({ context, params, body }) => addNote(context, params.id, body.text)),
    route(accounts.deleteNote, async ({ context, params }) => {
      await deleteNote(context, params);
      return {};
    }),
  ];
}

/** The accounts, as operators see them. */
export function accountsModule(context: AccountsContext): PortalModule {
  return { routes: accountRoutes(context) };
}
