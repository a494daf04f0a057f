import { contract } from '@portico/contract';
import { createRouteBuilder, type Route } from '../../core/http/route.ts';
import { bindOperation } from '../../core/operations/index.ts';
import type { PortalModule } from '../../core/portal-module.ts';
import type { CardsContext } from './cards.context.ts';
import { addCardOperation, addTokenOperation, deleteCardOperation, makeDefaultOperation } from './cards.operations.ts';
import { replaceCard } from './cards.replacement.ts';
import { addSource, beginCard, confirmCard, deleteCard, listCards, makeDefault } from './cards.service.ts';
import { replaceCardOperation } from './replacement.operations.ts';

const { cards } = contract;

function cardRoutes(context: CardsContext): Route[] {
  const route = createRouteBuilder(context);
  return [
    route(cards.list, ({ context, query }) => listCards(context, query)),
    route(cards.listSources, ({ context, query }) => listCards(context, query)),
    route(cards.addSource, ({ context, body }) => addSource(context, body)),
    route(cards.add, ({ context }) => beginCard(context)),
    route(cards.confirm, ({ context, params, body }) => confirmCard(context, params.id, body?.makeDefault ?? false)),
    route(cards.makeDefault, ({ context, params }) => makeDefault(context, params.id)),
    route(cards.replace, ({ context, params, body }) => replaceCard(context, params.id, body)),
    route(cards.delete, ({ context, params }) => deleteCard(context, params.id)),
  ];
}

/** An account's saved cards. */
export function cardsModule(context: CardsContext): PortalModule {
  return {
    routes: cardRoutes(context),
    operations: [
      bindOperation(context, addCardOperation),
      bindOperation(context, addTokenOperation),
      bindOperation(context, makeDefaultOperation),
      bindOperation(context, deleteCardOperation),
      bindOperation(context, replaceCardOperation),
    ],
  };
}
