import { legal as endpoints } from '@portico/contract';
import type { FastifyInstance } from 'fastify';
import { bindEndpoint } from '../../http/bind-endpoint.ts';
import { readLegalText } from './legal.service.ts';

export interface LegalRouteDependencies {
  /** Folder whose files replace the texts that come with the product (config `legalDir`). */
  readonly legalDir: string | undefined;
}

export function registerLegalRoutes(app: FastifyInstance, { legalDir }: LegalRouteDependencies): void {
  bindEndpoint(app, endpoints.getLegalText, async ({ params, locale }) => readLegalText(params.name, locale, legalDir));
}
