import { session as endpoints, type Problem } from '@portico/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { addressOf } from '../../http/address.ts';
import { bindEndpoint } from '../../http/bind-endpoint.ts';
import { sendFailure } from '../../http/failure-page.ts';
import { readMultipartForms } from '../../http/form-fields.ts';
import { describeProblem, render } from '../../http/problem-handler.ts';
import type { Route } from '../../http/route.ts';
import { AntiForgeryError } from './session.errors.ts';
import { type Caller, describeUser, longestSessionSeconds } from './session.service.ts';
import type { Sessions } from './sessions.ts';

/** The sign-in page again, with what was wrong and what was typed, for a form that was posted without script. */
export type RenderSignIn = (
  request: FastifyRequest,
  reply: FastifyReply,
  state: { problem: Problem; attemptedValues: Record<string, string> },
) => Promise<FastifyReply>;

export interface SessionRoutesContext {
  readonly sessions: Sessions;
  readonly renderSignIn: RenderSignIn;
}

const accepted = new Set([true, 'true', 'on']);

/** The routes of sessions. Those of forms have a scope of their own, with its parsers. */
export function sessionRoutes(dependencies: SessionRoutesContext): Route[] {
  return [
    { bind: (app) => void app.register((scope) => bindForms(dependencies, scope)) },
    { bind: (app) => bindEndpoint(app, endpoints.getCurrentUser, async ({ session }) => describeUser(session)) },
  ];
}

async function bindForms(dependencies: SessionRoutesContext, forms: FastifyInstance): Promise<void> {
  readMultipartForms(forms);
  // A body that is no form is its sender's mistake; the parser's errors do not say so.
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
    return renderSignIn(request, reply, { problem, attemptedValues: attemptedValuesOf(request.body) });
  });

  bindEndpoint(scope, endpoints.signIn, async ({ body, http, reply }) => {
    const { id, marker } = await sessions.signIn({
      userName: body.userName,
      password: body.password,
      formerId: sessions.cookies.readSession(http),
      caller: callerOf(http),
    });
    const maxAge = accepted.has(body.RememberMe ?? false) ? longestSessionSeconds : null;
    sessions.cookies.writeSession(reply, id, marker, maxAge);
    return leadTo(await sessions.safeReturnUrl(body.ReturnUrl), http, reply);
  });
}

function bindSignOut({ sessions }: SessionRoutesContext, scope: FastifyInstance): void {
  scope.setErrorHandler(async (error: Error, request, reply) => {
    // A page that outlived its session has nothing left to sign out of. The cookies stay: browsers keep them from other sites' forms,
    // which then look the same from here.
    if (error instanceof AntiForgeryError && !request.session) {
      return wantsPage(request) ? reply.redirect('/login', 303) : reply.code(200).send({ redirectUrl: '/login' });
    }
    return wantsPage(request) ? sendFailure(error, request, reply) : render(error, request, reply);
  });

  bindEndpoint(scope, endpoints.signOut, async ({ session, http, reply }) => {
    if (session) await sessions.signOut(session, callerOf(http));
    sessions.cookies.clearSession(reply);
    return leadTo('/login', http, reply);
  });
}

/** A script gets where to go as JSON, a native form is sent there. */
async function leadTo(target: string, request: FastifyRequest, reply: FastifyReply): Promise<{ redirectUrl: string }> {
  // Fastify takes the sent reply for the answer; the contract's type knows only what scripts get.
  return wantsPage(request) ? (reply.redirect(target, 303) as never) : { redirectUrl: target };
}

function callerOf(request: FastifyRequest): Caller {
  return { address: addressOf(request), userAgent: request.headers['user-agent'] ?? '', requestId: request.id };
}

/** A browser that posts a form by itself asks for HTML; our scripts ask for JSON. */
function wantsPage(request: FastifyRequest): boolean {
  return (request.headers.accept ?? '').includes('text/html');
}

/** What goes back into the form: never the password. */
function attemptedValuesOf(body: unknown): Record<string, string> {
  const given = (body ?? {}) as Record<string, unknown>;
  const kept = ['userName', 'RememberMe', 'ReturnUrl'].flatMap((name) =>
    typeof given[name] === 'string' ? [[name, given[name].slice(0, 2000)] as const] : [],
  );
  return Object.fromEntries(kept);
}
