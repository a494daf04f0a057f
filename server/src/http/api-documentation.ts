import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';

/** Every call, as OpenAPI at `/api/openapi.json` and as a page to read and try at `/api/docs` (spec 3 'On the wire'). */
export async function registerApiDocumentation(app: FastifyInstance, version: string): Promise<void> {
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
    // Pages, files and probes are no calls.
    hideUntagged: true,
    transform: jsonSchemaTransform,
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
  let document: string | undefined;
  app.get('/api/openapi.json', { schema: { hide: true } as object }, async (_request, reply) => {
    document ??= JSON.stringify(app.swagger());
    return reply.type('application/json').header('cache-control', 'public, max-age=300').send(document);
  });
}
