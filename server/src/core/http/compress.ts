import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** Minimum size in bytes for which compressing an API response saves time. */
const minCompressedSize = 1024;

/** Whether the client accepts Brotli, the smallest encoding. */
export function acceptsBrotli(request: FastifyRequest): boolean {
  return /\bbr\b/.test(String(request.headers['accept-encoding'] ?? ''));
}

/**
 * Compresses a text in an encoding that the browser accepts and sets the header. Content that differs by user is
 * compressed for each request, in about a millisecond.
 */
export async function compress(text: string, request: FastifyRequest, reply: FastifyReply): Promise<Buffer> {
  const content = Buffer.from(text);
  if (acceptsBrotli(request)) {
    reply.header('content-encoding', 'br');
    return brotli(content, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_SIZE_HINT]: content.length },
    });
  }
  if (/\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''))) {
    reply.header('content-encoding', 'gzip');
    return zip(content, { level: 5 });
  }
  return content;
}

/** False for a request that another site caused, so that the response's length reveals nothing (BREACH, WIRE-22). */
function isOwnRequest(request: FastifyRequest): boolean {
  const site = request.headers['sec-fetch-site'];
  return site === undefined || site === 'same-origin';
}

/** Compresses API responses that are long enough. Errors and reports, which are streams, are sent uncompressed. */
export function installCompression(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    const type = String(reply.getHeader('content-type') ?? '');
    const isAnswer = typeof payload === 'string' && reply.statusCode === 200 && type.startsWith('application/json');
    if (!isAnswer || payload.length < minCompressedSize) return payload;
    // Otherwise a shared cache would serve one encoding to everybody.
    reply.header('vary', 'Accept-Encoding');
    if (!isOwnRequest(request) || reply.hasHeader('content-encoding')) return payload;
    reply.removeHeader('content-length');
    return compress(payload, request, reply);
  });
}
