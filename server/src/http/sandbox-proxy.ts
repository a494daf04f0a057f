import proxy from '@fastify/http-proxy';
import type { FastifyInstance } from 'fastify';

/**
 * Lets browsers reach the sandbox on the portal's own origin: its script, its card fields, its hosted pages. Its control stays on this machine:
 * `/_sandbox` is not passed on.
 */
export async function registerSandboxProxy(app: FastifyInstance, sandboxUrl: string): Promise<void> {
  await app.register(async (scope) => {
    // Bodies go through as they are.
    scope.removeAllContentTypeParsers();
    await scope.register(proxy, {
      upstream: sandboxUrl,
      prefix: '/stripe-sandbox',
      preHandler: (request, reply, next) => {
        if (isControl(request.url)) reply.callNotFound();
        else next();
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
