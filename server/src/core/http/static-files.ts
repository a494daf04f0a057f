import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import staticFiles from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { NotFoundError } from './app-error.ts';
import type { FindSharedFile, SharedFile } from './built-files.ts';
import { acceptsBrotli } from './compress.ts';
import { render } from './problem-handler.ts';

const decompress = promisify(brotliDecompress);

const unchanging = 'public, max-age=31536000, immutable';
const changing = 'public, max-age=86400';

/**
 * Serves the web's built files. Those in /assets have a content hash in their name, never change, and have compressed
 * versions next to them. Others may change.
 * @param dist the web build, `web/dist`
 * @param findShared finds files in /assets that this build does not have. A file that is missing there too is answered
 * with 404.
 */
export async function registerStaticFiles(
  app: FastifyInstance,
  dist: string,
  findShared: FindSharedFile,
): Promise<void> {
  await app.register(async (scope) => {
    // Files are always admitted, because they hardly ever need the database, and a page that was admitted needs them.
    scope.addHook('onRoute', (route) => {
      route.config = { ...route.config, admission: 'always' };
    });
    await scope.register(staticFiles, { root: dist, serve: false, cacheControl: false });
    for (const name of ['favicon.svg', 'favicon.ico', 'robots.txt']) {
      scope.get(`/${name}`, (_request, reply) => reply.header('cache-control', changing).sendFile(name));
    }
    await scope.register(
      async (assets) => {
        assets.setNotFoundHandler((request, reply) => answerShared(findShared, request, reply));
        await assets.register(staticFiles, {
          root: join(dist, 'assets'),
          prefix: '/',
          decorateReply: false,
          preCompressed: true,
          index: false,
          cacheControl: false,
          setHeaders: (reply) => void reply.header('cache-control', unchanging),
        });
      },
      { prefix: '/assets' },
    );
  });
}

/** Answers a file that another version's process stored, like one of this build (RUN-21). */
async function answerShared(find: FindSharedFile, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  const { '*': name = '' } = request.params as { '*'?: string };
  const file = isRead ? await find(name) : undefined;
  if (!file) return render(new NotFoundError(), request, reply);
  reply.headers({ 'cache-control': unchanging, 'content-type': file.contentType, vary: 'accept-encoding' });
  return encode(file, request, reply);
}

function encode(
  { content, isCompressed }: SharedFile,
  request: FastifyRequest,
  reply: FastifyReply,
): Buffer | Promise<Buffer> {
  if (!isCompressed) return content;
  if (!acceptsBrotli(request)) return decompress(content);
  reply.header('content-encoding', 'br');
  return content;
}
