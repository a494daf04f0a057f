import { contract } from '@portico/contract';
import { type Route, routesOf } from '../../core/http/route.ts';
import type { CardsContext } from './cards.context.ts';
import { addSource, beginCard, confirmCard, deleteCard, listCards, makeDefault } from './cards.service.ts';

const { cards } = contract;

export function cardRoutes(context: CardsContext): Route[] {
  const route = routesOf(context);
  return [
    route(cards.list, ({ context, query }) => listCards(context, query)),
    route(cards.listSources, ({ context, query }) => listCards(context, query)),
    route(cards.addSource, ({ context, body }) => addSource(context, body)),
    route(cards.add, ({ context }) => beginCard(context)),
    route(cards.confirm, ({ context, params, body }) => confirmCard(context, params.id, body?.makeDefault ?? false)),
    route(cards.makeDefault, ({ context, params }) => makeDefault(context, params.id)),
    route(cards.delete, ({ context, params }) => deleteCard(context, params.id)),
  ];
}
