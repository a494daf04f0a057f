import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** The web as it is while one works on it: modules as they are written, reloaded hot. */
export interface DevelopmentWeb {
  middlewares(request: IncomingMessage, response: ServerResponse, next: () => void): void;
  document(name: 'app' | 'login' | 'public', locale: 'en' | 'fr', url: string): Promise<string>;
  close(): Promise<void>;
}

/** Brings the web along; its socket shares the port of `server`. */
export type CreateDevelopmentWeb = (server: Server) => Promise<DevelopmentWeb>;

/** Lets the development server answer for what is its own; the rest goes on to the portal's routes. */
export function installDevelopmentWeb(app: FastifyInstance, web: DevelopmentWeb): void {
  app.addHook('onRequest', async (request, reply) => {
    const handled = await new Promise<boolean>((resolve) => {
      reply.raw.once('close', () => resolve(true));
      web.middlewares(request.raw, reply.raw, () => resolve(false));
    });
    return handled ? reply.hijack() : undefined;
  });
  app.addHook('onClose', () => web.close());
}
