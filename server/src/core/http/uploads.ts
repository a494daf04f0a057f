import type { FastifyInstance, FastifyRequest } from 'fastify';

/** A body of a type that the call does not accept. */
class MediaTypeError extends Error {
  readonly statusCode = 415;
}

/**
 * Lets endpoints accept a CSV file as their body, up to the size in their contract (LIM-10). All other endpoints
 * refuse a file.
 */
export function readFiles(app: FastifyInstance): void {
  app.addContentTypeParser('text/csv', { parseAs: 'buffer' }, async (request: FastifyRequest, body: Buffer) => {
    if (!request.routeOptions.config.endpoint?.file) throw new MediaTypeError('this call accepts no file');
    return body;
  });
}

/** The bytes of a request's file; empty if nothing was sent. @throws MediaTypeError for another kind of body. */
export function readUploadedFile(body: unknown): Uint8Array {
  if (body === undefined || body === null) return new Uint8Array();
  if (body instanceof Uint8Array) return body;
  throw new MediaTypeError('this call needs a file');
}
