import { singleSignOn as endpoints, type Locale, paths } from '@portico/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { clientAddress, keyOfAddress } from '../../core/http/address.ts';
import { AppError } from '../../core/http/app-error.ts';
import { bindEndpoint } from '../../core/http/bind-endpoint.ts';
import { sendFailure, wantsPage } from '../../core/http/failure-page.ts';
import { defineLimit } from '../../core/http/limits.ts';
import { sendOnward } from '../../core/http/onward-page.ts';
import { escapeHtml, sendPlainPage } from '../../core/http/plain-page.ts';
import { describeProblem, render } from '../../core/http/problem-handler.ts';
import { createRouteBuilder, type Route } from '../../core/http/route.ts';
import { translate } from '../../core/messages/index.ts';
import type { PortalModule } from '../../core/portal-module.ts';
import { findDomainHolder } from '../external-providers/domains.queries.ts';
import type { ProviderSettings } from '../external-providers/settings.ts';
import { signOnPage } from '../session/entry.ts';
import { signInWithBreakGlass } from './break-glass.ts';
import {
  type Entrance,
  findSettingsByKey,
  findSignOn,
  findSignOnByDomain,
  listEntryProviders,
  requiresSignOn,
} from './entrance.ts';
import { mustConfirmEntry, sendEntryPage } from './entry-page.ts';
import { SsoError } from './failures.ts';
import { deleteExpiredFlows } from './flows.queries.ts';
import { beginFlow, endFlow, flowCookies, isFlowAddress } from './flows.ts';
import { failureSentences, type SsoNotices } from './notices.ts';
import { previewMapping } from './preview.ts';
import { finishSignIn, recordRefusal, refuse, SignInRefused } from './sign-in.ts';
import { listProviderSignIns } from './sign-in-log.ts';
import { signOutRoutes } from './sign-out.routes.ts';
import type { SingleSignOnContext } from './single-sign-on.context.ts';
import { deleteOldSignOuts } from './sso-sessions.queries.ts';
import { findProviderSignOut } from './sso-sessions.ts';
import { finishTest, getTest, getTests, startTest, type TestsContext } from './tests.ts';
import { listUserIdentities, releaseIdentities } from './user-identities.ts';

export type SingleSignOnRoutesContext = SingleSignOnContext & { readonly notices: SsoNotices };

/** Maximum flows that an address may begin in 15 minutes. Each stores a row and may send a request to the provider. */
const visits = defineLimit('sso-visits', 100, 15 * 60);
/** Maximum domain lookups per address in 15 minutes. */
const searches = defineLimit('sso-find', 300, 15 * 60);
/** Maximum recorded returns to unknown or expired flows, per address in 15 minutes. */
const strandings = defineLimit('sso-stranded', 20, 15 * 60);

function singleSignOnRoutes(context: SingleSignOnRoutesContext): Route[] {
  const route = createRouteBuilder(context);
  return [
    route(endpoints.signIns, ({ context, params }) => listProviderSignIns(context, params.id)),
    route(endpoints.identities, ({ context, params }) => listUserIdentities(context, params.id)),
    route(endpoints.releaseIdentities, ({ context, params }) => releaseIdentities(context, params.id)),
    { bind: (app) => bindSearch(context, app) },
    { bind: (app) => void app.register(async (scope) => bindVisits(context, scope)) },
    { bind: (app) => void app.register(async (scope) => bindBreakGlass(context, scope)) },
    ...signOutRoutes(context),
  ];
}

function bindSearch(context: SingleSignOnRoutesContext, app: FastifyInstance): void {
  bindEndpoint(app, endpoints.find, async ({ query, http }) => {
    await searches.take(context.database, keyOfAddress(clientAddress(http)));
    return findSignOn(context, query.userName);
  });
}

function bindVisits(context: SingleSignOnRoutesContext, scope: FastifyInstance): void {
  scope.setErrorHandler((error: Error, request, reply) =>
    wantsPage(request) ? sendFailure(error, request, reply) : render(error, request, reply),
  );
  bindEndpoint(scope, endpoints.enter, ({ params, query, http, reply }) =>
    enter(context, { ...params, ...query }, http, reply),
  );
  bindEndpoint(scope, endpoints.confirmEntry, async ({ params, body, http, reply }) => {
    const entrance = { ...params, ...body };
    const [settings] = await listEntryProviders(context, entrance);
    if (!settings) return redirectWithFailure(context, http, reply, { failure: 'gone' });
    // The form policy of the page allows no provider.
    return visitProvider(context, settings, entrance, http, reply, (location) =>
      sendOnward(reply, http.locale, location),
    );
  });
  bindEndpoint(scope, endpoints.finish, ({ params, http, reply }) => finish(context, params.key, http, reply));
}

