import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import cookie from '@fastify/cookie';
import formbody from '@fastify/formbody';
import type { Locale } from '@portico/contract';
import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifySchemaCompiler,
  LogController,
} from 'fastify';
import type { Logger } from 'pino';
import type { z } from 'zod';
import { BadRequestError, NotFoundError } from './app-error.ts';
import { readLocale } from './locale.ts';
import { loggedPath } from './logged-path.ts';
import { installProblemHandler, render } from './problem-handler.ts';
import { installRefusalLog } from './refusal-log.ts';
import { hasOneHost, toPath } from './request-target.ts';
import { closedHeaders } from './security-headers.ts';
import { createSerializer } from './serializer.ts';
import type { Session } from './session-context.ts';
import { findUnstorableText, RequestValidationError } from './validation.ts';

declare module 'fastify' {
  interface FastifyRequest {
    session: Session | null;
    locale: Locale;
    /** Refused before any work: part of a count in the log, without a line of its own. */
    isCounted: boolean;
  }
  interface FastifyInstance {
    /** Tests: refuse answers and errors that the contract does not declare. */
    strictResponses: boolean;
    /** Set by the session module: who is asking, by the cookie; null when nobody. */
    findSession: (request: FastifyRequest) => Promise<Session | null>;
    /** Set by the session module. @throws AntiForgeryError */
    checkAntiForgery: (request: FastifyRequest) => void | Promise<void>;
  }
}

export interface HttpOptions {
  readonly logger: Logger;
  /** Proxies whose forwarded headers are believed; nobody's otherwise. */
  readonly trustedProxies: readonly string[];
  /** Tests: refuse an answer that its contract does not describe. */
  readonly strictResponses: boolean;
  /** Milliseconds after which a connection is ended on which nothing goes either way; two minutes, longer than any answer takes, where it is left out. */
  readonly stuckAfter?: number;
}

const isCall = /^\/+api\//i;

/** Requests are parsed by the schemas of their contract. */
const validatorCompiler: FastifySchemaCompiler<z.ZodType> =
  ({ schema, httpPart }) =>
  (value) => {
    const parsed = schema.safeParse(value ?? (httpPart === 'body' ? undefined : {}), { reportInput: true });
    const issues = parsed.success ? findUnstorableText(parsed.data) : parsed.error.issues;
    return parsed.success && issues.length === 0
      ? { value: parsed.data }
      : { error: new RequestValidationError(issues, httpPart ?? 'body') };
  };

/** The HTTP server without any route: parsing, request ids, errors, and what leaves it. */
export async function createHttpServer(options: HttpOptions): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: options.logger as never,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: options.trustedProxies.length > 0 ? [...options.trustedProxies] : false,
    bodyLimit: 256 * 1024,
    requestTimeout: 30_000,
    connectionTimeout: options.stuckAfter ?? 120_000,
    // Node.js takes the longer of the two for the whole request, so that headers must be given less.
    http: { headersTimeout: 15_000, connectionsCheckingInterval: 5_000 },
    rewriteUrl: (request) => toPath(request as IncomingMessage),
    routerOptions: {
      caseSensitive: false,
      ignoreDuplicateSlashes: true,
      ignoreTrailingSlash: true,
      maxParamLength: 300,
    },
    forceCloseConnections: 'idle',
    // Given here rather than set later: Fastify's own compilers, large ones, are then never loaded.
    schemaController: {
      compilersFactory: {
        buildValidator: () => validatorCompiler as never,
        buildSerializer: () => createSerializer(options.strictResponses) as never,
      },
    },
    // An address that cannot be read meets no hook: what those add is added here.
    frameworkErrors: (error, request, reply) => {
      request.locale = 'en';
      reply.headers(closedHeaders).header('x-request-id', request.id);
      void render(error, request as FastifyRequest, reply as FastifyReply);
    },
  }) as unknown as FastifyInstance;

  // One validation path: the compiler's own error, not Fastify's wrapping of it.
  app.setSchemaErrorFormatter((errors) => errors as unknown as Error);

  app.decorate('strictResponses', options.strictResponses);
  app.decorateRequest('session', null);
  app.decorateRequest('locale', 'en');
  app.decorateRequest('isCounted', false);
  app.decorate('findSession', async () => null);
  app.decorate('checkAntiForgery', () => {});
  await app.register(cookie);
  await app.register(formbody);
  installHooks(app);
  installRefusalLog(app);
  installProblemHandler(app);
  app.setNotFoundHandler((request, reply) => render(new NotFoundError(), request, reply));
  return app;
}

/** What every request meets. None of it waits for anything, so none makes a promise. */
function installHooks(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    request.locale = readLocale(request);
    done(hasOneHost(request.raw) ? undefined : new BadRequestError());
  });
  app.addHook('onSend', (request, reply, payload, done) => {
    reply.header('x-request-id', request.id);
    if (isCall.test(request.url) && !reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
    done(null, payload);
  });
  app.addHook('onResponse', (request, reply, done) => {
    // Others are counted, and told of once a second.
    if (!request.isCounted) logRequest(request, reply);
    done();
  });
}

/** One line, without the query: addresses can carry what people typed. */
function logRequest(request: FastifyRequest, reply: FastifyReply): void {
  request.log[reply.statusCode >= 500 ? 'warn' : 'info'](
    {
      method: request.method,
      path: loggedPath(request.url),
      status: reply.statusCode,
      milliseconds: Math.round(reply.elapsedTime),
      userId: request.session?.user.id,
    },
    'request',
  );
}
