import { contract } from '@portico/contract';
import { type Route, routesOf } from '../../core/http/route.ts';
import type { CancellationOffersContext } from './cancellation-offers.context.ts';
import { acceptOffer, followOffer, listOffers } from './cancellation-offers.service.ts';

const { cancellationOffers } = contract;

export function cancellationOfferRoutes(context: CancellationOffersContext): Route[] {
  const route = routesOf(context);
  return [
    route(cancellationOffers.list, ({ context, params }) => listOffers(context, params.id)),
    route(cancellationOffers.follow, ({ context, params }) => followOffer(context, params.id, params.offerId)),
    route(cancellationOffers.accept, ({ context, params }) => acceptOffer(context, params.id, params.offerId)),
  ];
}
