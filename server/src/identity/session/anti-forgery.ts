import { hkdfSync } from 'node:crypto';
import { Tokens } from '@fastify/csrf';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Session } from '../../core/http/session-context.ts';
import { newSecret } from '../../core/secrets.ts';
import type { Cookies } from './cookies.ts';
import { AntiForgeryError } from './session.errors.ts';

export const antiForgeryField = '__RequestVerificationToken';
const antiForgeryHeader = 'requestverificationtoken';

export interface AntiForgery {
  /** Issues a token for the current page. Sets the cookie to which a visitor's token is bound. */
  issue(request: FastifyRequest, reply: FastifyReply): string;
  /** @throws AntiForgeryError unless the request comes from a portal page of this session or visitor (CSRF-1) */
  check(request: FastifyRequest): void;
}

/**
 * Tokens prove that a request comes from the portal's own page (CSRF-3): a salt, and the HMAC of salt and binding. A token is bound to the session, or to a
 * visitor's cookie before sign-in.
 */
export function createAntiForgery(options: {
  appSecret: string;
  cookies: Cookies;
  publicUrl: () => string;
}): AntiForgery {
  const { appSecret, cookies, publicUrl } = options;
  const hmacKey = Buffer.from(hkdfSync('sha256', appSecret, '', 'portico anti-forgery', 32));
  const tokens = new Tokens({ hmacKey, saltLength: 22 });

  return {
    issue(request, reply) {
      if (request.session) return tokens.create(tokenBinding(request.session));
      const visitor = cookies.readVisitor(request) ?? newSecret();
      cookies.writeVisitor(reply, visitor);
      return tokens.create(`visitor ${visitor}`);
    },

    check(request) {
      if (!comesFromOurPages(request, publicUrl())) throw new AntiForgeryError();
      const visitor = request.session ? null : cookies.readVisitor(request);
      if (!request.session && !visitor) throw new AntiForgeryError();
      const binding = request.session ? tokenBinding(request.session) : `visitor ${visitor}`;
      if (!tokens.verify(binding, readToken(request))) throw new AntiForgeryError();
    },
  };
}

/** A session's public id survives a new cookie id, so open pages keep working (PRF-12). */
function tokenBinding({ publicId }: Session): string {
  return `session ${publicId}`;
}

/** The token from the header, or from the form's field (CSRF-2). */
function readToken(request: FastifyRequest): string {
  const header = request.headers[antiForgeryHeader];
  const field = (request.body as Record<string, unknown> | null | undefined)?.[antiForgeryField];
  if (header) return String(header);
  return typeof field === 'string' ? field : '';
}

/** Checks the origin that browsers send (CSRF-4). Requests without an origin still need the token. */
function comesFromOurPages(request: FastifyRequest, publicUrl: string): boolean {
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false;
  const { origin } = request.headers;
  // Also accepts the requested host, such as localhost instead of 127.0.0.1. Browsers only send this origin for pages of that host.
  return origin === undefined || origin === publicUrl || origin === `${request.protocol}://${request.host}`;
}
