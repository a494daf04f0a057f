import { pages as endpoints, type ParsedRequestOf, paths, signUpPaths } from '@portico/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { NotFoundError } from '../../core/http/app-error.ts';
import { bindEndpoint } from '../../core/http/bind-endpoint.ts';
import { sendFailure } from '../../core/http/failure-page.ts';
import { render } from '../../core/http/problem-handler.ts';
import type { Route } from '../../core/http/route.ts';
import { translate } from '../../core/messages/index.ts';
import type { PortalModule } from '../../core/portal-module.ts';
import { type EntryPort, type Sessions, setupPage } from '../../identity/index.ts';
import { WebNotBuiltError } from './documents.ts';
import type { Pages } from './pages.service.ts';
import { type FormState, noFormState } from './preloaded.ts';

/** Pages open to visitors (PAGE-3), besides those with routes of their own. */
const openPaths: ReadonlySet<string> = new Set([
  paths.terms,
  paths.privacy,
  paths.subscriptionTerms,
  paths.forbidden,
  paths.notFound,
  // Exists in demo mode only (DEMO-10).
  paths.devOutbox,
]);

/** Pages of mailed links, and the one that requests such a link. They are open to signed-in users too (PAGE-13). */
const linkPages = {
  [paths.forgottenPassword]: 'forgotten-password',
  [paths.resetPassword]: 'mailed-link',
  [paths.invitation]: 'mailed-link',
  [paths.confirmEmail]: 'mailed-link',
  [paths.undoEmail]: 'mailed-link',
  [paths.endSession]: 'mailed-link',
  [paths.confirmRecipient]: 'mailed-link',
  [paths.leaveRecipient]: 'mailed-link',
  [paths.externalProviderDomain]: 'mailed-link',
} as const;

/** Matches every path that the browser's router knows, in lower case. */
const knownPath = new RegExp(
  `^(?:${Object.values(paths)
    .map((path) => path.toLowerCase().replace(/\$\w+/g, '[^/]+'))
    .join('|')})$`,
);

/** Paths without pages: endpoints, files and other servers' paths. */
const notPages = /^\/(?:api|assets|dev|stripe-sandbox|webhooks)(?:\/|$)/;

/** Pages under /dev, in demo mode only (PAGE-7). */
const sandboxPage = '/dev/stripe';
const outboxPage = '/dev/outbox';

export interface PageRoutesContext {
  readonly pages: Pages;
  readonly sessions: Sessions;
  /** Whether this portal serves the sandbox page and the outbox. */
  readonly hasSandboxPage: boolean;
  readonly hasOutbox: boolean;
}

/**
 * Serves a document at every address without an endpoint or a file. Without a session, a page that requires one redirects to the sign-in page, which
 * redirects back. An unknown path redirects to /404 (PAGE-3, PAGE-4).
 */
function pageRoutes(context: PageRoutesContext): Route[] {
  return [{ bind: (app) => void app.register(async (scope) => bindPages(context, scope)) }];
}

function bindPages(context: PageRoutesContext, scope: FastifyInstance): void {
  scope.setErrorHandler(async (error: Error, request, reply) => {
    if (!isPage(context, request)) return render(error, request, reply);
    if (!(error instanceof WebNotBuiltError)) return sendFailure(error, request, reply);
    request.log.error(error.message);
    reply.code(503).type('text/plain; charset=utf-8').header('cache-control', 'no-store');
    return reply.send(`${error.message}\n`);
  });
  scope.addHook('onRequest', async (request, reply) => {
    if (!isPage(context, request)) return;
    request.session = await scope.findSession(request);
    if (request.session) return;
    // When acting as a user expires, the operator returns to the page where it began (SES-19).
    const operatorsPage = await context.sessions.returnOperator(request, reply, { showEnd: true });
    if (operatorsPage !== null) return redirect(reply, operatorsPage);
  });
  scope.get(paths.login, async (request, reply) => sendSignIn(context, 'login', request, reply));
  scope.get(paths.secondStep, async (request, reply) => sendSignIn(context, 'second-step', request, reply));
  scope.get(paths.breakGlass, async (request, reply) => sendSignIn(context, 'break-glass', request, reply));
  scope.get(paths.configureMfa, async (request, reply) => sendSetup(context, request, reply));
  bindEndpoint(scope, endpoints.signOut, ({ http, reply, query }) => sendSignOut(context, query, http, reply));
  for (const path of Object.values(signUpPaths)) {
    scope.get(path.replace('$', ':'), async (request, reply) => sendSignUp(context, request, reply));
  }
  for (const [path, name] of Object.entries(linkPages)) {
    scope.get(path, async (request, reply) => context.pages.send(name, request, reply));
  }
  scope.get('/*', async (request, reply) => sendPage(context, request, reply));
}

function isPage({ hasSandboxPage, hasOutbox }: PageRoutesContext, request: FastifyRequest): boolean {
  const { accept = '*/*' } = request.headers;
  const path = normalizedPath(request);
  const isHere = !notPages.test(path) || (hasSandboxPage && path === sandboxPage) || (hasOutbox && path === outboxPage);
  return isHere && (accept.includes('text/html') || accept === '*/*');
}

/**
 * A page of the sign-up. Signed-in users are redirected to their products; the success page is shown to everybody
 * (SIGN-1).
 */
