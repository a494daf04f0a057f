import { contract } from '@portico/contract';
import { bindEndpoint } from '../../core/http/bind-endpoint.ts';
import { createRouteBuilder, type Route } from '../../core/http/route.ts';
import { pictureHeaders } from '../../core/http/security-headers.ts';
import type { PortalModule } from '../../core/portal-module.ts';
import type { CompaniesContext } from './companies.service.ts';
import { addCompany, getCompany, getLogo, listCompanyRows, removeCompany, saveCompany } from './companies.service.ts';

const { companies } = contract;

function companyRoutes(context: CompaniesContext): Route[] {
  const route = createRouteBuilder(context);
  return [
    route(companies.list, ({ context, query }) => listCompanyRows(context, query)),
    route(companies.get, ({ context, params }) => getCompany(context, params.id)),
    route(companies.add, ({ context, body }) => addCompany(context, body)),
    route(companies.save, ({ context, params, body }) => saveCompany(context, params.id, body)),
    route(companies.remove, async ({ context, params }) => {
      await removeCompany(context, params.id);
      return {};
    }),
    {
      bind: (app) =>
        bindEndpoint(app, companies.getLogo, async ({ params, reply }) => {
          const content = await getLogo(context, params);
          return reply.headers({ ...pictureHeaders, 'content-type': 'image/png' }).send(content);
        }),
    },
  ];
}

/** The vendor's brands, for operators, and their logos. Their tables belong to `accounts`, because lists of accounts name their brand. */
export function companiesModule(context: CompaniesContext): PortalModule {
  return { routes: companyRoutes(context) };
}
