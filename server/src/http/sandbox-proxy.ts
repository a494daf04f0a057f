import proxy from '@fastify/http-proxy';
import type { FastifyInstance } from 'fastify';

/** What of a browser's request the sandbox gets to see. No cookies, and no `Idempotency-Key`: the portal's own keys share its space. */
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
  /** The key under which every call from outside is made, whatever key it came with. */
  readonly publishableKey: string;
}

/**
 * Lets browsers reach the sandbox on the portal's own origin: its script, its card fields, its hosted pages, and the calls that Stripe allows
 * with a publishable key. Its secret key is well known, so it opens nothing from here; `/_sandbox` is not passed on.
 */
export async function registerSandboxProxy(app: FastifyInstance, options: SandboxProxyOptions): Promise<void> {
  await app.register(async (scope) => {
    // Bodies go through as they are.
    scope.removeAllContentTypeParsers();
    await scope.register(proxy, {
      upstream: options.sandboxUrl,
      prefix: '/stripe-sandbox',
      preHandler: (request, reply, next) => {
        if (isControl(request.url)) reply.callNotFound();
        else next();
      },
      replyOptions: {
        rewriteRequestHeaders: (_request, headers) => ({
          ...Object.fromEntries(Object.entries(headers).filter(([name]) => passedOn.has(name))),
          authorization: `Bearer ${options.publishableKey}`,
        }),
      },
    });
  });
}

function isControl(url: string): boolean {
  try {
    return decodeURIComponent(url).toLowerCase().includes('/_sandbox');
  } catch {
    return true;
  }
}
