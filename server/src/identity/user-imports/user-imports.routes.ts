import { contract, importColumns } from '@portico/contract';
import { sendCsv, spreadsheetFormat } from '../../core/http/csv.ts';
import { createRouteBuilder, type Route } from '../../core/http/route.ts';
import type { PortalModule } from '../../core/portal-module.ts';
import type { UserImportsContext } from './user-imports.service.ts';
import { importUsers, previewImport } from './user-imports.service.ts';

const { userImports } = contract;

function userImportRoutes(context: UserImportsContext): Route[] {
  const route = createRouteBuilder(context);
  return [
    route(userImports.template, ({ context, reply }) =>
      sendCsv(reply, 'users', importColumns, noRows(), spreadsheetFormat(context.locale, 'UTC')),
    ),
    route(userImports.preview, ({ context, body }) => previewImport(context, body)),
    route(userImports.import, ({ context, body, query }) => importUsers(context, body, query.invite === 'true')),
  ];
}

async function* noRows(): AsyncGenerator<never> {}

/** Users of an account from a CSV file. */
export function userImportsModule(context: UserImportsContext): PortalModule {
  return { routes: userImportRoutes(context) };
}
