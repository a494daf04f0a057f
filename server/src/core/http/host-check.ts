import type { FastifyInstance } from 'fastify';
import { ForbiddenError } from './app-error.ts';

/** The names by which a computer reaches itself. */
const loopback = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Protects the demo, whose passwords are public, from DNS rebinding (DEMO-4). Only local names and the name in
 * PUBLIC_URL are served, with any port. Only the `Host` header counts, because a hostile page can also send proxy
 * headers.
 */
export function installHostCheck(app: FastifyInstance, publicUrl: string): void {
  const names = new Set([...loopback, new URL(publicUrl).hostname]);
  app.addHook('onRequest', (request, _reply, done) => {
    const [, name] = /^(\[[\da-f:.]+\]|[^:[\]]+)(?::\d*)?$/i.exec(request.headers.host ?? '') ?? [];
    done(name !== undefined && names.has(name.toLowerCase()) ? undefined : new ForbiddenError('problem.host'));
  });
}
