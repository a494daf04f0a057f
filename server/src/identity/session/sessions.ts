import { type Challenge, paths, type SecondFactorMethod, type SignInOutcome } from '@portico/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Audit } from '../../accounts/index.ts';
import type { Config } from '../../core/config.ts';
import type { Database, Queryable } from '../../core/db/database.ts';
import { type RequestOrigin, readRequestOrigin } from '../../core/http/request-origin.ts';
import type { Session } from '../../core/http/session-context.ts';
import type { Mail } from '../../core/mail/index.ts';
import { hashSecret } from '../../core/secrets.ts';
import type { EntryPort } from '../ports.ts';
import { type ActingEnd, endActing } from './acting.ts';
import { createAntiForgery } from './anti-forgery.ts';
import { type Cookies, createCookies } from './cookies.ts';
import {
  challengeSeconds,
  completeFirstFactor,
  type Entry,
  type EntryRequest,
  maxSessionSeconds,
  type RequiredSignOn,
  type Visit,
} from './entry.ts';
import { mailNewDeviceNotice } from './new-device.ts';
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

export interface SessionDependencies extends Pick<EntryPort, 'findFirstPage' | 'remindToConfirm'> {
  readonly database: Database;
  readonly config: Pick<Config, 'appSecret' | 'features' | 'mode'>;
  readonly audit: Audit;
  readonly mail: Mail;
  /** Whether the user has a passkey, which counts as a second factor that the account demands. */
  readonly hasPasskeys: (on: Queryable, userId: number) => Promise<boolean>;
  /** The portal's origin, without a trailing slash. It is read at each request, because it may depend on the port. */
  readonly publicUrl: () => string;
  /** Origins of the registered products. A `ReturnUrl` may lead to them and to the portal itself. */
  readonly linkedOrigins: () => Promise<readonly string[]>;
  /** Whether there are products that are signed out of together with the portal. */
  readonly sharesSignOut: () => Promise<boolean>;
  /** The sign-in page of the provider that people of a mail domain have to use (SSO-30). */
  readonly findRequiredSignOn: (domain: string) => Promise<RequiredSignOn | undefined>;
  /** Where the way out leads through the provider that vouched for a session (SSO-36); undefined for none. @param target where it leads then */
  readonly findProviderSignOut: (
    session: { readonly publicId: string; readonly accountId: number },
    target: string,
  ) => Promise<string | undefined>;
}

/** The functions of sessions for pages and routes. */
export interface Sessions {
  readonly signIn: (input: SignIn) => Promise<Entry>;
  /**
   * Leads on from a first factor that was proved in the browser of a request, or both, and writes the cookies of what follows.
   * @throws InvalidCredentialsError for a user who is inactive or gone.
   */
  signInWithProof(
    request: FastifyRequest,
    reply: FastifyReply,
    proved: Omit<EntryRequest, keyof Visit>,
  ): Promise<SignInOutcome>;
  /** Begins a session by single sign-on, in one transaction with what makes its user, and writes its cookies (SSO-27). @returns where it leads */
  beginVouchedSession(
    request: FastifyRequest,
    reply: FastifyReply,
    vouched: Omit<VouchedEntry, 'visit'>,
  ): Promise<string>;
  /** How the browser of a request stands. */
  readonly readVisit: (request: FastifyRequest) => Visit;
  /** Writes the cookies of an entry. @returns the outcome for the browser: where it leads, or what it waits for. */
  writeEntry(reply: FastifyReply, entry: Entry, options: { rememberMe: boolean }): Promise<SignInOutcome>;
  /** @throws ChallengeExpiredError */
  readonly describeChallenge: (challengeId: string | null) => Promise<Challenge>;
  readonly hasChallenge: (request: FastifyRequest) => Promise<boolean>;
  readonly sendChallengeCode: (visit: Visit, method: SecondFactorMethod | undefined) => Promise<Challenge>;
  readonly passChallenge: (visit: Visit, step: SecondStep) => ReturnType<typeof passChallenge>;
  readonly cancelChallenge: (challengeId: string | null) => Promise<void>;
  /** Writes the cookies of a session under its new id (MFA-12). */
  writeRenewed(reply: FastifyReply, renewed: RenewedSession): void;
  readonly signOut: (session: Session, origin: RequestOrigin) => Promise<void>;
  /**
   * Where signing out leads: through the page that signs out of the products, where there are such and it is not done yet (SES-15), and through the provider
   * that vouched for the session that ended (SSO-36).
   */
  signOutRedirectUrl(done: {
    readonly session: Session | null;
    readonly returnUrl: string | undefined;
    readonly areProductsDone: boolean;
  }): Promise<string>;
  /** Where the sign-out that the portal began leads; null for another id. */
  openSignOut(requestId: string | undefined): string | null;
  /**
   * Ends acting in the session of a request's cookie, and writes the cookies of the operator's own session under a new id (SES-19).
   * @param options.showEnd whether the next page tells how it ended
   * @returns where the operator was; null where there is no operator's session to return to.
   */
  returnOperator(request: FastifyRequest, reply: FastifyReply, options: { showEnd: boolean }): Promise<string | null>;
  /** Takes how acting ended that was left for the next page. */
  consumeActingEnd(request: FastifyRequest, reply: FastifyReply): ActingEnd | null;
  readonly cookies: Cookies;
  /** Whether the browser has a session that is closed because its account is disabled (OPR-3). */
  readonly hasSessionOfDisabledAccount: (request: FastifyRequest) => Promise<boolean>;
  /** Issues a token for the current page. */
  issueToken(request: FastifyRequest, reply: FastifyReply): string;
  /** Returns the address when it is the portal's or a registered product's, else '/'. */
  safeReturnUrl(candidate: string | null | undefined): Promise<string>;
}

