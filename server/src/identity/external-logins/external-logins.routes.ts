import { externalLogins as endpoints, paths } from '@portico/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Queryable } from '../../core/db/database.ts';
import { clientAddress, keyOfAddress } from '../../core/http/address.ts';
import { AppError, NotFoundError } from '../../core/http/app-error.ts';
import { bindEndpoint } from '../../core/http/bind-endpoint.ts';
import { cookieName } from '../../core/http/cookie-name.ts';
import { sendFailure, wantsPage } from '../../core/http/failure-page.ts';
import { defineLimit } from '../../core/http/limits.ts';
import { render } from '../../core/http/problem-handler.ts';
import { createRequestContext } from '../../core/http/request-context.ts';
import { createRouteBuilder, type Route } from '../../core/http/route.ts';
import type { PortalModule } from '../../core/portal-module.ts';
import type { ExternalLoginsContext } from './external-logins.context.ts';
import { countLogins } from './external-logins.queries.ts';
import {
  connectLogin,
  findUserByIdentity,
  getUserByIdentity,
  listOwnLogins,
  removeLogin,
} from './external-logins.service.ts';
import { ExternalLoginFailure, type FailureReason, type Notices } from './failures.ts';
import type { IdentityProvider } from './providers.ts';
import { beginVisit, endVisit, purgeVisits, type VisitPurpose, visitSeconds } from './visits.ts';

export type ExternalLoginsRoutesContext = ExternalLoginsContext & { readonly notices: Notices };

/** Visits to providers that an address may begin in 15 minutes. Each stores a row and may send a request to the provider. */
const visits = defineLimit('external-login-visits', 100, 15 * 60);

const profileTab = `${paths.profile}?tab=providers`;

function externalLoginRoutes(context: ExternalLoginsRoutesContext): Route[] {
  const route = createRouteBuilder(context);
  return [
    route(endpoints.list, ({ context }) => listOwnLogins(context)),
    { bind: (app) => void app.register(async (scope) => bindForms(context, scope)) },
  ];
}

function bindForms(context: ExternalLoginsRoutesContext, scope: FastifyInstance): void {
  scope.setErrorHandler((error: Error, request, reply) => answerFailure(context, error, request, reply));
  bindEndpoint(scope, endpoints.begin, async ({ body, http, reply }) => {
    const purpose = { linking: null, returnUrl: body.ReturnUrl ?? '/' };
    return redirectToProvider(context, findProvider(context, body.provider), purpose, http, reply);
  });
  bindEndpoint(scope, endpoints.change, async ({ query, body, session, http, reply }) => {
    if (query.handler === 'RemoveLogin') {
      await removeLogin({ ...context, ...createRequestContext(session, http), userAgent: readUserAgent(http) }, body);
      return redirect(reply, profileTab);
    }
    const linking = { userId: session.user.id, sessionHash: session.idHash };
    return redirectToProvider(
      context,
      findProvider(context, body.provider),
      { linking, returnUrl: profileTab },
      http,
      reply,
    );
  });
  const callbackPaths = new Set([
    endpoints.finish.path,
    ...context.providers.all.map(({ callbackPath }) => callbackPath),
  ]);
  for (const path of callbackPaths) bindCallback(context, scope, path);
}

/** The path to which a provider redirects back. The contract names Google's; other providers have their own. */
function bindCallback(context: ExternalLoginsRoutesContext, scope: FastifyInstance, path: string): void {
  bindEndpoint(scope, { ...endpoints.finish, path }, async ({ http, reply }) => {
    const provider = context.providers.all.find(({ callbackPath }) => callbackPath === path);
    if (!provider) throw new NotFoundError();
    const cookie = stateCookie(context);
    const state = http.cookies[cookie.name];
    reply.clearCookie(cookie.name, cookie.options);
    const { search } = new URL(http.url, context.publicUrl);
    const visit = await endVisit(context, provider, { search, state });
    if (visit.isSignUp) return signUp(context, provider, visit, http, reply);
    return visit.linking
      ? connect(context, provider, visit, http, reply)
      : signIn(context, provider, visit, http, reply);
  });
}

type Visit = Awaited<ReturnType<typeof endVisit>>;

async function connect(
  context: ExternalLoginsRoutesContext,
  provider: IdentityProvider,
  visit: Visit,
  http: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { session } = http;
  if (!session) throw new ExternalLoginFailure('signedOut', provider.name);
  const asking = { ...context, ...createRequestContext(session, http), userAgent: readUserAgent(http) };
  await connectLogin(asking, provider, visit);
  return redirect(reply, profileTab);
}

/** An external login is a first factor: the second one is asked for as after a password (EXT-6). */
async function signIn(
  context: ExternalLoginsRoutesContext,
  provider: IdentityProvider,
  visit: Visit,
  http: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const origin = { address: clientAddress(http), requestId: http.id };
  const userId = await visit
    .identify()
    .then((identity) => getUserByIdentity(context, provider, identity, origin))
    .catch((error: unknown) => {
      if (error instanceof ExternalLoginFailure) error.returnUrl = visit.returnUrl;
      throw error;
    });
  const outcome = await context.sessions.signInWithProof(http, reply, {
    userId,
    proof: provider.proof,
    isBothFactors: false,
    rememberMe: false,
    returnUrl: visit.returnUrl,
  });
  return redirect(reply, outcome.redirectUrl ?? paths.secondStep);
}