async function sendSignUp(
  { pages }: PageRoutesContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const [, page] = normalizedPath(request).split('/');
  if (request.session && `/${page}` !== signUpPaths.confirmation.toLowerCase()) {
    return redirect(reply, request.session.isSetup ? setupPage('/') : paths.products);
  }
  return pages.send(`/${page}` === signUpPaths.signUp.toLowerCase() ? 'sign-up' : 'sign-up-step', request, reply);
}

/** A step of the sign-in. Signed-in users are redirected. */
async function sendSignIn(
  { pages, sessions }: PageRoutesContext,
  name: 'login' | 'second-step' | 'break-glass',
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const returnUrl = requestedReturnUrl(request);
  if (request.session) {
    // The return URL may come from an operator's page in another tab, which the acted-as user must not open.
    const target = request.session.actingOperator ? '/' : await sessions.safeReturnUrl(returnUrl);
    return redirect(reply, request.session.isSetup ? setupPage(target) : target);
  }
  // Without a pending sign-in, the second step redirects to the first (MFA-1).
  if (name === 'second-step' && !(await sessions.hasChallenge(request))) {
    return redirect(reply, returnUrl ? `${paths.login}?ReturnUrl=${encodeURIComponent(returnUrl)}` : paths.login);
  }
  const hasSessionOfDisabledAccount = await sessions.hasSessionOfDisabledAccount(request);
  return pages.send(name, request, reply, {
    modelState: hasSessionOfDisabledAccount ? { '': [translate(request.locale, 'session.accountDisabled')] } : {},
    attemptedValues: returnUrl ? { ReturnUrl: returnUrl } : {},
  });
}

/** The page where a user sets up a required second factor. Others are redirected (PAGE-14). */
async function sendSetup(
  { pages, sessions }: PageRoutesContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  if (request.session?.isSetup) return pages.send('configure-mfa', request, reply);
  return redirect(reply, request.session ? await sessions.safeReturnUrl(requestedReturnUrl(request)) : paths.login);
}

/** The page that signs out of the products and of the portal (SES-22). Opening it changes nothing; its form does. */
async function sendSignOut(
  { pages, sessions }: PageRoutesContext,
  { request_id: requestId, ReturnUrl: wanted }: ParsedRequestOf<typeof endpoints.signOut>['query'],
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const redirectUrl = sessions.openSignOut(requestId);
  const returnUrl =
    (await productAddress(sessions, wanted)) ?? (await productAddress(sessions, request.headers.referer));
  const cameFromElsewhere = request.headers['sec-fetch-site'] === 'cross-site' && returnUrl === null;
  return pages.send('logout', request, reply, {
    ...noFormState,
    signingOut: {
      // An operator who acts as a user returns to their own session, and stays signed in.
      products: request.session?.actingOperator ? [] : await pages.signOutProducts(request.locale),
      redirectUrl,
      returnUrl,
      hasSession: request.session !== null,
      asks: request.session !== null && cameFromElsewhere && redirectUrl === null,
    },
  });
}

/** The address if it belongs to a registered product; null for others and for pages of the portal. */
async function productAddress(sessions: Sessions, address: string | undefined): Promise<string | null> {
  const safe = await sessions.safeReturnUrl(address);
  return safe.startsWith('/') ? null : safe;
}

async function sendPage(
  context: PageRoutesContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { pages } = context;
  if (!isPage(context, request)) throw new NotFoundError();
  const isSetup = request.session?.isSetup === true;
  if (request.session && !isSetup) return pages.send('app', request, reply);
  if (openPaths.has(normalizedPath(request))) return pages.send('public', request, reply);
  if (isSetup) return redirect(reply, setupPage(request.url));
  const requested = encodeURIComponent(request.url);
  if (!knownPath.test(normalizedPath(request))) return redirect(reply, `${paths.notFound}?redirectedFrom=${requested}`);
  return redirect(reply, request.url === '/' ? '/login' : `/login?ReturnUrl=${requested}`);
}

/** Answers a sign-in form that was posted without script with its page. An expired second step begins again with the password. */
export function createRenderSignIn(pages: Pages): EntryPort['renderSignIn'] {
  return (request, reply, { problem, attemptedValues }) =>
    pages.send(isSecondStep(request) && problem.code !== 'ChallengeExpired' ? 'second-step' : 'login', request, reply, {
      modelState: problem.propertyErrors ?? { '': [problem.message] },
      attemptedValues,
    });
}

/** Answers a sign-up form with its page. */
export function createRenderSignUp(pages: Pages) {
  return (request: FastifyRequest, reply: FastifyReply, state: FormState): Promise<FastifyReply> =>
    pages.send('sign-up', request, reply, state);
}

function isSecondStep(request: FastifyRequest): boolean {
  return Boolean((request.query as Record<string, unknown>).handler);
}

function requestedReturnUrl(request: FastifyRequest): string | null {
  const named = Object.entries(request.query as Record<string, unknown>).find(
    ([name]) => name.toLowerCase() === 'returnurl',
  );
  return typeof named?.[1] === 'string' ? named[1] : null;
}

function redirect(reply: FastifyReply, target: string): FastifyReply {
  return reply.header('cache-control', 'no-store').redirect(target, 302);
}

/** The path as the router matches it: in lower case, without repeated or trailing slashes. */
function normalizedPath(request: FastifyRequest): string {
  const path = (request.url.split('?')[0] as string).toLowerCase().replace(/\/{2,}/g, '/');
  return path.length > 1 ? path.replace(/\/$/, '') : path;
}

/** The documents that browsers load. `createPages` creates the context's pages. */
export function pagesModule(context: PageRoutesContext): PortalModule {
  return { routes: pageRoutes(context) };
}
