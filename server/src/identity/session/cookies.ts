import type { FastifyReply, FastifyRequest } from 'fastify';

/** Readable by scripts, but grants nothing. The browser's session watch compares it every second (SES-7). */
export const markerCookie = 'portico_session_marker';

/** Over https, the prefix makes the browser enforce this host, Secure and the path `/` (SES-2). */
const sessionCookies = { secure: '__Host-portico_session', plain: 'portico_session' } as const;
const browserCookies = { secure: '__Host-portico_browser', plain: 'portico_browser' } as const;
const challengeCookies = { secure: '__Host-portico_challenge', plain: 'portico_challenge' } as const;
const visitorCookies = { secure: '__Host-portico_visitor', plain: 'portico_visitor' } as const;

const actingEndCookie = 'portico_acting_end';

/** Lifetime in seconds of a message for the next page. */
const noticeSeconds = 120;

/** The maximum lifetime that browsers allow: 400 days. */
const browserSeconds = 400 * 24 * 60 * 60;

const shapeOfSecret = /^[A-Za-z0-9_-]{43}$/;

export interface Cookies {
  readSession(request: FastifyRequest): string | null;
  /** @param maxAge seconds that survive browser restarts; null ends the cookie with the browser */
  writeSession(reply: FastifyReply, id: string, marker: string, maxAge: number | null): void;
  /** Also clears what the browser stored for the portal, such as drafts; preferences are cookies, and stay (SES-27). */
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
  const cookieName = (names: { secure: string; plain: string }) => (secure() ? names.secure : names.plain);
  const read = (request: FastifyRequest, name: string) => {
    const value = request.cookies[name];
    return value && shapeOfSecret.test(value) ? value : null;
  };
  const options = (httpOnly: boolean) => ({ path: '/', sameSite: 'lax', secure: secure(), httpOnly }) as const;
  return {
    readSession: (request) => read(request, cookieName(sessionCookies)),
    writeSession(reply, id, marker, maxAge) {
      const age = maxAge === null ? {} : { maxAge };
      reply.setCookie(cookieName(sessionCookies), id, { ...options(true), ...age });
      reply.setCookie(markerCookie, marker, { ...options(false), ...age });
    },
    clearSession(reply) {
      reply.clearCookie(cookieName(sessionCookies), options(true));
      reply.clearCookie(markerCookie, options(false));
      // Not the cache, which may take seconds: it has public files only, because answers are never stored.
      reply.header('clear-site-data', '"storage"');
    },
    readBrowser: (request) => read(request, cookieName(browserCookies)),
    writeBrowser(reply, token) {
      reply.setCookie(cookieName(browserCookies), token, { ...options(true), maxAge: browserSeconds });
    },
    readChallenge: (request) => read(request, cookieName(challengeCookies)),
    writeChallenge(reply, id, maxAge) {
      reply.setCookie(cookieName(challengeCookies), id, { ...options(true), maxAge });
    },
    clearChallenge(reply) {
      reply.clearCookie(cookieName(challengeCookies), options(true));
    },
    readActingEnd: (request) => request.cookies[actingEndCookie] ?? null,
    writeActingEnd(reply, end) {
      reply.setCookie(actingEndCookie, end, { ...options(true), maxAge: noticeSeconds });
    },
    clearActingEnd(reply) {
      reply.clearCookie(actingEndCookie, options(true));
    },
    readVisitor: (request) => read(request, cookieName(visitorCookies)),
    writeVisitor(reply, id) {
      reply.setCookie(cookieName(visitorCookies), id, options(true));
    },
  };
}
