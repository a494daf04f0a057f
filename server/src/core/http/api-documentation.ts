import { problem } from '@portico/contract';
import Fastify, { type FastifyInstance, type RouteOptions } from 'fastify';
import { z } from 'zod';
import { nestServer } from './nested-server.ts';

/**
 * Publishes every endpoint that is registered after this call, as OpenAPI at `/api/openapi.json` and as a page at `/api/docs` (WIRE-17).
 * The generator is loaded at the first request.
 */
export function registerApiDocumentation(app: FastifyInstance, version: string): void {
  const routes: RouteOptions[] = [];
  app.addHook('onRoute', (route) => {
    if (route.method !== 'HEAD') routes.push(route);
  });
  const documentation = nestServer(() => makeDocumentation(routes, version));
  app.addHook('onClose', () => documentation.close());
  let document: string | undefined;
  app.get('/api/openapi.json', { schema: { hide: true } as object }, async (_request, reply) => {
    document ??= JSON.stringify((await documentation.ready()).swagger());
    return reply.type('application/json').header('cache-control', 'public, max-age=300').send(document);
  });
  for (const url of ['/api/docs', '/api/docs/*']) {
    app.get(url, { schema: { hide: true } as object }, (request, reply) => documentation.answer(request, reply));
  }
}

/**
 * Schemas that the document describes once. Every endpoint has the problem for at least seven statuses. Repeating it
 * would take more than half of the time, and most of the size.
 */
const sharedSchemas = z.registry<{ id: string }>().add(problem, { id: 'Problem' });

/** Documents the routes by their schemas, without calling them. */
async function makeDocumentation(routes: readonly RouteOptions[], version: string): Promise<FastifyInstance> {
  const [{ default: swagger }, { default: swaggerUi }, provider] = await Promise.all([
    import('@fastify/swagger'),
    import('@fastify/swagger-ui'),
    import('fastify-type-provider-zod'),
  ]);
  const app: FastifyInstance = Fastify({ routerOptions: { caseSensitive: false, ignoreDuplicateSlashes: true } });
  app.setValidatorCompiler(() => () => true);
  app.setSerializerCompiler(() => JSON.stringify);
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Portico',
        version,
        description:
          'Signed in by the session cookie. Every change needs the anti-forgery token of the page, as the header RequestVerificationToken. Amounts are integer cents, times are ISO 8601 in UTC, paths match without regard to case.',
      },
      components: {
        securitySchemes: {
          session: { type: 'apiKey', in: 'cookie', name: 'portico_session' },
          antiForgeryToken: { type: 'apiKey', in: 'header', name: 'RequestVerificationToken' },
        },
      },
      security: [{ session: [], antiForgeryToken: [] }],
    },
    // Hides pages, files and probes, which are not API calls.
    hideUntagged: true,
    transform: provider.createJsonSchemaTransform({ schemaRegistry: sharedSchemas }),
    transformObject: provider.createJsonSchemaTransformObject({ schemaRegistry: sharedSchemas }),
  });
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    staticCSP: {
      'default-src': "'none'",
      'script-src': "'self'",
      'style-src': ["'self'", "'unsafe-inline'"],
      'img-src': ["'self'", 'data:'],
      'connect-src': "'self'",
      'base-uri': "'none'",
      'form-action': "'none'",
      'frame-ancestors': "'none'",
    },
    theme: {
      title: 'Portico API',
      css: [{ filename: 'portico.css', content: '.swagger-ui .topbar { display: none }' }],
    },
    uiConfig: { docExpansion: 'list', deepLinking: true, validatorUrl: null },
  });
  for (const { method, url, schema } of routes) {
    if (!url.startsWith('/api/docs')) app.route({ method, url, schema: schema ?? {}, handler: async () => undefined });
  }
  return app;
}
