import type { PortalModule } from '../../core/portal-module.ts';
import type { PasskeysContext } from './passkeys.context.ts';
import { deleteExpiredChallenges } from './passkeys.queries.ts';
import { passkeyRoutes } from './passkeys.routes.ts';

/** Passkeys: their users, and signing in and confirming with one. */
export function passkeysModule(context: PasskeysContext): PortalModule {
  return {
    routes: passkeyRoutes(context),
    jobs: [
      {
        name: 'passkeys-purge',
        maxAttempts: 3,
        schedule: '*/15 * * * *',
        run: () => deleteExpiredChallenges(context.database.query),
      },
    ],
  };
}
