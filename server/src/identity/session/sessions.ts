import { paths, type SecondFactorMethod, type SignInOutcome } from '@portico/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../core/config.ts';
import { type RequestOrigin, readRequestOrigin } from '../../core/http/request-origin.ts';
import type { Session } from '../../core/http/session-context.ts';
import { hashSecret } from '../../core/secrets.ts';
import { type ActingEnd, endActing } from './acting.ts';
import { createAntiForgery } from './anti-forgery.ts';
import { type Cookies, createCookies } from './cookies.ts';
import type { Entry, EntryRequest, Visit } from './entry.context.ts';
import { challengeSeconds, completeFirstFactor, maxSessionSeconds } from './entry.ts';
import { hasSessionOfDisabledAccount } from './open-sessions.queries.ts';
import { safeReturnUrl } from './return-url.ts';
import {
  cancelChallenge,
  describeChallenge,
  hasChallenge,
  passChallenge,
  type SecondStep,
  type SecondStepContext,
  sendChallengeCode,
} from './second-step.ts';
import { findSession, type SessionContext, signOut } from './session.service.ts';
import type { RenewedSession } from './setup-session.ts';
import { type SignIn, signIn } from './sign-in.ts';
import { openSignOut, sealSignOut } from './sign-out-request.ts';
import { beginVouchedSession, type VouchedEntry } from './vouched-entry.ts';

export interface SessionDependencies extends Omit<SecondStepContext, 'config' | 'safeReturnUrl'> {
  readonly config: Pick<Config, 'appSecret' | 'features' | 'mode'>;
  /** The portal's origin, without a trailing slash. Read at each request, because it can depend on the port. */
  readonly publicUrl: () => string;
  /** Origins of the registered products. A `ReturnUrl` may lead to them and to the portal itself. */
  readonly linkedOrigins: () => Promise<readonly string[]>;
  /** Whether signing out of the portal also signs out of some products. */
  readonly sharesSignOut: () => Promise<boolean>;
  /** The page that signs out at the provider that vouched for a session and returns to `target`; undefined if there is no such provider (SSO-36). */
  readonly findProviderSignOut: (
    session: { readonly publicId: string; readonly accountId: number },
    target: string,
  ) => Promise<string | undefined>;
}

/** The functions of sessions for pages and routes. */
export type Sessions = ReturnType<typeof installSessions>;

/** Lets the app find sessions and reject forged requests. */
export function installSessions(app: FastifyInstance, dependencies: SessionDependencies) {
  const { config, audit, database, publicUrl } = dependencies;
  const cookies = createCookies(() => publicUrl().startsWith('https:'));
  const antiForgery = createAntiForgery({ appSecret: config.appSecret, cookies, publicUrl });
  const context: SessionContext = {
    database,
    audit,
    features: config.features,
    onTouchError: (error) => app.log.warn({ err: error }, 'the last use of a session could not be stored'),
  };
  app.readSessionId = cookies.readSession;
  app.findSession = async (request) => {
    const id = cookies.readSession(request);
    if (id === null) return null;
    const session = await findSession(context, id);
    app.recordCaller(id, session && { accountId: session.account.id, isOperator: session.user.isOperator });
    return session;
  };
  app.checkAntiForgery = antiForgery.check;
  const entering: SecondStepContext = {
    ...dependencies,
    safeReturnUrl: async (candidate) => {
      // Only an absolute address can lead to a product.
      const origins = !candidate || candidate.startsWith('/') ? [] : await dependencies.linkedOrigins();
      return safeReturnUrl(candidate, publicUrl(), origins);
    },
  };
  return {
    ...createSignInFunctions({ ...entering, cookies }),
    ...createSignOutFunctions({ ...dependencies, ...context, cookies, safeReturnUrl: entering.safeReturnUrl }),
    cookies,
    /** Issues an anti-forgery token for the current page. */
    issueToken: antiForgery.issue,
    safeReturnUrl: entering.safeReturnUrl,
  };
}

/** Signing in, and the steps of a challenge. */
function createSignInFunctions(context: SecondStepContext & { cookies: Cookies }) {
  return {
    signIn: (input: SignIn) => signIn(context, input),
    /** Continues after an accepted proof, and writes the cookies of the session or challenge. @throws InvalidCredentialsError for a user who is inactive or gone. */
    async signInWithProof(
      request: FastifyRequest,
      reply: FastifyReply,
      proved: Omit<EntryRequest, keyof Visit>,
    ): Promise<SignInOutcome> {
      const entry = await completeFirstFactor(context, { ...readVisit(context.cookies, request), ...proved });
      return writeEntry(context, reply, entry, proved);
    },
    /** Begins a session in the same transaction that creates the user, and writes its cookies (SSO-27). @returns the page to open */
    async beginVouchedSession(
      request: FastifyRequest,
      reply: FastifyReply,
      vouched: Omit<VouchedEntry, 'visit'>,
    ): Promise<string> {
      const entry = await beginVouchedSession(context, { ...vouched, visit: readVisit(context.cookies, request) });
      const { redirectUrl } = await writeEntry(context, reply, entry, { rememberMe: false });
      return redirectUrl ?? '/';
    },
    readVisit: (request: FastifyRequest) => readVisit(context.cookies, request),
    /** Writes the cookies of an entry. @returns the page to open, or the challenge to answer */
    writeEntry: (reply: FastifyReply, entry: Entry, options: { rememberMe: boolean }) =>
      writeEntry(context, reply, entry, options),
    /** @throws ChallengeExpiredError */
    describeChallenge: (challengeId: string | null) => describeChallenge(context, challengeId),
    hasChallenge: (request: FastifyRequest) => hasChallenge(context, context.cookies.readChallenge(request)),
    sendChallengeCode: (visit: Visit, method: SecondFactorMethod | undefined) =>
      sendChallengeCode(context, visit, method),
    passChallenge: (visit: Visit, step: SecondStep) => passChallenge(context, visit, step),
    cancelChallenge: (challengeId: string | null) => cancelChallenge(context, challengeId),
    /** Writes the cookies of a session under its new id (MFA-12). */
    writeRenewed: (reply: FastifyReply, { id, marker, maxAge }: RenewedSession) =>
      context.cookies.writeSession(reply, id, marker, maxAge),
  };
}