/** Lets the app find sessions and reject forged requests. */
export function installSessions(app: FastifyInstance, dependencies: SessionDependencies): Sessions {
  const { config, audit, database, publicUrl } = dependencies;
  const cookies = createCookies(() => publicUrl().startsWith('https:'));
  const antiForgery = createAntiForgery({ appSecret: config.appSecret, cookies, publicUrl });
  const context: SessionContext = {
    database,
    audit,
    features: config.features,
    onTouchError: (error) => app.log.warn({ err: error }, 'that a session is in use could not be noted'),
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
  const entering = createEntryContext(dependencies);
  return {
    signIn: (input) => signIn(entering, input),
    async signInWithProof(request, reply, proved) {
      const entry = await completeFirstFactor(entering, { ...readVisit(cookies, request), ...proved });
      return writeEntry({ ...entering, cookies }, reply, entry, proved);
    },
    async beginVouchedSession(request, reply, vouched) {
      const entry = await beginVouchedSession(entering, { ...vouched, visit: readVisit(cookies, request) });
      const { redirectUrl } = await writeEntry({ ...entering, cookies }, reply, entry, { rememberMe: false });
      return redirectUrl ?? '/';
    },
    readVisit: (request) => readVisit(cookies, request),
    writeEntry: (reply, entry, options) => writeEntry({ ...entering, cookies }, reply, entry, options),
    describeChallenge: (challengeId) => describeChallenge(entering, challengeId),
    hasChallenge: (request) => hasChallenge(entering, cookies.readChallenge(request)),
    sendChallengeCode: (visit, method) => sendChallengeCode(entering, visit, method),
    passChallenge: (visit, step) => passChallenge(entering, visit, step),
    cancelChallenge: (challengeId) => cancelChallenge(entering, challengeId),
    writeRenewed: (reply, { id, marker, maxAge }) => cookies.writeSession(reply, id, marker, maxAge),
    signOut: (session, origin) => signOut(context, session, origin),
    async signOutRedirectUrl({ session, returnUrl, areProductsDone }) {
      const wanted = returnUrl ? await entering.safeReturnUrl(returnUrl) : paths.login;
      const vouched = session?.proofs.includes('sso') && { publicId: session.publicId, accountId: session.account.id };
      const target = (vouched && (await dependencies.findProviderSignOut(vouched, wanted))) || wanted;
      if (areProductsDone || !(await dependencies.sharesSignOut())) return target;
      return `${paths.logout}?request_id=${sealSignOut(config.appSecret, target)}`;
    },
    openSignOut: (requestId) => openSignOut(config.appSecret, requestId),
    returnOperator: (request, reply, options) => returnOperator({ ...context, cookies }, request, reply, options),
    consumeActingEnd: (request, reply) => consumeActingEnd(cookies, request, reply),
    cookies,
    hasSessionOfDisabledAccount: async (request) => {
      const id = cookies.readSession(request);
      return id ? hasSessionOfDisabledAccount(database.query, hashSecret(id)) : false;
    },
    issueToken: antiForgery.issue,
    safeReturnUrl: entering.safeReturnUrl,
  };
}

function createEntryContext(dependencies: SessionDependencies): SecondStepContext {
  const { database, audit, mail, config, hasPasskeys, publicUrl, linkedOrigins, findFirstPage } = dependencies;
  return {
    database,
    audit,
    mail,
    config,
    hasPasskeys,
    safeReturnUrl: async (candidate) => {
      // Only an absolute address can lead to a product.
      const origins = !candidate || candidate.startsWith('/') ? [] : await linkedOrigins();
      return safeReturnUrl(candidate, publicUrl(), origins);
    },
    mailNewDeviceNotice: (transaction, device) => mailNewDeviceNotice(mail, transaction, device),
    findFirstPage,
    remindToConfirm: dependencies.remindToConfirm,
    findRequiredSignOn: dependencies.findRequiredSignOn,
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
