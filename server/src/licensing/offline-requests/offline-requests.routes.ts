import { contract } from '@portico/contract';
import { createRouteBuilder } from '../../core/http/route.ts';
import type { PortalModule } from '../../core/portal-module.ts';
import { answerRequest, type OfflineRequestsContext } from './offline-requests.service.ts';

/** The requests of offline devices. */
export function offlineRequestsModule(context: OfflineRequestsContext): PortalModule {
  const route = createRouteBuilder(context);
  return {
    routes: [
      route(contract.offlineRequests.answer, ({ context, params, body }) =>
        answerRequest(context, params.id, body.request),
      ),
    ],
  };
}