/**
 * The account's own sign-in page. Redirects immediately if the user is signed in to the account and need not sign in again, or if there is one provider and
 * nothing to confirm (SSO-56).
 */
async function enter(
  context: SingleSignOnRoutesContext,
  entrance: Entrance,
  http: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { sessions } = context;
  const providers = await listEntryProviders(context, entrance);
  const [settings] = providers;
  if (!settings) return redirectWithFailure(context, http, reply, { failure: 'gone' });
  const { session } = http;
  if (!entrance.again && session && session.account.id === settings.accountId)
    return leave(reply, await sessions.safeReturnUrl(entrance.ReturnUrl));
  const { account, form, ...asked } = entrance;
  if (form) return sendOnward(reply, http.locale, signOnPage(account, asked));
  if (providers.length > 1 || mustConfirmEntry(http, settings))
    return sendEntryPage(context, providers, entrance, http, reply);
  return visitProvider(context, settings, entrance, http, reply, (location) => leave(reply, location));
}

/** Begins a flow at a provider. @param proceed answers with the provider's address */
async function visitProvider(
  context: SingleSignOnRoutesContext,
  settings: ProviderSettings,
  { ReturnUrl: returnUrl = '/', login_hint: loginHint, again }: Pick<Entrance, 'ReturnUrl' | 'login_hint' | 'again'>,
  http: FastifyRequest,
  reply: FastifyReply,
  proceed: (location: string) => FastifyReply,
): Promise<FastifyReply> {
  await visits.take(context.database, keyOfAddress(clientAddress(http)));
  try {
    const purpose = { returnUrl, loginHint, isAgain: again !== undefined };
    const { location, state } = await beginFlow(context, settings, purpose).catch((error: unknown) =>
      refuse(context, settings, { error, http, email: null, returnUrl }),
    );
    flowCookies(context).write(reply, state);
    return proceed(location);
  } catch (error) {
    return redirectWithRefusal(context, { error, settings, http, reply });
  }
}

/** The callback of a provider. An answer only counts at the provider and in the browser where its flow began (SSO-23). */
async function finish(
  context: SingleSignOnRoutesContext,
  key: string,
  http: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const settings = await findSettingsByKey(context, key);
  const state = flowCookies(context).take(http, reply);
  if (!settings) return redirectWithFailure(context, http, reply, { failure: 'gone' });
  const { search } = new URL(http.url, context.publicUrl);
  try {
    const flow = await endFlow(context, settings, { search, state }).catch((error: unknown) =>
      recordStranded(context, settings, { error, http, search }),
    );
    if (flow.testId !== null) {
      await finishTest(context, settings, { ...flow, testId: flow.testId });
      return sendTestEnded(reply, http.locale);
    }
    // Ends flows that were in progress when the provider was disabled.
    if (!settings.isActive) {
      const error = new SsoError('providerDisabled');
      await recordRefusal(context, settings, { error, http, email: null });
      throw error;
    }
    return leave(reply, await finishSignIn(context, settings, flow, { http, reply }));
  } catch (error) {
    return redirectWithRefusal(context, { error, settings, http, reply });
  }
}

/**
 * Records a return to a flow of another browser or an expired one. Tests and unknown flows are not recorded, because anyone could fill the log with
 * them. @throws error
 */
async function recordStranded(
  context: SingleSignOnRoutesContext,
  settings: ProviderSettings,
  { error, http, search }: { readonly error: unknown; readonly http: FastifyRequest; readonly search: string },
): Promise<never> {
  const isStranded =
    error instanceof SsoError &&
    error.facts.isTest !== true &&
    (error.failure === 'visitExpired' ||
      (error.failure === 'stateWrong' && (await isFlowAddress(context, settings, search))));
  const address = keyOfAddress(clientAddress(http));
  if (isStranded && (await strandings.tryTake(context.database, address)))
    await recordRefusal(context, settings, { error, http, email: null });
  throw error;
}

interface Refused {
  readonly error: unknown;
  readonly settings: ProviderSettings;
  readonly http: FastifyRequest;
  readonly reply: FastifyReply;
}

/** Redirects to the sign-in page, which shows the failure. Rethrows errors that are not refusals. */
async function redirectWithRefusal(
  context: SingleSignOnRoutesContext,
  { error, settings, http, reply }: Refused,
): Promise<FastifyReply> {
  if (error instanceof SsoError) return redirectWithFailure(context, http, reply, { failure: error.failure, settings });
  if (error instanceof AppError && wantsPage(http)) {
    const { problem } = describeProblem(error, http);
    context.notices.leave(reply, { '': [problem.message] });
    return leave(reply, paths.login);
  }
  if (!(error instanceof SignInRefused)) throw error;
  const { diagnosis, returnUrl } = error;
  http.log.warn({ providerId: settings.id, failure: diagnosis.failure, err: error.cause }, 'a single sign-on failed');
  return redirectWithFailure(context, http, reply, { failure: diagnosis.failure, settings, returnUrl });
}

