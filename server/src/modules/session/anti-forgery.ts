import { hkdfSync } from 'node:crypto';
import { Tokens } from '@fastify/csrf';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Session } from '../../http/session-context.ts';
import { type Cookies, newSecret } from './cookies.ts';
import { AntiForgeryError } from './session.errors.ts';

export const antiForgeryField = '__RequestVerificationToken';
const antiForgeryHeader = 'requestverificationtoken';

export interface AntiForgery {
  /** A token for the page that is being answered. Gives a visitor the cookie that it is bound to. */
  issue(request: FastifyRequest, reply: FastifyReply): string;
  /** @throws AntiForgeryError unless the request comes from a page of ours that was made for this session or this visitor. */
  check(request: FastifyRequest): void;
}

/**
 * Proof that a change was asked for by our own page (CSRF-3): a salt and its HMAC together with the binding. Bound to the session, or
 * to a visitor's cookie before sign-in, so that a token of a former session, or somebody else's, opens nothing.
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
      if (request.session) return tokens.create(bindingOf(request.session));
      const visitor = cookies.readVisitor(request) ?? newSecret();
      cookies.writeVisitor(reply, visitor);
      return tokens.create(`visitor ${visitor}`);
    },

    check(request) {
      if (!comesFromOurPages(request, publicUrl())) throw new AntiForgeryError();
      const visitor = request.session ? null : cookies.readVisitor(request);
      if (!request.session && !visitor) throw new AntiForgeryError();
      const binding = request.session ? bindingOf(request.session) : `visitor ${visitor}`;
      if (!tokens.verify(binding, readToken(request))) throw new AntiForgeryError();
    },
  };
}

function bindingOf({ idHash }: Session): string {
  return `session ${idHash.toString('base64url')}`;
}

function readToken(request: FastifyRequest): string {
  const header = request.headers[antiForgeryHeader];
  const field = (request.body as Record<string, unknown> | null | undefined)?.[antiForgeryField];
  if (header) return String(header);
  return typeof field === 'string' ? field : '';
}

/** What browsers say of where a request comes from. Programs that say nothing still need the token. */
function comesFromOurPages(request: FastifyRequest, publicUrl: string): boolean {
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false;
  const { origin } = request.headers;
  // The host that was asked counts beside PUBLIC_URL (localhost beside 127.0.0.1): no page of another host can make a browser send ours.
  return origin === undefined || origin === publicUrl || origin === `${request.protocol}://${request.host}`;
}
