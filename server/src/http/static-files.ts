import { existsSync } from 'node:fs';
import { join } from 'node:path';
import staticFiles from '@fastify/static';
import type { FastifyInstance } from 'fastify';

const oneYear = 31_536_000;
const oneDay = 86_400;

/**
 * Serves the web's built files. Those under /assets carry a hash of their content in their name and never change; the build left
 * compressed siblings beside them. Those at the top (icons) may change with a new version.
 * @param dist the web's build, `web/dist`; serves nothing when it is missing.
 */
export async function registerStaticFiles(app: FastifyInstance, dist: string): Promise<void> {
  if (!existsSync(join(dist, 'assets'))) return;
  await app.register(staticFiles, {
    root: join(dist, 'assets'),
    prefix: '/assets/',
    preCompressed: true,
    index: false,
    cacheControl: false,
    setHeaders: (reply) => void reply.header('cache-control', `public, max-age=${oneYear}, immutable`),
  });
  for (const name of ['favicon.svg', 'favicon.ico', 'robots.txt']) {
    if (!existsSync(join(dist, name))) continue;
    app.get(`/${name}`, (_request, reply) =>
      reply.header('cache-control', `public, max-age=${oneDay}`).sendFile(name, dist, { cacheControl: false }),
    );
  }
}
