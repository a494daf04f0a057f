import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import cookie from '@fastify/cookie';
import formbody from '@fastify/formbody';
import type { Locale } from '@portico/contract';
import { locales } from '@portico/contract';
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
import type { KnownCaller } from './callers.ts';
import { installCompression } from './compress.ts';
import { cookieName } from './cookie-name.ts';
import { loggedPath } from './logged-path.ts';
import { installProblemHandler, render } from './problem-handler.ts';
import { installRefusalLog } from './refusal-log.ts';
import { closedHeaders } from './security-headers.ts';
import { createSerializer } from './serializer.ts';
import type { Session } from './session-context.ts';
import { readFiles } from './uploads.ts';
import { findUnstorableText, RequestValidationError } from './validation.ts';

/** Names of the cookie with the language that the user chose, over https and http. Scripts can write the cookie. */
const localeCookies = [true, false].map((isSecure) => cookieName('portico_locale', isSecure));

/**
 * The user's language: the chosen one, or that of the opened link, or the browser's first supported one, or English
 * (WIRE-13, REC-4).
 */
function readLocale(request: FastifyRequest): Locale {
  const chosen = localeCookies.map((name) => request.cookies[name]).find(isLocale);
  if (chosen) return chosen;
  const { language } = request.query as { language?: string };
  if (isLocale(language)) return language;
  const spoken = request.headers['accept-language'];
  if (!spoken) return 'en';
  const wanted = spoken
    .split(',')
    .map((part) => {
      const [tag = '', quality] = part.trim().split(';q=');
      return { language: tag.slice(0, 2).toLowerCase(), quality: quality === undefined ? 1 : Number(quality) || 0 };
    })
    .sort((a, b) => b.quality - a.quality);
  return wanted.map(({ language }) => language).find(isLocale) ?? 'en';
}

function isLocale(value: string | undefined): value is Locale {
  return locales.includes(value as Locale);
}

declare module 'fastify' {
  interface FastifyRequest {
    session: Session | null;
    locale: Locale;
    /**
     * True for a request that was refused before any work. The log counts such requests instead of having a line for
     * each.
     */
    isCounted: boolean;
  }
  interface FastifyInstance {
    /** In tests, responses and errors that the contract does not declare are refused. */
    strictResponses: boolean;
    /** Finds the session of a request by its cookie; null without one. Set by the session module. */
    findSession: (request: FastifyRequest) => Promise<Session | null>;
    /** Reads the ID of a request's session from its cookie; null without one. Set by the session module. */
    readSessionId: (request: FastifyRequest) => string | null;
    /** Records what a session's ID or a token has proved; null if it is not valid. Set by admission. */
    recordCaller: (credential: string, proved: KnownCaller | null) => void;
    /** Checks the anti-forgery token. Set by the session module. @throws AntiForgeryError */
    checkAntiForgery: (request: FastifyRequest) => void | Promise<void>;
  }
}

export interface HttpOptions {
  readonly logger: Logger;
  /** Proxies whose forwarded headers are trusted. */
  readonly trustedProxies: readonly string[];
  /** In tests, a response that its contract does not describe is refused. */
  readonly strictResponses: boolean;
  /**
   * Milliseconds after which a silent connection is closed. The default of two minutes is longer than any response
   * takes.
   */
  readonly stuckAfter?: number;
}

const isCall = /^\/+api\//i;

/** Parses requests by the schemas of their contract. */
const validatorCompiler: FastifySchemaCompiler<z.ZodType> =
  ({ schema, httpPart }) =>
  (value) => {
    const parsed = schema.safeParse(value ?? (httpPart === 'body' ? undefined : {}), { reportInput: true });
    const issues = parsed.success ? findUnstorableText(parsed.data) : parsed.error.issues;
    return parsed.success && issues.length === 0
      ? { value: parsed.data }
      : { error: new RequestValidationError(issues, httpPart ?? 'body') };
  };

/** The HTTP server without routes: parsing, request ids, errors and headers. */
export async function createHttpServer(options: HttpOptions): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: options.logger as never,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: options.trustedProxies.length > 0 ? [...options.trustedProxies] : false,
    // Forms and files have their own limits (LIM-10).
    bodyLimit: 256 * 1024,
    requestTimeout: 30_000,
    connectionTimeout: options.stuckAfter ?? 120_000,
    // Node.js applies the longer of the two timeouts to the whole request, so the headers need the shorter one.
    http: { headersTimeout: 15_000, connectionsCheckingInterval: 5_000 },
    rewriteUrl: (request) => toPath(request as IncomingMessage),
    routerOptions: {
      // Paths match regardless of case and slashes (WIRE-3).
      caseSensitive: false,
      ignoreDuplicateSlashes: true,
      ignoreTrailingSlash: true,
      maxParamLength: 300,
    },
    forceCloseConnections: 'idle',
    // Set here rather than later, so that Fastify's own large compilers are never loaded.
    schemaController: {
      compilersFactory: {
        buildValidator: () => validatorCompiler as never,
        buildSerializer: () => createSerializer(options.strictResponses) as never,
      },
    },
    // An address that cannot be parsed skips all hooks, so their headers are set here.
    frameworkErrors: (error, request, reply) => {
      request.locale = 'en';
      reply.headers(closedHeaders).header('x-request-id', request.id);
      void render(error, request as FastifyRequest, reply as FastifyReply);
    },
  }) as unknown as FastifyInstance;

  // The validator's own error is used, not Fastify's wrapper of it.
  app.setSchemaErrorFormatter((errors) => errors as unknown as Error);

  app.decorate('strictResponses', options.strictResponses);
  app.decorateRequest('session', null);
  app.decorateRequest('locale', 'en');
  app.decorateRequest('isCounted', false);
  app.decorate('findSession', async () => null);
  app.decorate('readSessionId', () => null);
  app.decorate('recordCaller', () => {});
  app.decorate('checkAntiForgery', () => {});
  await app.register(cookie);
  await app.register(formbody);
  readFiles(app);
  installHooks(app);
  installCompression(app);
  installRefusalLog(app);
  installProblemHandler(app);
  app.setNotFoundHandler((request, reply) => render(new NotFoundError(), request, reply));
  return app;
}

/** Hooks of every request. None of them waits, so none returns a promise. */
function installHooks(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    request.locale = readLocale(request);
    done(hasOneHost(request.raw) ? undefined : new BadRequestError());
  });
  app.addHook('onSend', (request, reply, payload, done) => {
    reply.header('x-request-id', request.id);
    // API responses are never cached (WIRE-18).
    if (isCall.test(request.url) && !reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
    done(null, payload);
  });
  app.addHook('onResponse', (request, reply, done) => {
    // Counted requests get a summary line once a second.
    if (!request.isCounted) logRequest(request, reply);
    done();
  });
}

/** Logs one line without the query, which can contain user input (RUN-8). */
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

/**
 * The target of a request as a path. Servers must also accept the absolute form (`GET http://host/path`), whose host replaces the header's (RFC
 * 9112, 3.2.2).
 */
function toPath(request: IncomingMessage): string {
  const { url = '/' } = request;
  if (url.startsWith('/')) return url;
  const [, host, path] = /^https?:\/\/([^/?#]*)(.*)$/is.exec(url) ?? [];
  if (host === undefined || path === undefined) return url;
  request.headers.host = host;
  return path.startsWith('/') ? path : `/${path}`;
}

/**
 * Whether a request names at most one host, because recipients disagree on which of several hosts counts (RFC 9112,
 * 3.2). Node.js refuses a missing one.
 */
function hasOneHost({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] as string;
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts <= 1;
}
