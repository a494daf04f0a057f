import { contract } from '@portico/contract';
import { createRouteBuilder, type Route } from '../../core/http/route.ts';
import type { PortalModule } from '../../core/portal-module.ts';
import type { InvitationsContext } from './invitations.service.ts';
import { getInvitation, listInvitations, sendInvitation, withdrawInvitation } from './invitations.service.ts';

const { invitations } = contract;

function invitationRoutes(context: InvitationsContext): Route[] {
  const route = createRouteBuilder(context);
  return [
    route(invitations.list, ({ context, query }) => listInvitations(context, query)),
    route(invitations.get, ({ context, params }) => getInvitation(context, params.userId)),
    route(invitations.send, ({ context, params }) => sendInvitation(context, params.userId)),
    route(invitations.withdraw, ({ context, params }) => withdrawInvitation(context, params.userId)),
  ];
}

/** Open and expired invitations. */
export function invitationsModule(context: InvitationsContext): PortalModule {
  return { routes: invitationRoutes(context) };
}
