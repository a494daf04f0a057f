import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/**
 * Compresses a document in an encoding that the browser accepts, and sets its header. Documents differ by user, so they are compressed at each
 * request, in about a millisecond. Each response has another anti-forgery token, so that lengths reveal nothing (BREACH).
 */
export async function compressDocument(
  document: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Buffer> {
  const accepted = String(request.headers['accept-encoding'] ?? '');
  const content = Buffer.from(document);
  if (/\bbr\b/.test(accepted)) {
    reply.header('content-encoding', 'br');
    return brotli(content, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_SIZE_HINT]: content.length },
    });
  }
  if (/\bgzip\b/.test(accepted)) {
    reply.header('content-encoding', 'gzip');
    return zip(content, { level: 5 });
  }
  return content;
}
