import { contract, defineEndpoint, type Endpoint } from '@portico/contract';
import { pino } from 'pino';
import { afterAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { registerApiDocumentation } from './api-documentation.ts';
import { bindEndpoint } from './bind-endpoint.ts';
import { installSecurityHeaders } from './security-headers.ts';
import { createHttpServer } from './server.ts';

const getThing = defineEndpoint({
  method: 'GET',
  path: '/api/Things/{id}',
  summary: 'A thing',
  action: 'session.view',
  params: z.object({ id: z.coerce.number().int() }),
  response: z.object({ id: z.int() }),
});

const endpoints = Object.values(contract).flatMap((noun): Endpoint[] => Object.values(noun));

test.each(endpoints.flatMap(({ method, path, query }) => (query ? [[`${method} ${path}`, query] as const] : [])))(
  'the query of %s may leave out every value that its document calls optional',
  (_, query) => {
    const { required = [] } = z.toJSONSchema(query, { io: 'input', unrepresentable: 'any' });
    const refused = query.safeParse({}).error?.issues.map(({ path }) => String(path[0])) ?? [];
    expect(refused.filter((name) => !required.includes(name))).toEqual([]);
  },
);

describe('the API’s documentation', async () => {
  const app = await createHttpServer({ logger: pino({ level: 'silent' }), trustedProxies: [], strictResponses: true });
  installSecurityHeaders(app, () => 'https://portal.veriscan.example');
  registerApiDocumentation(app, '1.2.3');
  bindEndpoint(app, getThing, async ({ params }) => params);
  app.get('/a-page', async () => 'no call');
  afterAll(() => app.close());

  test('describes every call, whatever the case of its path, and nothing else', async () => {
    const document = (await app.inject('/API/OpenAPI.json')).json();
    expect(document).toMatchObject({ openapi: '3.1.0', info: { title: 'Portico', version: '1.2.3' } });
    expect(Object.keys(document.paths)).toEqual(['/api/Things/{id}']);
    const { parameters, responses } = document.paths['/api/Things/{id}'].get;
    expect(parameters).toMatchObject([{ in: 'path', name: 'id', required: true }]);
    expect(Object.keys(responses)).toEqual(expect.arrayContaining(['200', '401', '403', '404', '422', '429', '503']));
  });

  test('describes a failure once, because its size and time would grow with each of them', async () => {
    const { paths, components } = (await app.inject('/api/openapi.json')).json();
    const { 200: success, ...failures } = paths['/api/Things/{id}'].get.responses;
    expect(success.content['application/json'].schema.type).toBe('object');
    for (const { content } of Object.values<{ content: object }>(failures)) {
      expect(content).toEqual({ 'application/json': { schema: { $ref: '#/components/schemas/Problem' } } });
    }
    expect(components.schemas.Problem.required).toEqual(['code', 'message', 'requestId']);
  });

  test('is a page that cannot be framed, has no inline code, and requests nothing from other hosts', async () => {
    const page = await app.inject('/api/docs/');
    expect(page.statusCode).toBe(200);
    expect(page.headers).toMatchObject({ 'x-frame-options': 'DENY', 'x-content-type-options': 'nosniff' });
    const policy = String(page.headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toMatch(/script-src 'self'(?:;|$)/);
    expect(policy).not.toMatch(/https?:|unsafe-eval/);
    const script = await app.inject('/api/docs/static/swagger-initializer.js');
    expect(script.statusCode).toBe(200);
    expect(script.body).toContain('"validatorUrl":null');
  });
});
