import type { FastifyInstance, FastifyRequest } from 'fastify';

/**
 * Maximum size of a form in bytes. It is smaller than for other bodies, because parsing forms costs far more. The
 * longest real form has about 11 kB.
 */
const maxFormBytes = 32 * 1024;

/** Maximum number of fields, more than any form has. Forms with more are refused before parsing. */
const maxFields = 20;

/** A body that is not a form, or larger than any form. The sender must correct it. */
class FormError extends Error {
  readonly statusCode: 400 | 413;

  constructor(statusCode: 400 | 413) {
    super('not a form that can be read');
    this.statusCode = statusCode;
  }
}

/**
 * Parses multipart/form-data of up to 32 KiB into fields (LIM-10). The last field of a name wins, and files are
 * ignored. Node.js does the parsing, and loads the code for it at the first such form.
 */
export function readMultipartForms(scope: FastifyInstance): void {
  scope.addContentTypeParser(
    'multipart/form-data',
    { parseAs: 'buffer', bodyLimit: maxFormBytes },
    async (request: FastifyRequest, body: Buffer<ArrayBuffer>) => {
      const fields = await parseFields(request.headers['content-type'] ?? '', body);
      if (fields.length > maxFields) throw new FormError(413);
      return Object.fromEntries(fields.filter(([, value]) => typeof value === 'string'));
    },
  );
}

async function parseFields(contentType: string, body: Buffer<ArrayBuffer>) {
  try {
    return [...(await new Response(body, { headers: { 'content-type': contentType } }).formData())];
  } catch {
    throw new FormError(400);
  }
}
