import { legal as endpoints } from '@portico/contract';
import { bindEndpoint } from '../../core/http/bind-endpoint.ts';
import type { Route } from '../../core/http/route.ts';
import type { PortalModule } from '../../core/portal-module.ts';
import { readLegalText } from './legal.service.ts';

export interface LegalContext {
  /** The folder whose files replace the built-in texts (config `legalDir`). */
  readonly legalDir: string | undefined;
}

function legalRoutes({ legalDir }: LegalContext): Route[] {
  return [
    {
      bind: (app) =>
        bindEndpoint(app, endpoints.getLegalText, async ({ params, locale }) =>
          readLegalText(params.name, locale, legalDir),
        ),
    },
  ];
}

/** The legal texts, which are open to visitors. */
export function legalModule(context: LegalContext): PortalModule {
  return { routes: legalRoutes(context) };
}