/** Returns to the sign-up form with the identity, or signs in to the account that the identity already has (SIGN-14). */
async function signUp(
  context: ExternalLoginsRoutesContext,
  provider: IdentityProvider,
  visit: Visit,
  http: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const identity = await visit.identify().catch((error: unknown) => {
    if (error instanceof ExternalLoginFailure) error.leadsTo = visit.returnUrl;
    throw error;
  });
  const userId = await findUserByIdentity(context, provider, identity);
  if (userId !== undefined) {
    const proved = { userId, proof: provider.proof, isBothFactors: false, rememberMe: false, returnUrl: '/' };
    const outcome = await context.sessions.signInWithProof(http, reply, proved);
    return redirect(reply, outcome.redirectUrl ?? paths.secondStep);
  }
  const { email } = identity;
  if (email === null || !identity.isEmailVerified) {
    const failure = new ExternalLoginFailure('unverified', provider.name);
    failure.leadsTo = visit.returnUrl;
    throw failure;
  }
  await context.rememberIdentityForSignUp(reply, { ...identity, email, provider: provider.name });
  return redirect(reply, visit.returnUrl);
}

/** Redirects a visitor who signs up to a provider. @param returnUrl a page of the sign-up @throws NotFoundError if there is no such provider */
export function beginSignUpVisit(
  context: ExternalLoginsRoutesContext,
  name: string | undefined,
  returnUrl: string,
  { http, reply }: { readonly http: FastifyRequest; readonly reply: FastifyReply },
): Promise<FastifyReply> {
  const provider = findProvider(context, name);
  return redirectToProvider(context, provider, { linking: null, returnUrl, isSignUp: true }, http, reply).catch(
    (error: unknown) => {
      if (!(error instanceof ExternalLoginFailure)) throw error;
      context.notices.leave(reply, error);
      return redirect(reply, returnUrl);
    },
  );
}

async function redirectToProvider(
  context: ExternalLoginsRoutesContext,
  provider: IdentityProvider,
  purpose: VisitPurpose,
  http: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  await visits.take(context.database, keyOfAddress(clientAddress(http)));
  const { location, state } = await beginVisit(context, provider, purpose);
  const cookie = stateCookie(context);
  reply.setCookie(cookie.name, state, { ...cookie.options, maxAge: visitSeconds });
  return redirect(reply, location);
}

/** The cookie with the state of a visit, in the browser that began it (EXT-4). Lax, because the provider redirects from its own site. */
function stateCookie({ publicUrl }: Pick<ExternalLoginsContext, 'publicUrl'>) {
  const secure = publicUrl.startsWith('https:');
  return {
    name: cookieName('portico_external_login', secure),
    options: { path: '/', sameSite: 'lax', httpOnly: true, secure },
  } as const;
}

function findProvider({ providers }: ExternalLoginsContext, name: string | undefined): IdentityProvider {
  const provider = name === undefined ? undefined : providers.find(name);
  if (!provider) throw new NotFoundError();
  return provider;
}

const readUserAgent = ({ headers }: FastifyRequest) => headers['user-agent'] ?? '';

function redirect(reply: FastifyReply, target: string): FastifyReply {
  return reply.header('cache-control', 'no-store').redirect(target, 303);
}

function signInPageFor(error: Error): string {
  const returnUrl = error instanceof ExternalLoginFailure ? error.returnUrl : '/';
  return returnUrl === '/' ? paths.login : `${paths.login}?ReturnUrl=${encodeURIComponent(returnUrl)}`;
}

/** Errors of a form that its own page shows. */
const pageFailures: Readonly<Record<string, FailureReason>> = {
  ConfirmationRequired: 'confirm',
  LastWayIn: 'lastWayIn',
  AntiForgery: 'antiForgery',
};

/** Native forms and providers end here: redirects a failure to the page that shows it, the profile's tab or the sign-in page (EXT-8). */
function answerFailure(
  { notices }: ExternalLoginsRoutesContext,
  error: Error,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply | Promise<FastifyReply> {
  const isPage = wantsPage(request);
  const reason = error instanceof AppError && isPage ? pageFailures[error.code] : undefined;
  const failure = error instanceof ExternalLoginFailure ? error : reason && { reason, provider: '' };
  if (!failure) return isPage ? sendFailure(error, request, reply) : render(error, request, reply);
  if (error.cause) request.log.warn({ err: error }, 'a visit to an identity provider failed');
  notices.leave(reply, failure);
  if (failure instanceof ExternalLoginFailure && failure.leadsTo) return redirect(reply, failure.leadsTo);
  return redirect(reply, request.session ? profileTab : signInPageFor(error));
}

/** Whether a user has an external login. */
export async function hasExternalLogins(on: Queryable, userId: number): Promise<boolean> {
  return (await countLogins(on, userId)) > 0;
}

/** Signing in with an external login, and connecting one. */
export function externalLoginsModule(context: ExternalLoginsRoutesContext): PortalModule {
  return {
    routes: externalLoginRoutes(context),
    jobs: [
      {
        name: 'external-logins-purge',
        maxAttempts: 3,
        schedule: '*/15 * * * *',
        run: () => purgeVisits(context),
      },
    ],
  };
}
