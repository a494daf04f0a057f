import type { FastifyInstance } from 'fastify';
import { findAccountSettings, findDefaults } from '../accounts/index.ts';
import type { Queryable } from '../core/db/database.ts';
import type { PortalModule } from '../core/portal-module.ts';
import type { ActingRoutesContext } from './acting/acting.routes.ts';
import { actingModule } from './acting/acting.routes.ts';
import type { ExternalLoginsRoutesContext } from './external-logins/external-logins.routes.ts';
import { externalLoginsModule, hasExternalLogins } from './external-logins/external-logins.routes.ts';
import type { ExternalProvidersContext } from './external-providers/external-providers.context.ts';
import { externalProvidersModule } from './external-providers/external-providers.routes.ts';
import { invitationsModule } from './invitations/invitations.routes.ts';
import type { InvitationsContext } from './invitations/invitations.service.ts';
import { hasPasskeys } from './passkeys/offer.ts';
import type { PasskeysContext } from './passkeys/passkeys.context.ts';
import { passkeysModule } from './passkeys/passkeys.routes.ts';
import type { ProfileRoutesContext } from './profile/profile.routes.ts';
import { profileModule } from './profile/profile.routes.ts';
import { otherWaysIn } from './recovery/ways-in.ts';
import type { SecondFactorRoutesContext } from './second-factor/second-factor.routes.ts';
import { secondFactorModule } from './second-factor/second-factor.routes.ts';
import type { SessionRoutesContext } from './session/session.routes.ts';
import { secondFactorSessions, sessionModule } from './session/session.routes.ts';
import { installSessions as install, type SessionDependencies, type Sessions } from './session/sessions.ts';
import { hasBreakGlassCode, makeBreakGlassCode } from './single-sign-on/break-glass.ts';
import type { SingleSignOnRoutesContext } from './single-sign-on/single-sign-on.routes.ts';
import { createSignOnPorts, singleSignOnModule } from './single-sign-on/single-sign-on.routes.ts';
import { countProviderSessions, endProviderSessions } from './single-sign-on/sso-sessions.ts';
import { userImportsModule } from './user-imports/user-imports.routes.ts';
import type { UserImportsContext } from './user-imports/user-imports.service.ts';

/** Whether an account's owner is mailed when the vendor's staff act as one of its users (ACC-11). */
const wantsActingMail = async (on: Queryable, accountId: number) =>
  (await findAccountSettings(on, accountId)).notifyActing;

/** Lets the app find sessions and reject forged requests. Adds the functions of passkeys and single sign-on that sessions need. */
export function installSessions(
  app: FastifyInstance,
  given: Omit<SessionDependencies, 'publicUrl' | 'hasPasskeys' | 'findRequiredSignOn' | 'findProviderSignOut'> &
    Parameters<typeof createSignOnPorts>[0],
): Sessions {
  return install(app, { ...given, hasPasskeys, ...createSignOnPorts(given), publicUrl: () => given.publicUrl });
}

type DomainContext = Omit<ActingRoutesContext, 'wantsActingMail' | 'sessions'> &
  Omit<ExternalLoginsRoutesContext, 'sessions'> &
  Omit<
    ExternalProvidersContext,
    'hasBreakGlassCode' | 'makeBreakGlassCode' | 'countProviderSessions' | 'endProviderSessions'
  > &
  InvitationsContext &
  Omit<PasskeysContext, 'sessions' | 'hasExternalLogins'> &
  Omit<ProfileRoutesContext, 'sessions' | 'hasPasskeys' | 'otherWaysIn'> &
  Omit<SecondFactorRoutesContext, 'sessions' | 'writeRenewed' | 'hasPasskeys'> &
  Omit<SingleSignOnRoutesContext, 'sessions' | 'notices' | 'findDefaults'> &
  Pick<SessionRoutesContext, 'renderSignIn'> &
  UserImportsContext & {
    readonly sessions: Sessions;
    readonly ssoNotices: SingleSignOnRoutesContext['notices'];
  };

/** Sign-in, second factors, single sign-on, and each user's own profile. */
export function identityDomain(context: DomainContext): readonly PortalModule[] {
  const { sessions, ssoNotices } = context;
  return [
    sessionModule(context),
    secondFactorModule({
      ...context,
      hasPasskeys,
      sessions: secondFactorSessions,
      writeRenewed: sessions.writeRenewed,
    }),
    passkeysModule({ ...context, hasExternalLogins }),
    externalLoginsModule(context),
    externalProvidersModule({
      ...context,
      hasBreakGlassCode,
      countProviderSessions,
      endProviderSessions,
      makeBreakGlassCode: (asking) => makeBreakGlassCode({ ...context, ...asking }),
    }),
    singleSignOnModule({ ...context, findDefaults, notices: ssoNotices }),
    profileModule({ ...context, hasPasskeys, otherWaysIn }),
    actingModule({ ...context, wantsActingMail }),
    invitationsModule(context),
    userImportsModule(context),
  ];
}
