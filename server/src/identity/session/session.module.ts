import type { Database } from '../../core/db/database.ts';
import type { PortalModule } from '../../core/portal-module.ts';
import { endSessionsOf, forgetRememberedBrowser, listRememberedBrowsers, rememberedUntil } from './open-sessions.ts';
import { type SessionRoutesContext, sessionRoutes } from './session.routes.ts';
import { purgeExpiredSessions } from './session.service.ts';
import { renewSession } from './setup-session.ts';

/** What the second factors need of sessions. Sessions ask that module for codes, so that the portal passes these on. */
export const secondFactorSessions = {
  renew: renewSession,
  endSessionsOf,
  rememberedUntil,
  listRememberedBrowsers,
  forgetRememberedBrowser,
};

/** Sign-in, sign-out and the current user. `installSessions` makes the context's sessions. */
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
