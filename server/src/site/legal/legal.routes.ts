import { legal as endpoints } from '@portico/contract';
import { bindEndpoint } from '../../core/http/bind-endpoint.ts';
import type { Route } from '../../core/http/route.ts';
import type { PortalModule } from '../../core/portal-module.ts';
import { type LegalContext, readLegalText } from './legal.service.ts';

function legalRoutes(context: LegalContext): Route[] {
  return [
    {
      bind: (app) =>
        bindEndpoint(app, endpoints.getLegalText, async ({ params, locale }) =>
          readLegalText(params.name, locale, context),
        ),
    },
  ];
}

/** The legal texts, which are open to visitors. */
export function legalModule(context: LegalContext): PortalModule {
  return { routes: legalRoutes(context) };
}
