import { contract } from '@portico/contract';
import { readRequestOrigin } from '../../core/http/request-origin.ts';
import { createRouteBuilder, type Route } from '../../core/http/route.ts';
import type { PortalModule } from '../../core/portal-module.ts';
import type { Sessions } from '../session/sessions.ts';
import { type ActingContext, actAs, findUser } from './acting.service.ts';

const { acting } = contract;

export interface ActingRoutesContext extends ActingContext {
  readonly sessions: Pick<Sessions, 'safeReturnUrl' | 'writeRenewed'>;
}

function actingRoutes(context: ActingRoutesContext): Route[] {
  const route = createRouteBuilder(context);
  return [
    route(acting.get, ({ context, params }) => findUser(context, params.userId)),
    route(acting.start, async ({ context, params, body, http, reply }) => {
      const { sessions } = context;
      const safe = await sessions.safeReturnUrl(body.returnUrl);
      // Only the portal's own pages can return the operator; product pages know nothing of acting.
      const returnUrl = safe.startsWith('/') ? safe : '/';
      const start = { userId: params.userId, reason: body.reason, returnUrl };
      const renewed = await actAs(context, start, readRequestOrigin(http));
      sessions.writeRenewed(reply, renewed);
      return { redirectUrl: '/' };
    }),
  ];
}

/** Operators acting as customers' users. `identity/session` owns their sessions. */
export function actingModule(context: ActingRoutesContext): PortalModule {
  return { routes: actingRoutes(context) };
}
