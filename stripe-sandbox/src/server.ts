import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { authenticate, type Keys } from './authenticate.ts';
import { registerControl } from './control.ts';
import type { Endpoint } from './endpoint.ts';
import { ApiError, invalidRequest } from './errors.ts';
import { Executor, errorBody } from './execute.ts';
import { type FormLimits, LARGE_FORM, parseForm, refusalOfForm, SMALL_FORM } from './forms.ts';
import type { Hosts } from './hosts.ts';
import { newId } from './ids.ts';
import type { Database } from './storage/database.ts';
import { consumeFault } from './storage/faults.ts';
import type { Site } from './storage/work.ts';
import { API_VERSION } from './version.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Scripts of any origin may read the answer. */
    isForPages?: boolean;
    /** The limits of a form. Default: SMALL_FORM. */
    form?: FormLimits;
  }
}

export interface ServerOptions {
  database: Database;
  site: Site;
  hosts: Hosts;
  keys: Keys;
  endpoints: Endpoint[];
  instanceId: string;
  /** Called after a call that recorded events. */
  onEvents(): void;
  /** Called when work may be due. */
  onDue(): void;
  log(line: object): void;
}

/** The path and the query of an address. */
function partsOf(url: string): { path: string; query: string } {
  const [path = '', ...query] = url.split('?');
  return { path, query: query.join('?') };
}

/**
 * A sequence of digits as long as a card number, possibly with one escape or separator between them. No id of the
 * sandbox matches.
 */
const CARD_NUMBER = /\d(?:(?:%[\da-f]{2}|[^\w/])?\d){12,18}/gi;

/** The path for the log. Card numbers, and secrets in page addresses, are never logged. */
function loggedPath(request: FastifyRequest): string {
  const { path } = partsOf(request.url);
  if (!/^\/(v1|_sandbox)\//.test(path)) return request.routeOptions.url ?? 'unknown page';
  return path.replace(CARD_NUMBER, '[card number]');
}

const noCompiler = () => () => {
  throw new Error('no route of the sandbox has a schema');
};

/** Accepts forms and empty bodies only. */
function readForms(server: FastifyInstance): void {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (request, body, done) => {
    const form = String(body);
    const refusal = refusalOfForm(form, request.routeOptions.config.form ?? SMALL_FORM);
    if (refusal === undefined) done(null, parseForm(form));
    else done(refusal);
  });
  server.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => {
    if (body === '') done(null, {});
    else {
      done(
        invalidRequest(
          'Invalid request (check that your POST content type is application/x-www-form-urlencoded). If you have any questions, we can help at https://support.stripe.com/.',
        ),
      );
    }
  });
}

/** Adds the request id, the checks of its address, and the log line to every request. */
function addHooks(server: FastifyInstance, options: ServerOptions): void {
  server.addHook('onRequest', async (request, reply) => {
    const id = newId('req', 14);
    request.id = id;
    reply.headers({
      'request-id': id,
      'stripe-version': API_VERSION,
      'cache-control': 'no-cache, no-store',
    });
    options.hosts.check(request.headers.host);
    if (request.routeOptions.config.isForPages) reply.header('access-control-allow-origin', '*');
    const { path, query } = partsOf(request.url);
    if (path.includes('%00')) throw unrecognized(request);
    const refusal = refusalOfForm(query, SMALL_FORM);
    if (refusal !== undefined) throw refusal;
    const key = request.headers['idempotency-key'];
    if (typeof key === 'string') reply.header('idempotency-key', key);
  });
  server.addHook('onResponse', async (request, reply) => {
    options.log({
      method: request.method,
      path: loggedPath(request),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
      request: request.id,
    });
  });
}

/** The HTTP server of the API: keys, versions, idempotency and errors. Pages for browsers are registered separately. */
export function buildServer(options: ServerOptions): FastifyInstance {
  const server = Fastify({
    bodyLimit: SMALL_FORM.bytes,
    forceCloseConnections: true,
    routerOptions: {
      // The first hook rejects a query that is not parsed here.
      querystringParser: (query) => (refusalOfForm(query, SMALL_FORM) === undefined ? parseForm(query) : {}),
      maxParamLength: 500,
    },
    // An unreadable address reaches no hook.
    frameworkErrors: (error, request, reply) => void refuse(options, request, reply, error),
    // Endpoints parse their own parameters. Fastify's schema compilers would take memory and are never used.
    schemaController: {
      compilersFactory: { buildValidator: noCompiler as never, buildSerializer: noCompiler as never },
    },
  });
  readForms(server);
  server.setErrorHandler((error, request, reply) => refuse(options, request, reply, error));
  server.setNotFoundHandler((request, reply) => {
    authenticate(options.keys, request);
    throw unrecognized(request);
    // biome-ignore lint/correctness/noUnreachable: Fastify's type wants the reply
    return reply;
  });

  addHooks(server, options);
  registerControl(server, options);
  registerPreflights(server, options.endpoints);
  const executor = new Executor(options.database, options.site, options.log);
  for (const endpoint of options.endpoints) {
    const isForPages = endpoint.access === 'browser';
    const form = isForPages ? SMALL_FORM : LARGE_FORM;
    server.route({
      method: endpoint.method,
      url: endpoint.path,
      config: { isForPages, form },
      bodyLimit: form.bytes,
      // The secret key is checked in the headers before a large form is read.
      onRequest: async ({ headers }) => {
        if (!isForPages) authenticate(options.keys, { headers, body: undefined }).mayCall(endpoint);
      },
      handler: (request, reply) => answer(options, executor, endpoint, request, reply),
    });
  }
  return server;
}

