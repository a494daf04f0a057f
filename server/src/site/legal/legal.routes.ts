import { legal as endpoints } from '@portico/contract';
import { bindEndpoint } from '../../core/http/bind-endpoint.ts';
import { createRouteBuilder, type Route } from '../../core/http/route.ts';
import type { JobDefinition } from '../../core/jobs/queue.ts';
import type { PortalModule } from '../../core/portal-module.ts';
import { readLegalText } from './legal.service.ts';
import { type LegalNoticesContext, listLegalTexts, sendNotice } from './notices.ts';
import { createNoticeJob } from './send-notice.ts';

function legalRoutes(context: LegalNoticesContext): Route[] {
  const route = createRouteBuilder(context);
  return [
    {
      bind: (app) =>
        bindEndpoint(app, endpoints.getLegalText, async ({ params, locale }) =>
          readLegalText(params.name, locale, context),
        ),
    },
    route(endpoints.listLegalTexts, ({ context }) => listLegalTexts(context)),
    route(endpoints.sendNotice, ({ context, params, body }) => sendNotice(context, params.name, body.version)),
  ];
}

/** The legal texts, which are open to visitors, and the operators' notices of their changes. */
export function legalModule(context: LegalNoticesContext): PortalModule {
  return { routes: legalRoutes(context), jobs: [createNoticeJob(context) as JobDefinition<never>] };
}
