import { bindOperation } from '../../core/operations/index.ts';
import type { PortalModule } from '../../core/portal-module.ts';
import type { CancellationOffersContext } from './cancellation-offers.context.ts';
import { acceptOfferOperation } from './cancellation-offers.operations.ts';
import { cancellationOfferRoutes } from './cancellation-offers.routes.ts';

/** What the vendor offers to who cancels. */
export function cancellationOffersModule(context: CancellationOffersContext): PortalModule {
  return { routes: cancellationOfferRoutes(context), operations: [bindOperation(context, acceptOfferOperation)] };
}
