import { singleSignOn as endpoints, paths } from '@portico/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { clientAddress, keyOfAddress } from '../../core/http/address.ts';
import { AppError, BadRequestError } from '../../core/http/app-error.ts';
import { bindEndpoint } from '../../core/http/bind-endpoint.ts';
import { defineLimit } from '../../core/http/limits.ts';
import { render } from '../../core/http/problem-handler.ts';
import type { Route } from '../../core/http/route.ts';
import { findSettingsByKey } from './entrance.ts';
import { endByFrame, endByLogoutToken } from './sign-out.ts';
import type { SingleSignOnContext } from './single-sign-on.context.ts';
import { providerLogoutUrl, signOutReturnUrl } from './sso-sessions.ts';

/** Maximum refused logout tokens per address in 15 minutes. */
const refusals = defineLimit('sso-logout-refused', 60, 15 * 60);

/** Signing out at the provider from the portal, and the reverse. */
export function signOutRoutes(context: SingleSignOnContext): Route[] {
  return [
    { bind: (app) => bindSignedOut(context, app) },
    { bind: (app) => bindFrame(context, app) },
    { bind: (app) => void app.register(async (scope) => bindBackChannel(context, scope)) },
  ];
}

function bindSignedOut(context: SingleSignOnContext, app: FastifyInstance): void {
  bindEndpoint(app, endpoints.signedOut, async ({ params, query, reply }) => {
    const settings = query.begin === undefined ? undefined : await findSettingsByKey(context, params.key);
    const target = settings
      ? await providerLogoutUrl(context, settings, query.begin ?? '')
      : signOutReturnUrl(context, query.state);
    return reply.header('cache-control', 'no-store').redirect(target ?? paths.login, 303);
  });
}

function bindFrame(context: SingleSignOnContext, app: FastifyInstance): void {
  bindEndpoint(app, endpoints.frontChannelLogout, async ({ params, query, http, reply }) => {
    const settings = await findSettingsByKey(context, params.key);
    if (settings) await endByFrame(context, settings, query, http);
    return sendFrame(reply, settings?.issuer);
  });
}

/** An empty page that only the provider's own pages may frame (SSO-38). */
function sendFrame(reply: FastifyReply, issuer: string | undefined): FastifyReply {
  const origin = issuer === undefined ? undefined : URL.parse(issuer)?.origin;
  reply.headers({
    'cache-control': 'no-store',
    'content-security-policy': `default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors ${origin ?? "'none'"}`,
    'cross-origin-resource-policy': 'cross-origin',
  });
  if (origin !== undefined) reply.removeHeader('x-frame-options');
  return reply.type('text/html; charset=utf-8').send('<!doctype html><title></title>');
}

/** OpenID Connect Back-Channel Logout: 200 for an accepted token, otherwise 400 with `error`. */
function bindBackChannel(context: SingleSignOnContext, scope: FastifyInstance): void {
  scope.setErrorHandler((error: Error, request, reply) => answerRefusal(error, request, reply));
  bindEndpoint(scope, endpoints.backChannelLogout, async ({ params, body, http, reply }) => {
    const address = keyOfAddress(clientAddress(http));
    const settings = await findSettingsByKey(context, params.key);
    try {
      if (!settings) throw new Error('no such provider');
      await endByLogoutToken(context, settings, body.logout_token, http);
    } catch (error) {
      if (error instanceof AppError) throw error;
      http.log.warn({ err: error }, 'a logout token was refused');
      await refusals.take(context.database, address);
      throw new BadRequestError();
    }
    return reply.header('cache-control', 'no-store').type('application/json').send('{}');
  });
}

function answerRefusal(
  error: Error,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply | Promise<FastifyReply> {
  if (!(error instanceof BadRequestError)) return render(error, request, reply);
  return reply
    .code(400)
    .header('cache-control', 'no-store')
    .type('application/json')
    .send(JSON.stringify({ error: 'invalid_request', code: 'BadRequest', requestId: request.id }));
}
