import type { PortalModule } from '../../core/portal-module.ts';
import type { ExternalProvidersContext } from './external-providers.context.ts';
import { externalProviderRoutes } from './external-providers.routes.ts';
import { warnOfSecrets } from './secret-warnings.ts';

export { findHolder } from './domains.queries.ts';
export { lookAtDomains } from './look-at-domains.ts';
export {
  findSettings,
  findSettingsOfAccount,
  findSettingsOfDomain,
  noteTestPassed,
  type ProviderSettings,
} from './settings.ts';
export { findDraft, openDraft } from './tested-draft.ts';

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
