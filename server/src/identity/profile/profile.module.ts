import type { JobDefinition } from '../../core/jobs/queue.ts';
import type { PortalModule } from '../../core/portal-module.ts';
import { emailConfirmationJob } from './email-change.ts';
import { passwordResetJob } from './password-reset.ts';
import { type ProfileRoutesContext, profileRoutes } from './profile.routes.ts';

/** A person's own details, ways in and open sessions, and the links that are mailed to them. */
export function profileModule(context: ProfileRoutesContext): PortalModule {
  return {
    routes: profileRoutes(context),
    jobs: [emailConfirmationJob(context) as JobDefinition<never>, passwordResetJob(context) as JobDefinition<never>],
  };
}
