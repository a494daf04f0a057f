import { defineEndpoint, type EndpointMap, type RequestOf, type ResponseOf } from '@portico/contract';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, expectTypeOf, test } from 'vitest';
import { z } from 'zod';
import { bindEndpoint } from './bind-endpoint.ts';
import { createHttpServer } from './server.ts';
import type { Session } from './session-context.ts';

const getThing = defineEndpoint({
  method: 'GET',
  path: '/api/Things/{id}/Parts',
  summary: 'The parts of a thing',
  action: 'legal.view',
  params: z.object({ id: z.coerce.number().int() }),
  query: z.object({ page: z.coerce.number().int().default(1) }),
  response: z.object({ id: z.int(), page: z.int(), note: z.string().nullable() }),
});

const changeThing = defineEndpoint({
  method: 'POST',
  path: '/api/Things/{id}',
  summary: 'Changes a thing',
  action: 'legal.view',
  params: z.object({ id: z.coerce.number().int() }),
  body: z.object({ name: z.string().min(1), amount: z.int().optional() }),
  response: z.object({ name: z.string() }),
});

const getReport = defineEndpoint({
  method: 'GET',
  path: '/Reports/ThingsReport',
  summary: 'The things as a CSV file',
  action: 'legal.view',
});

let lenient: FastifyInstance;
let strict: FastifyInstance;

async function serve(strictResponses: boolean): Promise<FastifyInstance> {
  const app = await createHttpServer({ logger: pino({ level: 'silent' }), trustedProxies: [], strictResponses });
  bindEndpoint(app, getThing, async ({ params, query }) => {
    const answer = { id: params.id, page: query.page, note: null, secret: 'not in the contract' };
    return answer;
  });
  bindEndpoint(app, changeThing, async ({ body }) => ({ name: body.name }));
  bindEndpoint(app, getReport, () => Promise.reject(new Error('a failed query')));
  return app;
}

beforeAll(async () => {
  lenient = await serve(false);
  strict = await serve(true);
});
afterAll(async () => {
  await lenient.close();
  await strict.close();
});

describe('a report that fails', () => {
  test('answers a browser with a page, and scripts with JSON', async () => {
    const get = (accept: string) => lenient.inject({ url: '/Reports/ThingsReport', headers: { accept } });
    const page = await get('text/html,*/*');
    expect(page).toMatchObject({ statusCode: 500, headers: { 'content-type': 'text/html; charset=utf-8' } });
    expect(page.body).toContain('Something went wrong!');
    expect((await get('application/json')).json()).toMatchObject({ code: 'InternalError' });
  });
});

describe('an endpoint', () => {
  test('is found regardless of case and number of slashes', async () => {
    for (const url of ['/api/Things/7/Parts', '/API/things/7/PARTS', '/api//Things/7//Parts', '/api/Things/7/Parts/']) {
      expect((await lenient.inject(url)).json()).toEqual({ id: 7, page: 1, note: null });
    }
  });

  test('sends only what its contract describes; in tests, anything else is an error', async () => {
    expect((await lenient.inject('/api/Things/7/Parts')).body).not.toContain('secret');
    expect((await strict.inject('/api/Things/7/Parts')).statusCode).toBe(500);
  });

  test('refuses invalid input: a 400 for the address, a 422 for the body, naming each property', async () => {
    const address = await lenient.inject('/api/Things/seven/Parts?page=x');
    expect(address.statusCode).toBe(400);
    expect(address.json()).toMatchObject({ code: 'ValidationError', propertyErrors: { id: [expect.any(String)] } });
    const body = await lenient.inject({ method: 'POST', url: '/api/Things/7', payload: { name: '', amount: 1.5 } });
    expect(body.statusCode).toBe(422);
    expect(body.json()).toMatchObject({
      propertyErrors: { name: ['The name field is required.'], amount: ['The amount field should be a whole number.'] },
      requestId: body.headers['x-request-id'],
    });
    const french = await lenient.inject({
      method: 'POST',
      url: '/api/Things/7',
      payload: {},
      headers: { 'accept-language': 'fr-CA' },
    });
    expect(french.json().propertyErrors).toEqual({ name: ['Le champ name est obligatoire.'] });
  });

  test('compiles only with a matching handler', () => {
    const app = lenient;
    // Never run: this tests the compiler.
    const wrong = () => {
      // @ts-expect-error the answer lacks `note`
      bindEndpoint(app, getThing, async ({ params }) => ({ id: params.id, page: 1 }));
      // @ts-expect-error a text is not a number
      bindEndpoint(app, getThing, async () => ({ id: '7', page: 1, note: null }));
      // @ts-expect-error there is no such parameter
      bindEndpoint(app, getThing, async ({ params }) => ({ id: params.thing, page: 1, note: null }));
    };
    expect(wrong).toBeTypeOf('function');
    expectTypeOf<ResponseOf<typeof getThing>>().toEqualTypeOf<{ id: number; page: number; note: string | null }>();
  });

  test('is typed for the browser by its method and path', () => {
    type Totals = EndpointMap['POST /api/Products/{id}/CalculatePurchaseTotals'];
    expectTypeOf<RequestOf<Totals>['params']>().toEqualTypeOf<{ id: string }>();
    expectTypeOf<ResponseOf<Totals>['customizePurchaseTotal']>().toEqualTypeOf<{
      label: string;
      amount: number;
      note: string;
    }>();
    // @ts-expect-error there is no such call
    expectTypeOf<EndpointMap['GET /api/Nothing']>().toBeObject();
  });

  test('passes its handler a session that cannot be null if it requires signing in', () => {
    const open = defineEndpoint({ ...changeThing, path: '/open', action: 'legal.view' });
    const closed = defineEndpoint({
      method: 'GET',
      path: '/closed',
      summary: '',
      action: 'session.view',
      response: z.object({}),
    });
    const bind = (app: FastifyInstance) => {
      bindEndpoint(app, open, async ({ session, body }) => {
        expectTypeOf(session).toEqualTypeOf<Session | null>();
        return body;
      });
      bindEndpoint(app, closed, async ({ session }) => {
        expectTypeOf(session).toEqualTypeOf<Session>();
        return {};
      });
    };
    expect(bind).toBeTypeOf('function');
  });
});
