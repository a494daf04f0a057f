import { licenses as endpoints } from '@portico/contract';
import type { FastifyReply } from 'fastify';
import { bindEndpoint } from '../../core/http/bind-endpoint.ts';
import { sendReport } from '../../core/http/csv.ts';
import { createRouteBuilder, type Route } from '../../core/http/route.ts';
import type { PortalModule } from '../../core/portal-module.ts';
import { listKeys } from './license-keys.ts';
import type { LicensesContext } from './licenses.context.ts';
import { reportColumns, reportRows } from './licenses.report.ts';
import {
  createLicenseFile,
  getFeatures,
  getLicense,
  grantReleases,
  listChecks,
  listLicenses,
} from './licenses.service.ts';
import { listAllLicenses } from './operator-licenses.service.ts';

function licenseRoutes(context: LicensesContext): Route[] {
  const route = createRouteBuilder(context);
  return [
    route(endpoints.list, ({ context, query }) => listLicenses(context, query)),
    route(endpoints.export, ({ context, query, reply }) =>
      sendReport(reply, { name: 'licenses', columns: reportColumns, rows: reportRows(context, query) }, context, query),
    ),
    route(endpoints.download, async ({ context, query, reply }) => {
      const file = await createLicenseFile(context, query.serialNumber);
      return reply
        .header('content-disposition', 'attachment; filename="License.json"')
        .type('application/json; charset=utf-8')
        .send(file);
    }),
    route(endpoints.get, ({ context, params }) => getLicense(context, params.id)),
    route(endpoints.getFeatures, ({ context, params }) => getFeatures(context, params.id, params.productId)),
    route(endpoints.listAll, ({ context, query }) => listAllLicenses(context, query)),
    route(endpoints.grantReleases, ({ context, params, body }) => grantReleases(context, params.id, body)),
    route(endpoints.listChecks, ({ context, query }) => listChecks(context, query)),
    { bind: (app) => bindEndpoint(app, endpoints.listKeys, async ({ reply }) => sendKeys(context, reply)) },
  ];
}

/** The keys are public. Anyone may read them, from any origin, and cache them for five minutes. */
async function sendKeys(context: LicensesContext, reply: FastifyReply) {
  reply.headers({
    'cache-control': 'public, max-age=300',
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
  });
  return listKeys(context);
}

export function licensesModule(context: LicensesContext): PortalModule {
  return { routes: licenseRoutes(context) };
}
