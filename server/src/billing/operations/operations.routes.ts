import { contract } from '@portico/contract';
import { createRouteBuilder, type Route } from '../../core/http/route.ts';
import type { PortalModule } from '../../core/portal-module.ts';
import type { OperationsContext } from './operations.service.ts';
import { getOperation, listOperations } from './operations.service.ts';

const { operations } = contract;

function operationRoutes(context: OperationsContext): Route[] {
  const route = createRouteBuilder(context);
  return [
    route(operations.list, ({ context }) => listOperations(context)),
    route(operations.get, ({ context, params }) => getOperation(context, params.operationId)),
  ];
}

/** The unsettled operations of an account. */
export function operationsModule(context: OperationsContext): PortalModule {
  return { routes: operationRoutes(context) };
}
