import type { PortalModule } from '../../core/portal-module.ts';
import { deleteExpired } from './codes.queries.ts';
import { type SecondFactorRoutesContext, secondFactorRoutes } from './second-factor.routes.ts';
import { setupMinutes } from './setup.ts';

/** Second factors: their methods, codes and recovery codes, and whether an account demands them. */
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
