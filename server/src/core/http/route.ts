import type { Endpoint, OpenAction, ParsedRequestOf, ResponseOf } from '@portico/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { bindEndpoint } from './bind-endpoint.ts';
import { createRequestContext, type RequestContext } from './request-context.ts';

/** The input of a route's handler: the parsed request and one context for its service. */
export interface RouteRequest<E extends Endpoint, Context> extends ParsedRequestOf<E> {
  readonly context: Context & RequestContext;
  readonly http: FastifyRequest;
  readonly reply: FastifyReply;
}

/** An endpoint with its handler, which parses, calls and returns. */
export interface Route {
  bind(app: FastifyInstance): void;
}

/**
 * Creates the routes of a module for signed-in users. A handler's context combines the module's with the request's. An
 * endpoint for anyone may have no session and is bound with `bindEndpoint` directly.
 */
export function createRouteBuilder<Context extends object>(context: Context) {
  return <const E extends Endpoint>(
    endpoint: E & (E extends { action: OpenAction } ? never : unknown),
    handler: (
      request: RouteRequest<E, Context>,
    ) => Promise<E extends { response: unknown } ? ResponseOf<E> : FastifyReply>,
  ): Route => ({
    bind: (app) =>
      bindEndpoint(app, endpoint as Endpoint, async ({ session, params, query, body, http, reply }) =>
        handler({
          params,
          query,
          body,
          http,
          reply,
          context: { ...context, ...createRequestContext(session as NonNullable<typeof session>, http) },
        } as RouteRequest<E, Context>),
      ),
  });
}
