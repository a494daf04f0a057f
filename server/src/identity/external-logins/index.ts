import type { Queryable } from '../../core/db/database.ts';
import type { PortalModule } from '../../core/portal-module.ts';
import { countLogins } from './external-logins.queries.ts';
import { type ExternalLoginsRoutesContext, externalLoginRoutes } from './external-logins.routes.ts';
import { purgeVisits } from './visits.ts';

export { insertLogin as connectLoginOf } from './external-logins.queries.ts';
export { type ExternalLoginsRoutesContext, leadToSignUp } from './external-logins.routes.ts';
export { createNotices, type Notices } from './failures.ts';
export { configuredProviders } from './google.ts';
export { createOpenIdProvider } from './openid-provider.ts';
export { createRegistry, type ProviderRegistry } from './providers.ts';

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
