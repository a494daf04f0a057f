import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Bytes. Reading a form costs much more than its size: a body as long as others may be would hold everybody up. The longest of ours has some 11 kB. */
const longestForm = 32 * 1024;

/** More fields than any form of ours has, so that a long list of them is refused before it is looked at. */
const mostFields = 20;

/** The sender's mistake: a body that is no form, or more than a form needs. */
class FormError extends Error {
  readonly statusCode: 400 | 413;

  constructor(statusCode: 400 | 413) {
    super('not a form that can be read');
    this.statusCode = statusCode;
  }
}

/**
 * Reads forms that come as multipart/form-data, up to 32 KiB: a field by its name, the last one of a name. Files are no
 * fields and are left out. Node.js reads them itself, and loads what it needs for that at the first such form.
 */
export function readMultipartForms(scope: FastifyInstance): void {
  scope.addContentTypeParser(
    'multipart/form-data',
    { parseAs: 'buffer', bodyLimit: longestForm },
    async (request: FastifyRequest, body: Buffer<ArrayBuffer>) => {
      const fields = await fieldsOf(request.headers['content-type'] ?? '', body);
      if (fields.length > mostFields) throw new FormError(413);
      return Object.fromEntries(fields.filter(([, value]) => typeof value === 'string'));
    },
  );
}

async function fieldsOf(contentType: string, body: Buffer<ArrayBuffer>) {
  try {
    return [...(await new Response(body, { headers: { 'content-type': contentType } }).formData())];
  } catch {
    throw new FormError(400);
  }
}
