import type { JobDefinition } from '../../core/jobs/queue.ts';
import type { PortalModule } from '../../core/portal-module.ts';
import type { ExpiryNoticesContext } from './expiry-notices.context.ts';
import { tellOfEnds } from './tell-of-ends.ts';

/** What tells accounts in time of licenses, trials, renewals and subscriptions that end. */
export function expiryNoticesModule(context: ExpiryNoticesContext): PortalModule {
  const tell: JobDefinition<never> = {
    name: 'expiry-notices-tell',
    maxAttempts: 5,
    schedule: '41 8 * * *',
    run: () => tellOfEnds(context, new Date()),
  };
  return { jobs: [tell] };
}
