import type { SecondFactorSettings } from '@portico/contract';
import { contract } from '@portico/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RequestContext } from '../../core/http/request-context.ts';
import { createRouteBuilder, type Route } from '../../core/http/route.ts';
import type { PortalModule } from '../../core/portal-module.ts';
import { deleteExpired } from './codes.queries.ts';
import { getRequirement, listAffected, saveRequirement } from './requirement.ts';
import type { RenewedSession, SecondFactorContext, SecondFactorRequestContext } from './second-factor.context.ts';
import { disable, type Enabled, getSettings, regenerateRecoveryCodes, removeMethod } from './second-factor.service.ts';
import {
  beginAuthenticatorSetup,
  enableAuthenticator,
  enableByCode,
  getAuthenticatorSetup,
  sendEnablingCode,
  setupMinutes,
} from './setup.ts';

const { secondFactor } = contract;

export interface SecondFactorRoutesContext extends SecondFactorContext {
  readonly writeRenewed: (reply: FastifyReply, renewed: RenewedSession) => void;
}

function secondFactorRoutes(dependencies: SecondFactorRoutesContext): Route[] {
  const route = createRouteBuilder(dependencies);
  const withUserAgent = (
    context: SecondFactorContext & RequestContext,
    http: FastifyRequest,
  ): SecondFactorRequestContext => ({
    ...context,
    userAgent: http.headers['user-agent'] ?? '',
  });
  const answer = (reply: FastifyReply, { recoveryCodes, renewed }: Enabled) => {
    if (renewed) dependencies.writeRenewed(reply, renewed);
    return { recoveryCodes };
  };
  return [
    route(secondFactor.get, ({ context, http }) => getSettings(withUserAgent(context, http))),
    route(secondFactor.getAuthenticator, ({ context, http }) => getAuthenticatorSetup(withUserAgent(context, http))),
    route(secondFactor.resetAuthenticator, ({ context, http }) =>
      beginAuthenticatorSetup(withUserAgent(context, http)),
    ),
    route(secondFactor.enableAuthenticator, async ({ context, http, reply, body }) =>
      answer(reply, await enableAuthenticator(withUserAgent(context, http), body.code)),
    ),
    route(secondFactor.removeAuthenticator, ({ context, http }) =>
      removeMethod(withUserAgent(context, http), 'Authenticator'),
    ),
    route(secondFactor.sendEmailCode, ({ context, http, body }) =>
      sendEnablingCode(withUserAgent(context, http), { method: 'Email', target: body.email }),
    ),
    route(secondFactor.enableEmail, async ({ context, http, reply, body }) =>
      answer(
        reply,
        await enableByCode(withUserAgent(context, http), { method: 'Email', target: body.email }, body.code),
      ),
    ),
    route(secondFactor.removeEmail, ({ context, http }) => removeMethod(withUserAgent(context, http), 'Email')),
    route(secondFactor.sendPhoneCode, ({ context, http, body }) =>
      sendEnablingCode(withUserAgent(context, http), { method: 'Phone', target: body.phone }),
    ),
    route(secondFactor.enablePhone, async ({ context, http, reply, body }) =>
      answer(
        reply,
        await enableByCode(withUserAgent(context, http), { method: 'Phone', target: body.phone }, body.code),
      ),
    ),
    route(secondFactor.removePhone, ({ context, http }) => removeMethod(withUserAgent(context, http), 'Phone')),
    route(secondFactor.disable, ({ context, http }) => disable(withUserAgent(context, http))),
    route(secondFactor.generateRecoveryCodes, ({ context, http }) =>
      regenerateRecoveryCodes(withUserAgent(context, http)),
    ),
    route(secondFactor.forgetBrowser, ({ context, http }) => forgetOwnBrowser(withUserAgent(context, http))),
    route(secondFactor.listBrowsers, async ({ context }) => ({
      items: await context.sessions.listRememberedBrowsers(context.database.query, context.session),
    })),
    route(secondFactor.forgetOneBrowser, ({ context, params }) => forgetOneBrowser(context, params.id)),
    route(secondFactor.getRequirement, ({ context }) => getRequirement(context)),
    route(secondFactor.listAffected, ({ context, query }) => listAffected(context, query)),
    route(secondFactor.saveRequirement, ({ context, body }) => saveRequirement(context, body.tfaIsRequired)),
  ];
}

/** Second factors: methods, codes, recovery codes, and the account's requirement. */
export function secondFactorModule(context: SecondFactorRoutesContext): PortalModule {
  return {
    routes: secondFactorRoutes(context),
    jobs: [
      {
        name: 'second-factor-purge',
        maxAttempts: 3,
        schedule: '*/15 * * * *',
        run: () => deleteExpired(context.database.query, setupMinutes),
      },
    ],
  };
}

/** Forgets this browser, so that it must pass the second factor again (MFA-9). Does nothing if it is not remembered. */
async function forgetOwnBrowser(context: SecondFactorRequestContext): Promise<SecondFactorSettings> {
  const { database, session, sessions } = context;
  const isRemembered = (await sessions.rememberedUntil(database.query, session)) !== null;
  if (session.browserId !== null && isRemembered) await forgetOneBrowser(context, session.browserId);
  return getSettings(context);
}

/** Forgets one of the user's browsers. @throws NotFoundError for another user's browser, or one that is not remembered */
async function forgetOneBrowser(
  { database, session, sessions, audit, actor }: SecondFactorContext & RequestContext,
  browserId: string,
): Promise<Record<never, never>> {
  await database.transaction(async (transaction) => {
    await sessions.forgetRememberedBrowser(transaction, { userId: session.user.id, browserId });
    await audit.record({ ...actor, kind: 'browserForgotten' }, transaction);
  });
  return {};
}
