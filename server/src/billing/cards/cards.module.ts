import { bindOperation } from '../../core/operations/index.ts';
import type { PortalModule } from '../../core/portal-module.ts';
import type { CardsContext } from './cards.context.ts';
import { addCardOperation, addTokenOperation, deleteCardOperation, makeDefaultOperation } from './cards.operations.ts';
import { cardRoutes } from './cards.routes.ts';

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
