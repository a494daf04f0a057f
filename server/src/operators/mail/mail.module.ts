import type { PortalModule } from '../../core/portal-module.ts';
import { mailRoutes, outboxRoutes } from './mail.routes.ts';
import type { MailContext } from './mail.service.ts';

/** What operators see of mail and text messages, and the outbox of the demonstration, which production does not have (DEMO-10). */
export function mailModule(context: MailContext): PortalModule {
  return { routes: [...mailRoutes(context), ...(context.config.mode === 'demo' ? outboxRoutes(context) : [])] };
}
