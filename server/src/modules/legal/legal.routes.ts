import { legal as endpoints } from '@portico/contract';
import { bindEndpoint } from '../../http/bind-endpoint.ts';
import type { Route } from '../../http/route.ts';
import { readLegalText } from './legal.service.ts';

export interface LegalContext {
  /** Folder whose files replace the texts that come with the product (config `legalDir`). */
  readonly legalDir: string | undefined;
}

export function legalRoutes({ legalDir }: LegalContext): Route[] {
  return [
    {
      bind: (app) =>
        bindEndpoint(app, endpoints.getLegalText, async ({ params, locale }) =>
          readLegalText(params.name, locale, legalDir),
        ),
    },
  ];
}
