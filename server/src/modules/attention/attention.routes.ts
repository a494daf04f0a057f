import { contract } from '@portico/contract';
import { type Route, routesOf } from '../../http/route.ts';
import { type AttentionContext, listAttention } from './attention.service.ts';

export function attentionRoutes(context: AttentionContext): Route[] {
  const route = routesOf(context);
  return [route(contract.attention.list, ({ context }) => listAttention(context))];
}
