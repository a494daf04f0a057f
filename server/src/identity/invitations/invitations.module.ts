import type { PortalModule } from '../../core/portal-module.ts';
import { invitationRoutes } from './invitations.routes.ts';
import type { InvitationsContext } from './invitations.service.ts';

/** Invitations that nobody has answered yet. */
export function invitationsModule(context: InvitationsContext): PortalModule {
  return { routes: invitationRoutes(context) };
}
