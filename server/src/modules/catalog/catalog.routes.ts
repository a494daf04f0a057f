import { catalog } from '@portico/contract';
import type { FastifyInstance } from 'fastify';
import { bindEndpoint } from '../../http/bind-endpoint.ts';
import type { CatalogService } from './catalog.service.ts';

export function bindCatalogRoutes(app: FastifyInstance, service: CatalogService): void {
  bindEndpoint(app, catalog.listProducts, ({ session, locale, query }) => service.listProducts(session, locale, query));
  bindEndpoint(app, catalog.listMyProducts, ({ session, locale, query }) =>
    service.listMyProducts(session, locale, query),
  );
  bindEndpoint(app, catalog.listPlans, ({ session, locale, params, query }) =>
    service.listPlans(session, locale, params.id, query),
  );
  bindEndpoint(app, catalog.getPlan, ({ session, locale, params }) =>
    service.getPlan(session, locale, params.id, params.planId),
  );
}
