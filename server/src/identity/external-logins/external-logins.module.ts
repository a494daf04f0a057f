import type { Queryable } from '../../core/db/database.ts';
import type { PortalModule } from '../../core/portal-module.ts';
import { countLogins } from './external-logins.queries.ts';
import { type ExternalLoginsRoutesContext, externalLoginRoutes } from './external-logins.routes.ts';
import { purgeVisits } from './visits.ts';

/** Whether a user signs in with a login elsewhere. */
export async function hasExternalLogins(on: Queryable, userId: number): Promise<boolean> {
  return (await countLogins(on, userId)) > 0;
}

/** Signing in with an account elsewhere, and connecting one. */
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
