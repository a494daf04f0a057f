import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** The web app during development: its sources, with hot reload. */
export interface DevelopmentWeb {
  middlewares(request: IncomingMessage, response: ServerResponse, next: () => void): void;
  document(name: string, locale: 'en' | 'fr', url: string): Promise<string>;
  close(): Promise<void>;
}

/** Creates the development server. Its socket shares the port of `server`. */
export type CreateDevelopmentWeb = (server: Server) => Promise<DevelopmentWeb>;

/** Lets the development server answer its own paths. The portal's routes answer all others. */
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
