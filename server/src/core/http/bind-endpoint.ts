import {
  commonErrors,
  type Endpoint,
  type ErrorCode,
  errorStatuses,
  type Locale,
  type OpenAction,
  type ParsedRequestOf,
  problem,
  type ResponseOf,
} from '@portico/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { checkAccess, checkConfirmed } from './access.ts';
import { AppError } from './app-error.ts';
import { sendFailure, wantsPage } from './failure-page.ts';
import { render } from './problem-handler.ts';
import type { Session } from './session-context.ts';
import { readUploadedFile } from './uploads.ts';

type SessionOf<E extends Endpoint> = E extends { action: OpenAction } ? Session | null : Session;

export interface HandlerRequest<E extends Endpoint> extends ParsedRequestOf<E> {
  readonly session: SessionOf<E>;
  readonly locale: Locale;
  readonly http: FastifyRequest;
  readonly reply: FastifyReply;
}

/** A handler neither parses nor renders. It calls one service and returns a response of the contract. */
export type Handler<E extends Endpoint> = (
  request: HandlerRequest<E>,
) => Promise<E extends { response: unknown } ? ResponseOf<E> : FastifyReply>;

declare module 'fastify' {
  interface FastifyContextConfig {
    endpoint?: Endpoint;
  }
}

/**
 * Serves an endpoint: finds the session, checks access and the anti-forgery token, parses the request and calls the handler.
 * It sends only what the contract describes.
 */
export function bindEndpoint<const E extends Endpoint>(app: FastifyInstance, endpoint: E, handler: Handler<E>): void {
  const codes: readonly ErrorCode[] = [
    ...commonErrors,
    ...(endpoint.confirmed ? (['ConfirmationRequired'] as const) : []),
    ...(endpoint.errors ?? []),
  ];
  const failures = codes.map((code) => errorStatuses[code]).filter((status) => status !== 500);
  app.route({
    method: endpoint.method,
    url: endpoint.path.replace(/\{(\w+)\}/g, ':$1'),
    config: { endpoint },
    ...(endpoint.maxBytes !== undefined && { bodyLimit: endpoint.maxBytes }),
    ...(endpoint.file && { bodyLimit: endpoint.file.maxBytes }),
    ...(endpoint.path.startsWith('/Reports/') && { errorHandler: renderReportFailure }),
    schema: {
      summary: endpoint.summary,
      tags: [documentationTag(endpoint)],
      ...(endpoint.form && {
        consumes: ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data'],
      }),
      ...(endpoint.file && { consumes: [endpoint.file.type] }),
      ...(endpoint.params && { params: endpoint.params }),
      ...(endpoint.query && { querystring: endpoint.query }),
      ...(endpoint.body && { body: endpoint.body }),
      response: {
        ...(endpoint.response && { 200: endpoint.response }),
        ...Object.fromEntries(failures.map((status) => [status, problem])),
      },
    },
    onRequest: async (request) => {
      const session = await app.findSession(request);
      // A session that must still set up its second factor has no other access (MFA-12).
      request.session = session?.isSetup && !endpoint.duringSetup ? null : session;
      checkAccess(endpoint.action, request.session);
      if (endpoint.confirmed && request.session) checkConfirmed(request.session);
    },
    ...(endpoint.method !== 'GET' &&
      !endpoint.provesItself && {
        preValidation: async (request: FastifyRequest) => app.checkAntiForgery(request),
      }),
    handler: async (request, reply) => {
      const body = endpoint.file ? readUploadedFile(request.body) : request.body;
      const input = { params: request.params, query: request.query, body };
      const { session, locale } = request;
      try {
        return await handler({ ...input, session, locale, http: request, reply } as HandlerRequest<E>);
      } catch (error) {
        if (app.strictResponses && error instanceof AppError && !codes.includes(error.code))
          throw new Error(`${endpoint.method} ${endpoint.path} does not declare the error ${error.code}`, {
            cause: error,
          });
        throw error;
      }
    },
  });
}

/** A report that is opened in a browser without script fails with a page, otherwise with JSON (IMP-10). */
function renderReportFailure(error: Error, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  return (wantsPage(request) ? sendFailure : render)(error, request, reply);
}

/** The heading in the API documentation: the first word of the path, or the action's noun if the path has none. */
function documentationTag({ path, action }: Endpoint): string {
  const [, root, word] = path.split('/');
  if (root === 'api' && word) return word;
  const [noun = ''] = action.split('.');
  return noun.charAt(0).toUpperCase() + noun.slice(1);
}
