import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { nestServer } from './nested-server.ts';

/**
 * The headers that the sandbox receives. Cookies are not forwarded. `Idempotency-Key` is not either, because the portal
 * uses the same key space.
 */
const passedOn = new Set([
  'accept',
  'accept-encoding',
  'accept-language',
  'content-length',
  'content-type',
  'host',
  'stripe-version',
  'transfer-encoding',
  'user-agent',
]);

export interface SandboxProxyOptions {
  readonly sandboxUrl: string;
  /** Replaces the key of every external call. */
  readonly publishableKey: string;
}

/**
 * Serves the sandbox on the portal's own origin: its script, card fields, hosted pages, and the calls that Stripe
 * allows with a publishable key. Its secret key is public, so it grants nothing here. `/_sandbox` is not served
 * (DEMO-8).
 */
export async function registerSandboxProxy(app: FastifyInstance, options: SandboxProxyOptions): Promise<void> {
  const proxy = nestServer(() => makeProxy(options));
  app.addHook('onClose', () => proxy.close());
  await app.register(async (scope) => {
    // Bodies are forwarded unparsed.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _body, done) => done(null));
    for (const url of ['/stripe-sandbox', '/stripe-sandbox/*']) {
      scope.route({
        method: ['DELETE', 'GET', 'OPTIONS', 'PATCH', 'POST', 'PUT'],
        url,
        handler: async (request: FastifyRequest, reply: FastifyReply) =>
          isControl(request.url, options.sandboxUrl) ? reply.callNotFound() : proxy.answer(request, reply),
      });
    }
  });
}

async function makeProxy({ sandboxUrl, publishableKey }: SandboxProxyOptions): Promise<FastifyInstance> {
  const { default: proxy } = await import('@fastify/http-proxy');
  // Paths match as in the portal.
  const server = Fastify({
    routerOptions: { caseSensitive: false, ignoreDuplicateSlashes: true, maxParamLength: 300 },
  });
  server.removeAllContentTypeParsers();
  await server.register(proxy, {
    upstream: sandboxUrl,
    prefix: '/stripe-sandbox',
    replyOptions: {
      rewriteRequestHeaders: (_request, headers) => ({
        ...Object.fromEntries(Object.entries(headers).filter(([name]) => passedOn.has(name))),
        authorization: `Bearer ${publishableKey}`,
      }),
    },
  });
  return server;
}

/**
 * Checks the path both as sent and as resolved, because `.\_sandbox` resolves to `/_sandbox`. A path that cannot be
 * parsed is refused too.
 */
function isControl(url: string, sandboxUrl: string): boolean {
  const rest = url.replace(/^\/+stripe-sandbox/i, '');
  try {
    const written = decodeURIComponent(rest);
    const resolved = decodeURIComponent(new URL(`.${rest}`, sandboxUrl).pathname);
    return written.includes('\\') || [written, resolved].some((path) => path.toLowerCase().includes('/_sandbox'));
  } catch {
    return true;
  }
}
