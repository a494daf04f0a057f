import { contract } from '@portico/contract';
import { createRouteBuilder, type Route } from '../../core/http/route.ts';
import { bindOperation } from '../../core/operations/index.ts';
import type { PortalModule } from '../../core/portal-module.ts';
import type { CancellationOffersContext } from './cancellation-offers.context.ts';
import { acceptOfferOperation } from './cancellation-offers.operations.ts';
import { acceptOffer, followOffer, listOffers } from './cancellation-offers.service.ts';

const { cancellationOffers } = contract;

function cancellationOfferRoutes(context: CancellationOffersContext): Route[] {
  const route = createRouteBuilder(context);
  return [
    route(cancellationOffers.list, ({ context, params }) => listOffers(context, params.id)),
    route(cancellationOffers.follow, ({ context, params }) => followOffer(context, params.id, params.offerId)),
    route(cancellationOffers.accept, ({ context, params }) => acceptOffer(context, params.id, params.offerId)),
  ];
}

/** The vendor's offers to customers who cancel. */
export function cancellationOffersModule(context: CancellationOffersContext): PortalModule {
  return { routes: cancellationOfferRoutes(context), operations: [bindOperation(context, acceptOfferOperation)] };
}
