import { session as endpoints, paths } from '@portico/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Database } from '../../core/db/database.ts';
import { InvalidInputError } from '../../core/http/app-error.ts';
import { bindEndpoint } from '../../core/http/bind-endpoint.ts';
import { sendFailure, wantsPage } from '../../core/http/failure-page.ts';
import { readMultipartForms } from '../../core/http/form-fields.ts';
import { sendOnward } from '../../core/http/onward-page.ts';
import { describeProblem, render } from '../../core/http/problem-handler.ts';
import { readRequestOrigin } from '../../core/http/request-origin.ts';
import type { Route } from '../../core/http/route.ts';
import type { PortalModule } from '../../core/portal-module.ts';
import type { EntryPort } from '../ports.ts';
import { endUserSessions, forgetRememberedBrowser, listRememberedBrowsers, rememberedUntil } from './open-sessions.ts';
import { AntiForgeryError } from './session.errors.ts';
import { describeUser, purgeExpiredSessions } from './session.service.ts';
import type { Sessions } from './sessions.ts';
import { renewSession } from './setup-session.ts';

export interface SessionRoutesContext extends Pick<EntryPort, 'renderSignIn'> {
  readonly sessions: Sessions;
}

const accepted = new Set([true, 'true', 'on']);

/** The routes of sessions. Forms have their own scope with their parsers. */
function sessionRoutes(dependencies: SessionRoutesContext): Route[] {
  return [
    { bind: (app) => void app.register((scope) => bindForms(dependencies, scope)) },
    { bind: (app) => bindEndpoint(app, endpoints.getCurrentUser, async ({ session }) => describeUser(session)) },
    ...challengeRoutes(dependencies),
  ];
}

async function bindForms(dependencies: SessionRoutesContext, forms: FastifyInstance): Promise<void> {
  readMultipartForms(forms);
  // A malformed body is the client's error, but the parser's errors have no status.
  const reading = new WeakSet<FastifyRequest>();
  forms.addHook('preParsing', async (request) => void reading.add(request));
  forms.addHook('preValidation', async (request) => void reading.delete(request));
  forms.addHook('onError', async (request, _reply, error) => {
    if (reading.has(request)) error.statusCode ??= 400;
  });
  await forms.register(async (scope) => bindSignIn(dependencies, scope));
  await forms.register(async (scope) => bindSignOut(dependencies, scope));
}

function bindSignIn({ sessions, renderSignIn }: SessionRoutesContext, scope: FastifyInstance): void {
  scope.setErrorHandler(async (error: Error, request, reply) => {
    if (!wantsPage(request)) return render(error, request, reply);
    const { status, retryAfter, problem } = describeProblem(error, request);
    if (retryAfter) reply.header('retry-after', retryAfter);
    reply.code(status);
    return renderSignIn(request, reply, { problem, attemptedValues: readAttemptedValues(request.body) });
  });

  bindEndpoint(scope, endpoints.signIn, async ({ query, body, http, reply }) => {
    const visit = sessions.readVisit(http);
    if (query.handler === 'SendCode') {
      const challenge = await sessions.sendChallengeCode(visit, body.method);
      return respondOrRedirect({ redirectUrl: null, challenge }, http, reply);
    }
    if (query.handler === 'Verify') {
      const { code } = requireFields(body, ['code']);
      const rememberBrowser = accepted.has(body.rememberBrowser ?? false);
      const { entry, rememberMe } = await sessions.passChallenge(visit, { code, method: body.method, rememberBrowser });
      return respondOrRedirect(await sessions.writeEntry(reply, entry, { rememberMe }), http, reply);
    }
    const { userName, password } = requireFields(body, ['userName', 'password']);
    // Survives restarts of the browser (SES-8).
    const rememberMe = accepted.has(body.RememberMe ?? false);
    const entry = await sessions.signIn({ ...visit, userName, password, rememberMe, returnUrl: body.ReturnUrl });
    return respondOrRedirect(await sessions.writeEntry(reply, entry, { rememberMe }), http, reply);
  });
}

