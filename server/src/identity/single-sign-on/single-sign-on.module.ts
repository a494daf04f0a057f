import type { PortalModule } from '../../core/portal-module.ts';
import { findHolder } from '../external-providers/domains.queries.ts';
import { signOnPage } from '../session/entry.ts';
import { findSignOnOfDomain } from './entrance.ts';
import { deleteExpiredFlows } from './flows.queries.ts';
import { type SingleSignOnRoutesContext, singleSignOnRoutes } from './single-sign-on.routes.ts';
import { deleteOldSignOuts } from './sso-sessions.queries.ts';
import { findProviderSignOut } from './sso-sessions.ts';
import { testRoutes } from './tests.routes.ts';

/** What sessions and the sign-up ask single sign-on for: where people of a mail domain sign in, and the way out through a provider. */
export function signOnOf(context: Pick<SingleSignOnRoutesContext, 'database' | 'config' | 'publicUrl'>) {
  return {
    findRequiredSignOn: async (domain: string) => {
      const found = await findSignOnOfDomain(context, domain);
      return found?.isRequired ? found : undefined;
    },
    /** Where people of a mail domain come in, in place of registering. */
    wayOfDomain: async (domain: string) => {
      const found = await findSignOnOfDomain(context, domain);
      return found && signOnPage(found.key, { provider: found.providerKey, form: '1' });
    },
    /** The account that has proved a mail domain, also where none of its providers is active: it takes its people in by invitations. */
    accountOfDomain: async (domain: string) => (await findHolder(context.database.query, domain))?.accountId,
    findProviderSignOut: (session: Parameters<typeof findProviderSignOut>[1], target: string) =>
      findProviderSignOut(context, session, target),
  };
}

/** Signing in and out with an account's own identity provider. */
export function singleSignOnModule(context: SingleSignOnRoutesContext): PortalModule {
  return {
    routes: [...singleSignOnRoutes(context), ...testRoutes(context)],
    jobs: [
      {
        name: 'single-sign-on-purge',
        maxAttempts: 3,
        schedule: '*/15 * * * *',
        run: async () => {
          await deleteExpiredFlows(context.database.query);
          await deleteOldSignOuts(context.database.query);
        },
      },
    ],
  };
}
