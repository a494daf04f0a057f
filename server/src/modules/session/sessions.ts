import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../config.ts';
import type { Database } from '../../db/database.ts';
import type { Session } from '../../http/session-context.ts';
import type { Audit } from '../audit/index.ts';
import { createAntiForgery } from './anti-forgery.ts';
import { type Cookies, createCookies } from './cookies.ts';
import { safeReturnUrl } from './return-url.ts';
import { type Caller, findSession, type SessionContext, type SignIn, signIn, signOut } from './session.service.ts';

export interface SessionDependencies {
  readonly database: Database;
  readonly config: Pick<Config, 'appSecret' | 'features'>;
  readonly audit: Audit;
  /** The portal's own origin, without a trailing slash. Asked at each request: it may be known only once the port is. */
  readonly publicUrl: () => string;
  /** Origins of the registered products, where a `ReturnUrl` may lead besides the portal itself. */
  readonly linkedOrigins: () => Promise<readonly string[]>;
}

/** What pages and routes need of sessions. */
export interface Sessions {
  readonly signIn: (input: SignIn) => ReturnType<typeof signIn>;
  readonly signOut: (session: Session, caller: Caller) => Promise<void>;
  readonly cookies: Cookies;
  /** A token for the page that is being answered. */
  issueToken(request: FastifyRequest, reply: FastifyReply): string;
  /** The address itself when it is the portal's or a registered product's, else '/'. */
  safeReturnUrl(candidate: string | null | undefined): Promise<string>;
}

/** Makes the app know who is asking and refuse forged requests. */
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
    signOut: (session, caller) => signOut(context, session, caller),
    cookies,
    issueToken: antiForgery.issue,
    safeReturnUrl: async (candidate) => {
      // Only a whole address can lead to a product.
      const origins = !candidate || candidate.startsWith('/') ? [] : await linkedOrigins();
      return safeReturnUrl(candidate, publicUrl(), origins);
    },
  };
}