function unrecognized(request: FastifyRequest): ApiError {
  return new ApiError(404, {
    type: 'invalid_request_error',
    message: `Unrecognized request URL (${request.method}: ${partsOf(request.url).path}). If you are trying to list objects, remove the trailing slash. If you are trying to retrieve an object, make sure you passed a valid (non-empty) identifier in your code. Please see https://stripe.com/docs or we can help at https://support.stripe.com/.`,
  });
}

/** Allows pages of other origins to make the calls of the publishable key only. */
function registerPreflights(server: FastifyInstance, endpoints: Endpoint[]): void {
  const open = endpoints.filter(({ access }) => access === 'browser');
  for (const [path, methods] of Map.groupBy(open, ({ path }) => path)) {
    server.options(path, { config: { isForPages: true } }, (_request, reply) =>
      reply
        .headers({
          'access-control-allow-methods': methods.map(({ method }) => method).join(', '),
          'access-control-allow-headers': 'authorization, content-type, idempotency-key, stripe-version',
          'access-control-max-age': '600',
        })
        .code(204)
        .send(),
    );
  }
}

async function answer(
  options: ServerOptions,
  executor: Executor,
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const caller = authenticate(options.keys, request);
  caller.mayCall(endpoint);
  const { path } = partsOf(request.url);
  const version = request.headers['stripe-version'];
  if (version !== undefined && version !== API_VERSION) {
    throw invalidRequest(`Invalid Stripe API version: ${version}. The sandbox speaks ${API_VERSION} only.`);
  }
  const { key: _key, ...body } = (request.body ?? {}) as Record<string, unknown>;
  const idempotencyKey = request.headers['idempotency-key'];
  const fault = await consumeFault(options.database, ['delay', 'drop', 'fail'], { method: request.method, name: path });
  if (fault?.kind === 'fail') {
    throw new ApiError(fault.status, { type: 'api_error', message: 'This call fails on purpose.' });
  }
  if (fault?.kind === 'delay') await new Promise((resolve) => setTimeout(resolve, fault.delay));
  const executed = await executor.execute({
    endpoint,
    ids: request.params as Record<string, string>,
    // A DELETE may carry its parameters in the query or the body.
    raw: { ...(request.query as Record<string, unknown>), ...body },
    path,
    id: request.id,
    idempotencyKey: typeof idempotencyKey === 'string' && idempotencyKey !== '' ? idempotencyKey : null,
    isBrowser: caller.isBrowser,
    clientIp: request.ip,
  });
  if (executed.hasEvents) options.onEvents();
  if (fault?.kind === 'drop') {
    // The work is committed, but the caller receives no answer.
    request.raw.socket.destroy();
    return reply.hijack();
  }
  if (executed.replayed) reply.header('idempotent-replayed', 'true');
  return reply.headers(executed.headers).code(executed.status).type('application/json').send(executed.body);
}

function refuse(options: ServerOptions, request: FastifyRequest, reply: FastifyReply, error: unknown) {
  if (error instanceof ApiError) {
    return reply.headers(error.headers).code(error.status).type('application/json').send(errorBody(error, request.id));
  }
  const status = (error as { statusCode?: number }).statusCode ?? 500;
  if (status < 500) {
    const message = status === 413 ? 'Request body is too large.' : 'Invalid request: it could not be read.';
    const refusal = new ApiError(status, { type: 'invalid_request_error', message });
    return reply.code(status).type('application/json').send(errorBody(refusal, request.id));
  }
  options.log({ level: 'error', request: request.id, message: String((error as Error).stack ?? error) });
  const body = {
    type: 'api_error',
    message: 'Sorry! An unexpected error occurred on our end. Nothing was changed; please try again.',
  } as const;
  return reply
    .code(500)
    .header('stripe-should-retry', 'true')
    .type('application/json')
    .send(errorBody(new ApiError(500, body), request.id));
}
