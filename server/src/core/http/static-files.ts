import { join } from 'node:path';
import staticFiles from '@fastify/static';
import type { FastifyInstance } from 'fastify';

const oneYear = 31_536_000;
const oneDay = 86_400;

/**
 * Serves the web's built files. Those in /assets have a content hash in their name, never change, and have compressed
 * versions next to them. Others may change.
 * @param dist the web build, `web/dist`. A missing file is answered with 404.
 */
export async function registerStaticFiles(app: FastifyInstance, dist: string): Promise<void> {
  const assets = join(dist, 'assets');
  await app.register(async (scope) => {
    // Files are always admitted, because they need no database, and a page that was admitted needs them.
    scope.addHook('onRoute', (route) => {
      route.config = { ...route.config, admission: 'always' };
    });
    await scope.register(staticFiles, {
      root: assets,
      prefix: '/assets/',
      preCompressed: true,
      index: false,
      cacheControl: false,
      setHeaders: (reply, path) => {
        const life = path.startsWith(assets) ? `public, max-age=${oneYear}, immutable` : `public, max-age=${oneDay}`;
        reply.header('cache-control', life);
      },
    });
    for (const name of ['favicon.svg', 'favicon.ico', 'robots.txt']) {
      scope.get(`/${name}`, (_request, reply) => reply.sendFile(name, dist));
    }
  });
}
