import { contract } from '@portico/contract';
import { type Route, routesOf } from '../../core/http/route.ts';
import { getOperation, listOperations, type OperationsContext } from './operations.service.ts';

const { operations } = contract;

export function operationRoutes(context: OperationsContext): Route[] {
  const route = routesOf(context);
  return [
    route(operations.list, ({ context }) => listOperations(context)),
    route(operations.get, ({ context, params }) => getOperation(context, params.operationId)),
  ];
}
