import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../config.ts';
import type { Database } from '../../db/database.ts';
import type { Session } from '../../http/session-context.ts';
import type { Audit } from '../audit/index.ts';
import { createAntiForgery } from './anti-forgery.ts';
import { type Cookies, createCookies } from './cookies.ts';
import { safeReturnUrl } from './return-url.ts';
import {
  findSession,
  type RequestOrigin,
  type SessionContext,
  type SignIn,
  signIn,
  signOut,
} from './session.service.ts';

export interface SessionDependencies {
  readonly database: Database;
  readonly config: Pick<Config, 'appSecret' | 'features'>;
  readonly audit: Audit;
  /** The portal's origin, without a trailing slash. It is read at each request, because it may depend on the port. */
  readonly publicUrl: () => string;
  /** Origins of the registered products. A `ReturnUrl` may lead to them and to the portal itself. */
  readonly linkedOrigins: () => Promise<readonly string[]>;
}

/** The functions of sessions for pages and routes. */
export interface Sessions {
  readonly signIn: (input: SignIn) => ReturnType<typeof signIn>;
  readonly signOut: (session: Session, origin: RequestOrigin) => Promise<void>;
  readonly cookies: Cookies;
  /** Issues a token for the current page. */
  issueToken(request: FastifyRequest, reply: FastifyReply): string;
  /** Returns the address when it is the portal's or a registered product's, else '/'. */
  safeReturnUrl(candidate: string | null | undefined): Promise<string>;
}

/** Lets the app find sessions and reject forged requests. */
export function installSessions(app: FastifyInstance, dependencies: SessionDependencies): Sessions {
  const { database, config, audit, publicUrl, linkedOrigins } = dependencies;
  const cookies = createCookies(() => publicUrl().startsWith('https:'));
  const antiForgery = createAntiForgery({ appSecret: config.appSecret, cookies, publicUrl });
  const context: SessionContext = {
    database,
    audit,
    features: config.features,
    onTouchError: (error) => app.log.warn({ err: error }, 'that a session is in use could not be noted'),
  };
  app.findSession = async (request) => {
    const id = cookies.readSession(request);
    return id ? findSession(context, id) : null;
  };
  app.checkAntiForgery = antiForgery.check;
  return {
    signIn: (input) => signIn(context, input),
    signOut: (session, origin) => signOut(context, session, origin),
    cookies,
    issueToken: antiForgery.issue,
    safeReturnUrl: async (candidate) => {
      // Only an absolute address can lead to a product.
      const origins = !candidate || candidate.startsWith('/') ? [] : await linkedOrigins();
      return safeReturnUrl(candidate, publicUrl(), origins);
    },
  };
}
