import type { JobDefinition } from '../../core/jobs/queue.ts';
import { bindOperation } from '../../core/operations/index.ts';
import type { PortalModule } from '../../core/portal-module.ts';
import { deleteExpiredSolutions } from './captcha.queries.ts';
import { deleteExpiredIdentities } from './identities.queries.ts';
import { deleteExpiredQuotes } from './quotes.queries.ts';
import { registrationOperation } from './registration.operation.ts';
import { deleteOldRegistrations } from './registrations.queries.ts';
import { customerRemovalJob } from './settle.ts';
import type { SignUpRoutesContext } from './sign-up.context.ts';
import { signUpRoutes } from './sign-up.routes.ts';
import { deleteExpiredCards } from './visitor-cards.queries.ts';
import { deleteOldVisits } from './visits.queries.ts';

/** Becoming a customer: the wizard's pages, its handlers, and the registration. */
export function signUpModule(context: SignUpRoutesContext): PortalModule {
  const { query } = context.database;
  return {
    routes: signUpRoutes(context),
    operations: [bindOperation(context, registrationOperation)],
    jobs: [
      {
        name: 'sign-up-purge',
        maxAttempts: 3,
        schedule: '41 * * * *',
        run: async () => {
          await deleteExpiredQuotes(query);
          await deleteExpiredIdentities(query);
          await deleteExpiredSolutions(query);
          await deleteExpiredCards(query);
          await deleteOldVisits(query);
          await deleteOldRegistrations(query);
        },
      },
      customerRemovalJob(context) as JobDefinition<never>,
    ],
  };
}
