import type { FastifyReply, FastifyRequest } from 'fastify';
import { retention } from '../../core/db/retention.ts';
import { cookieName } from '../../core/http/cookie-name.ts';

const names = {
  session: 'portico_session',
  marker: 'portico_session_marker',
  browser: 'portico_browser',
  challenge: 'portico_challenge',
  visitor: 'portico_visitor',
  actingEnd: 'portico_acting_end',
} as const;

/** Lifetime in seconds of a message for the next page. */
const noticeSeconds = 120;

/** The maximum lifetime that browsers allow: 400 days. */
const browserSeconds = retention.knownBrowser.value * 24 * 60 * 60;

const shapeOfSecret = /^[A-Za-z0-9_-]{43}$/;

export interface Cookies {
  /** The name of a cookie that scripts can read, but that grants nothing. The browser's session watch compares it every second (SES-7). */
  markerName(): string;
  readSession(request: FastifyRequest): string | null;
  /** @param maxAge seconds that survive browser restarts; null ends the cookie with the browser */
  writeSession(reply: FastifyReply, id: string, marker: string, maxAge: number | null): void;
  /**
   * Also clears what the browser stored for the portal, such as drafts, and what leads to its sign-up, such as the license key (SIGN-50). Preferences
   * are other cookies, and stay (SES-27).
   */
  clearSession(reply: FastifyReply): void;
  /** The value that identifies a known browser (SES-17). */
  readBrowser(request: FastifyRequest): string | null;
  writeBrowser(reply: FastifyReply, token: string): void;
  /** The browser's sign-in that waits for its second factor (MFA-1). */
  readChallenge(request: FastifyRequest): string | null;
  writeChallenge(reply: FastifyReply, id: string, maxAge: number): void;
  clearChallenge(reply: FastifyReply): void;
  /** How acting as a user ended, for the next page. It grants nothing. */
  readActingEnd(request: FastifyRequest): string | null;
  writeActingEnd(reply: FastifyReply, end: string): void;
  clearActingEnd(reply: FastifyReply): void;
  /** The value to which a visitor's anti-forgery tokens are bound. */
  readVisitor(request: FastifyRequest): string | null;
  writeVisitor(reply: FastifyReply, id: string): void;
}

/** @param secure whether the portal uses https */
export function createCookies(secure: () => boolean): Cookies {
  const nameOf = (cookie: keyof typeof names) => cookieName(names[cookie], secure());
  const read = (request: FastifyRequest, name: string) => {
    const value = request.cookies[name];
    return value && shapeOfSecret.test(value) ? value : null;
  };
  const options = (httpOnly: boolean) => ({ path: '/', sameSite: 'lax', secure: secure(), httpOnly }) as const;
  return {
    markerName: () => nameOf('marker'),
    readSession: (request) => read(request, nameOf('session')),
    writeSession(reply, id, marker, maxAge) {
      const age = maxAge === null ? {} : { maxAge };
      reply.setCookie(nameOf('session'), id, { ...options(true), ...age });
      reply.setCookie(nameOf('marker'), marker, { ...options(false), ...age });
    },
    clearSession(reply) {
      reply.clearCookie(nameOf('session'), options(true));
      reply.clearCookie(nameOf('marker'), options(false));
      reply.clearCookie(nameOf('visitor'), options(true));
      // Not the cache, which may take seconds: it has public files only, because answers are never stored.
      reply.header('clear-site-data', '"storage"');
    },
    readBrowser: (request) => read(request, nameOf('browser')),
    writeBrowser(reply, token) {
      reply.setCookie(nameOf('browser'), token, { ...options(true), maxAge: browserSeconds });
    },
    readChallenge: (request) => read(request, nameOf('challenge')),
    writeChallenge(reply, id, maxAge) {
      reply.setCookie(nameOf('challenge'), id, { ...options(true), maxAge });
    },
    clearChallenge(reply) {
      reply.clearCookie(nameOf('challenge'), options(true));
    },
    readActingEnd: (request) => request.cookies[nameOf('actingEnd')] ?? null,
    writeActingEnd(reply, end) {
      reply.setCookie(nameOf('actingEnd'), end, { ...options(true), maxAge: noticeSeconds });
    },
    clearActingEnd(reply) {
      reply.clearCookie(nameOf('actingEnd'), options(true));
    },
    readVisitor: (request) => read(request, nameOf('visitor')),
    writeVisitor(reply, id) {
      reply.setCookie(nameOf('visitor'), id, options(true));
    },
  };
}
