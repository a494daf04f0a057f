import type { ParsedRequestOf, ResponseOf } from '@portico/contract';
import { profile } from '@portico/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { describeKind, findUserNames, listActivity } from '../../accounts/index.ts';
import { bindEndpoint } from '../../core/http/bind-endpoint.ts';
import { listAnswer } from '../../core/http/list-answer.ts';
import { readRequestOrigin } from '../../core/http/request-origin.ts';
import { createRouteBuilder, type Route } from '../../core/http/route.ts';
import type { JobDefinition } from '../../core/jobs/queue.ts';
import type { PortalModule } from '../../core/portal-module.ts';
import { hashSecret } from '../../core/secrets.ts';
import type { Sessions } from '../session/sessions.ts';
import { confirm } from './confirmation.ts';
import { confirmEmail, emailConfirmationJob, undoEmail } from './email-change.ts';
import { checkLink } from './link-check.ts';
import { enterLinkCode } from './link-code.ts';
import { endMailedSession, endOneSession, endOtherSessions, listOpenSessions } from './open-sessions.ts';
import { changePassword } from './password-change.ts';
import { forgetPassword, passwordResetJob, resetPassword } from './password-reset.ts';
import type { ProfileContext, ProfileRequestContext } from './profile.context.ts';
import { cancelEmailChange, getProfile, saveProfile } from './profile.service.ts';
import { confirmSignUp } from './sign-up-confirmation.ts';

/** The dependencies of the routes. */
export interface ProfileRoutesContext extends ProfileContext {
  readonly sessions: Sessions;
}

function profileRoutes(context: ProfileRoutesContext): Route[] {
  return [...ownRoutes(context), ...linkRoutes(context)];
}

/** Routes for a signed-in user's own profile. */
function ownRoutes({ sessions, ...module }: ProfileRoutesContext): Route[] {
  const route = createRouteBuilder(module);
  return [
    route(profile.get, ({ context }) => getProfile(context)),
    route(profile.save, ({ context, body, http }) => saveProfile(context, body, readRequestOrigin(http))),
    route(profile.cancelEmailChange, ({ context }) => cancelEmailChange(context)),
    route(profile.changePassword, async ({ context, body, http, reply }) => {
      sessions.writeRenewed(reply, await changePassword(context, body, readRequestOrigin(http)));
      return getProfile(context);
    }),
    route(profile.confirm, async ({ context, body }) => ({
      confirmedUntil: (await confirm(context, body.password)).toISOString(),
    })),
    route(profile.listSessions, async ({ context }) => ({ items: await listOpenSessions(context) })),
    route(profile.endSession, async ({ context, params, reply }) => {
      await endOneSession(context, params.id);
      if (params.id === context.session.publicId) sessions.cookies.clearSession(reply);
      return {};
    }),
    route(profile.endOtherSessions, async ({ context }) => ({ ended: await endOtherSessions(context) })),
    route(profile.listActivity, ({ context, query }) => listOwnActivity(context, query)),
  ];
}

/** Routes for the holder of a mailed link, signed in or not. */
function linkRoutes({ sessions, ...context }: ProfileRoutesContext): Route[] {
  const visitorHash = (http: FastifyRequest) => hashSecret(sessions.cookies.readVisitor(http) ?? '');
  const signIn = (http: FastifyRequest, reply: FastifyReply, userId: number, returnUrl: string | null) => {
    const proved = { userId, proof: 'password', isBothFactors: false, rememberMe: false, returnUrl } as const;
    return sessions.signInWithProof(http, reply, proved);
  };
  return [
    {
      bind: (app) =>
        bindEndpoint(app, profile.changeEmail, async ({ body, http, locale, reply }) => {
          const use = { token: body.token, origin: readRequestOrigin(http), locale };
          const confirmation = { ...use, password: body.password, visitorHash: visitorHash(http) };
          const confirmed = await confirmSignUp(context, confirmation);
          if (!confirmed) return { ...(await confirmEmail(context, use)), signIn: null };
          const { email, userId, returnUrl } = confirmed;
          return { email, signIn: userId === null ? null : await signIn(http, reply, userId, returnUrl) };
        }),
    },
    {
      bind: (app) =>
        bindEndpoint(app, profile.undoEmail, ({ body, http, locale }) =>
          undoEmail(context, { token: body.token, origin: readRequestOrigin(http), locale }),
        ),
    },
    {
      bind: (app) =>
        bindEndpoint(app, profile.forgetPassword, async ({ body, http, locale }) => {
          await forgetPassword(context, { userName: body.userName, origin: readRequestOrigin(http), locale });
          return {};
        }),
    },
    {
      bind: (app) =>
        bindEndpoint(app, profile.checkLink, ({ body, http }) =>
          checkLink(context, { token: body.token, visitorHash: visitorHash(http) }),
        ),
    },
    {
      bind: (app) =>
        bindEndpoint(app, profile.enterLinkCode, ({ body, http }) =>
          enterLinkCode(context, body, readRequestOrigin(http).address),
        ),
    },
    {
      bind: (app) =>
        bindEndpoint(app, profile.resetPassword, async ({ body, http, locale, reply }) => {
          const userId = await resetPassword(context, { ...body, origin: readRequestOrigin(http), locale });
          return signIn(http, reply, userId, null);
        }),
    },
    {
      bind: (app) =>
        bindEndpoint(app, profile.endMailedSession, async ({ body, http }) => {
          await endMailedSession(context, { token: body.token, origin: readRequestOrigin(http) });
          return {};
        }),
    },
  ];
}

/** A user's own details, sign-in methods, open sessions and mailed links. */
export function profileModule(context: ProfileRoutesContext): PortalModule {
  return {
    routes: profileRoutes(context),
    jobs: [emailConfirmationJob(context) as JobDefinition<never>, passwordResetJob(context) as JobDefinition<never>],
  };
}

/** The user's events of the last 90 days, the newest first (PRF-9). */
async function listOwnActivity(
  { database, session, locale }: ProfileRequestContext,
  page: ParsedRequestOf<typeof profile.listActivity>['query'],
): Promise<ResponseOf<typeof profile.listActivity>> {
  const { id: userId } = session.user;
  const { items, total } = await listActivity(database.query, userId, page);
  const others = items.flatMap(({ realUserId }) => (realUserId === null || realUserId === userId ? [] : realUserId));
  const names = await findUserNames(database.query, [...new Set(others)]);
  return listAnswer(
    items.map(({ id, at, kind, address, realUserId, reason }) => ({
      id,
      at: at.toISOString(),
      kind,
      text: describeKind(kind, locale),
      address,
      by: realUserId === null ? null : (names.get(realUserId) ?? null),
      reason,
    })),
    total,
    page,
  );
}