interface EndedSession {
  readonly session: Session | null;
  readonly returnUrl: string | undefined;
  readonly areProductsDone: boolean;
}

type SignOutContext = SessionContext &
  Pick<SessionDependencies, 'config' | 'findProviderSignOut' | 'sharesSignOut'> &
  Pick<SecondStepContext, 'safeReturnUrl'> & { cookies: Cookies };

/** Signing out, and returning from acting as a user. */
function createSignOutFunctions(context: SignOutContext) {
  return {
    signOut: (session: Session, origin: RequestOrigin) => signOut(context, session, origin),
    /** The page after signing out: it first signs out of the products (SES-15), then at the session's provider (SSO-36). */
    async signOutRedirectUrl({ session, returnUrl, areProductsDone }: EndedSession): Promise<string> {
      const wanted = returnUrl ? await context.safeReturnUrl(returnUrl) : paths.login;
      const vouched = session?.proofs.includes('sso') && { publicId: session.publicId, accountId: session.account.id };
      const target = (vouched && (await context.findProviderSignOut(vouched, wanted))) || wanted;
      if (areProductsDone || !(await context.sharesSignOut())) return target;
      return `${paths.logout}?request_id=${sealSignOut(context.config.appSecret, target)}`;
    },
    /** The target of a sign-out that the portal began; null for another id. */
    openSignOut: (requestId: string | undefined) => openSignOut(context.config.appSecret, requestId),
    /**
     * Ends acting in the browser's session, and writes the cookies of the operator's own session under a new id (SES-19). @param options.showEnd whether the
     * next page says how acting ended @returns the page that the operator came from; null if the operator's session has ended
     */
    returnOperator: (request: FastifyRequest, reply: FastifyReply, options: { showEnd: boolean }) =>
      returnOperator(context, request, reply, options),
    /** Reads and clears the cookie that says how acting ended. */
    consumeActingEnd: (request: FastifyRequest, reply: FastifyReply) =>
      consumeActingEnd(context.cookies, request, reply),
    /** Whether the browser has a session that is closed because its account is disabled (OPR-3). */
    hasSessionOfDisabledAccount: async (request: FastifyRequest): Promise<boolean> => {
      const id = context.cookies.readSession(request);
      return id ? hasSessionOfDisabledAccount(context.database.query, hashSecret(id)) : false;
    },
  };
}

function readVisit(cookies: Cookies, request: FastifyRequest): Visit {
  return {
    formerId: cookies.readSession(request),
    browserToken: cookies.readBrowser(request),
    challengeId: cookies.readChallenge(request),
    origin: readRequestOrigin(request),
    locale: request.locale,
  };
}

async function writeEntry(
  context: SecondStepContext & { cookies: Cookies },
  reply: FastifyReply,
  entry: Entry,
  { rememberMe }: { rememberMe: boolean },
): Promise<SignInOutcome> {
  const { cookies } = context;
  if (entry.kind === 'elsewhere') return { redirectUrl: entry.redirectUrl, challenge: null };
  cookies.writeBrowser(reply, entry.browserToken);
  if (entry.kind === 'challenge') {
    cookies.writeChallenge(reply, entry.challengeId, challengeSeconds);
    return { redirectUrl: null, challenge: await describeChallenge(context, entry.challengeId) };
  }
  if (cookies.readChallenge(reply.request)) cookies.clearChallenge(reply);
  cookies.writeSession(reply, entry.id, entry.marker, rememberMe ? maxSessionSeconds : null);
  return { redirectUrl: entry.redirectUrl, challenge: null };
}

async function returnOperator(
  context: SessionContext & { cookies: Cookies },
  request: FastifyRequest,
  reply: FastifyReply,
  { showEnd }: { showEnd: boolean },
): Promise<string | null> {
  const { cookies } = context;
  const acting = cookies.readSession(request);
  const returned = acting === null ? null : await endActing(context, acting);
  if (!returned) return null;
  const { id, marker, maxAge } = returned.session;
  cookies.writeSession(reply, id, marker, maxAge);
  if (showEnd) cookies.writeActingEnd(reply, returned.end);
  return returned.returnUrl;
}

function consumeActingEnd(cookies: Cookies, request: FastifyRequest, reply: FastifyReply): ActingEnd | null {
  const end = cookies.readActingEnd(request);
  if (end === null) return null;
  cookies.clearActingEnd(reply);
  return end === 'timeOver' || end === 'ended' ? end : null;
}
