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
  /** Issues a token for the current page. A visitor gets the cookie that the token is bound to. */
  issue(request: FastifyRequest, reply: FastifyReply): string;
  /** @throws AntiForgeryError unless the request comes from one of the portal's pages for this session or visitor (CSRF-1). */
  check(request: FastifyRequest): void;
}

/**
 * Tokens that prove that a request comes from the portal's own page (CSRF-3): a salt, and the HMAC of the salt and the binding. A token is bound to
 * the session, or to a visitor's cookie before sign-in. Tokens of other sessions are invalid.
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

/** The name of a session outlives its id, so that open pages stay good when the id is renewed (PRF-12). */
function tokenBinding({ publicId }: Session): string {
  return `session ${publicId}`;
}

/** The header's token, or the form's field (CSRF-2). */
function readToken(request: FastifyRequest): string {
  const header = request.headers[antiForgeryHeader];
  const field = (request.body as Record<string, unknown> | null | undefined)?.[antiForgeryField];
  if (header) return String(header);
  return typeof field === 'string' ? field : '';
}

/** Checks the origin that browsers send (CSRF-4). Requests without one still need the token. */
function comesFromOurPages(request: FastifyRequest, publicUrl: string): boolean {
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false;
  const { origin } = request.headers;
  // The requested host is accepted besides PUBLIC_URL, such as localhost besides 127.0.0.1. A browser sends this origin for pages of that host only.
  return origin === undefined || origin === publicUrl || origin === `${request.protocol}://${request.host}`;
}
