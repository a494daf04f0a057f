import { bindOperation } from '../../core/operations/index.ts';
import type { PortalModule } from '../../core/portal-module.ts';
import type { CardsContext } from './cards.context.ts';
import { addCardOperation, addTokenOperation, deleteCardOperation, makeDefaultOperation } from './cards.operations.ts';
import { cardRoutes } from './cards.routes.ts';

export type { CardsContext } from './cards.context.ts';
export { findCard, findCardsById, findPaymentMethodObject } from './cards.queries.ts';
export { addSource, deleteCard, listCards, lockCardForPayment } from './cards.service.ts';
export { listCardsExpiring } from './expiring.queries.ts';
export { expiryOf } from './expiry.ts';

/** An account's saved cards. */
export function cardsModule(context: CardsContext): PortalModule {
  return {
    routes: cardRoutes(context),
    operations: [
      bindOperation(context, addCardOperation),
      bindOperation(context, addTokenOperation),
      bindOperation(context, makeDefaultOperation),
      bindOperation(context, deleteCardOperation),
    ],
  };
}