/** The steps of a sign-in that need no form. */
function challengeRoutes({ sessions }: SessionRoutesContext): Route[] {
  return [
    {
      bind: (app) =>
        bindEndpoint(app, endpoints.getChallenge, ({ http }) =>
          sessions.describeChallenge(sessions.cookies.readChallenge(http)),
        ),
    },
    {
      bind: (app) =>
        bindEndpoint(app, endpoints.cancelChallenge, async ({ http, reply }) => {
          await sessions.cancelChallenge(sessions.cookies.readChallenge(http));
          sessions.cookies.clearChallenge(reply);
          return {};
        }),
    },
  ];
}

/** Ends a session, even one that is over already, and redirects (SES-15). */
function bindSignOut({ sessions }: SessionRoutesContext, scope: FastifyInstance): void {
  scope.setErrorHandler(async (error: Error, request, reply) => {
    // A page whose session has ended counts as signed out. The cookies stay, because a form of another site, sent without cookies, looks the same.
    if (error instanceof AntiForgeryError && !request.session) {
      return wantsPage(request) ? reply.redirect('/login', 303) : reply.code(200).send({ redirectUrl: '/login' });
    }
    return wantsPage(request) ? sendFailure(error, request, reply) : render(error, request, reply);
  });

  bindEndpoint(scope, endpoints.signOut, async ({ session, body, http, reply }) => {
    if (session?.actingOperator) {
      const redirectUrl = await sessions.returnOperator(http, reply, { showEnd: false });
      if (redirectUrl !== null) return respondOrRedirect({ redirectUrl }, http, reply);
    } else if (session) await sessions.signOut(session, readRequestOrigin(http));
    sessions.cookies.clearSession(reply);
    const areProductsDone = accepted.has(body?.productsDone ?? false);
    return respondOrRedirect(
      { redirectUrl: await sessions.signOutRedirectUrl({ session, returnUrl: body?.ReturnUrl, areProductsDone }) },
      http,
      reply,
    );
  });
}

/** Returns the outcome to scripts as JSON. Redirects a native form to the next page, or to the second step. */
async function respondOrRedirect<Outcome extends { readonly redirectUrl: string | null }>(
  outcome: Outcome,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Outcome> {
  if (!wantsPage(request)) return outcome;
  const target = outcome.redirectUrl ?? paths.secondStep;
  // Fastify accepts the sent reply as the response; the contract's type only covers the response for scripts.
  if (isProviderPath(target)) return sendOnward(reply, request.locale, target) as never;
  return reply.redirect(target, 303) as never;
}

/** Whether a path redirects to an identity provider, which the pages' policy does not list as a form target. */
const isProviderPath = (target: string) => /^\/(?:sso|signout-sso)\//.test(target);

/** The values that the form shows again, without the password. */
function readAttemptedValues(body: unknown): Record<string, string> {
  const given = (body ?? {}) as Record<string, unknown>;
  const kept = ['userName', 'RememberMe', 'ReturnUrl'].flatMap((name) =>
    typeof given[name] === 'string' ? [[name, given[name].slice(0, 2000)] as const] : [],
  );
  return Object.fromEntries(kept);
}

/** Requires fields of a sign-in step. @throws InvalidInputError naming each missing field */
function requireFields<Body extends object, Name extends keyof Body & string>(
  body: Body,
  names: readonly Name[],
): Record<Name, NonNullable<Body[Name]>> {
  const missing = names.filter((name) => !body[name]);
  if (missing.length > 0) {
    throw new InvalidInputError(
      Object.fromEntries(missing.map((field) => [field, [{ key: 'validation.required', values: { field } }]])),
    );
  }
  return body as Record<Name, NonNullable<Body[Name]>>;
}

/** Session functions for second factors. They are passed in, because sessions import second factors. */
export const secondFactorSessions = {
  renew: renewSession,
  endUserSessions,
  rememberedUntil,
  listRememberedBrowsers,
  forgetRememberedBrowser,
};

/** Sign-in, sign-out and the current user. `installSessions` creates the sessions. */
export function sessionModule(context: SessionRoutesContext & { readonly database: Database }): PortalModule {
  return {
    routes: sessionRoutes(context),
    jobs: [
      {
        name: 'session-purge',
        maxAttempts: 3,
        schedule: '*/15 * * * *',
        run: async () => void (await purgeExpiredSessions(context.database)),
      },
    ],
  };
}
