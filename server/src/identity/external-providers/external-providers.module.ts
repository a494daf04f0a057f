import type { PortalModule } from '../../core/portal-module.ts';
import type { ExternalProvidersContext } from './external-providers.context.ts';
import { externalProviderRoutes } from './external-providers.routes.ts';
import { warnOfSecrets } from './secret-warnings.ts';

/** The identity providers that accounts set up for themselves. */
export function externalProvidersModule(context: ExternalProvidersContext): PortalModule {
  return {
    routes: externalProviderRoutes(context),
    jobs: [
      {
        name: 'external-providers-warn-of-secrets',
        maxAttempts: 5,
        schedule: '23 9 * * *',
        run: () => warnOfSecrets(context, new Date()),
      },
    ],
  };
}