/** Redirects to the sign-in page with the messages of a failure. */
async function redirectWithFailure(
  context: SingleSignOnRoutesContext,
  { locale }: FastifyRequest,
  reply: FastifyReply,
  {
    failure,
    settings,
    returnUrl = '/',
  }: {
    readonly failure: SsoError['failure'];
    readonly settings?: ProviderSettings;
    readonly returnUrl?: string;
  },
): Promise<FastifyReply> {
  const isRequired = settings !== undefined && (await requiresSignOn(context, settings));
  const sentences = failureSentences({ failure, provider: settings?.name ?? '', isRequired }, locale);
  context.notices.leave(reply, { '': sentences });
  const safe = await context.sessions.safeReturnUrl(returnUrl);
  return leave(reply, safe === '/' ? paths.login : `${paths.login}?ReturnUrl=${encodeURIComponent(safe)}`);
}

function bindBreakGlass(context: SingleSignOnRoutesContext, scope: FastifyInstance): void {
  // The page of a form without script shows the error.
  scope.setErrorHandler((error: Error, request, reply) => {
    if (!wantsPage(request) || !(error instanceof AppError)) return render(error, request, reply);
    const { problem, retryAfter } = describeProblem(error, request);
    if (retryAfter) reply.header('retry-after', retryAfter);
    context.notices.leave(reply, problem.propertyErrors ?? { '': [problem.message] });
    return leave(reply, paths.breakGlass);
  });
  bindEndpoint(scope, endpoints.breakGlass, async ({ body, http, reply }) => {
    const redirectUrl = await signInWithBreakGlass(context, body, { http, reply });
    // Fastify accepts the sent reply as the response; the contract's type only covers the response for scripts.
    return wantsPage(http) ? (leave(reply, redirectUrl) as never) : { redirectUrl };
  });
}

function leave(reply: FastifyReply, target: string): FastifyReply {
  return reply.header('cache-control', 'no-store').redirect(target, 303);
}

/** Functions of single sign-on that sessions and the sign-up use: the sign-in page of a mail domain, and signing out at the provider. */
export function createSignOnPorts(context: Pick<SingleSignOnRoutesContext, 'database' | 'config' | 'publicUrl'>) {
  return {
    findRequiredSignOn: async (domain: string) => {
      const found = await findSignOnByDomain(context, domain);
      return found?.isRequired ? found : undefined;
    },
    /** The sign-in page for users of a mail domain, who do not register. */
    findDomainSignIn: async (domain: string) => {
      const found = await findSignOnByDomain(context, domain);
      return found && signOnPage(found.key, { provider: found.providerKey, form: '1' });
    },
    /** The account that has proved a mail domain, even without an active provider: its users join by invitation. */
    findDomainAccount: async (domain: string) => (await findDomainHolder(context.database.query, domain))?.accountId,
    findProviderSignOut: (session: Parameters<typeof findProviderSignOut>[1], target: string) =>
      findProviderSignOut(context, session, target),
  };
}

/** Signing in and out with an account's own identity provider. */
export function singleSignOnModule(context: SingleSignOnRoutesContext): PortalModule {
  return {
    routes: [...singleSignOnRoutes(context), ...testRoutes(context)],
    jobs: [
      {
        name: 'single-sign-on-purge',
        maxAttempts: 3,
        schedule: '*/15 * * * *',
        run: async () => {
          await deleteExpiredFlows(context.database.query);
          await deleteOldSignOuts(context.database.query);
        },
      },
    ],
  };
}

/** The page that the test's window shows after the provider redirects back. It has no script; the user closes the window. */
function sendTestEnded(reply: FastifyReply, locale: Locale): FastifyReply {
  const [title, text] = [translate(locale, 'ssoTest.over'), translate(locale, 'ssoTest.overText')];
  return sendPlainPage(reply, { locale, title, body: `<h1>${escapeHtml(title)}</h1>\n<p>${escapeHtml(text)}</p>` });
}

/** Test sign-ins of an account's provider, and the preview of its mappings. */
function testRoutes(context: TestsContext): Route[] {
  const route = createRouteBuilder(context);
  return [
    route(endpoints.startTest, ({ context, params, body, reply }) =>
      startTest(context, { id: params.id, draft: body?.settings }, reply),
    ),
    route(endpoints.test, ({ context, params }) => getTest(context, params.id, params.testId)),
    route(endpoints.tests, ({ context, params }) => getTests(context, params.id)),
    route(endpoints.previewMapping, ({ context, params, body }) => previewMapping(context, params.id, body.token)),
  ];
}
