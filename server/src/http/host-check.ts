import type { FastifyInstance } from 'fastify';
import { ForbiddenError } from './app-error.ts';

/** The names under which a machine reaches itself. */
const loopback = ['localhost', '127.0.0.1', '[::1]'];

/**
 * For the demonstration, whose passwords everybody knows: answers only under this machine's own names and that of PUBLIC_URL, with any port. A
 * page of any site can have its own name lead to this machine (DNS rebinding); it gets no answer under that. Judged by the `Host` that the
 * caller sent, as a page can also send what a trusted proxy would.
 */
export function installHostCheck(app: FastifyInstance, publicUrl: string): void {
  const names = new Set([...loopback, new URL(publicUrl).hostname]);
  app.addHook('onRequest', (request, _reply, done) => {
    const [, name] = /^(\[[\da-f:.]+\]|[^:[\]]+)(?::\d*)?$/i.exec(request.headers.host ?? '') ?? [];
    done(name !== undefined && names.has(name.toLowerCase()) ? undefined : new ForbiddenError('problem.host'));
  });
}
