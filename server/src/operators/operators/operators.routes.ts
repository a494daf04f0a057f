import { contract } from '@portico/contract';
import { createRouteBuilder, type Route } from '../../core/http/route.ts';
import type { PortalModule } from '../../core/portal-module.ts';
import {
  addOperator,
  changeOperatorActivation,
  listOperators,
  type OperatorsContext,
  resetOperatorSecondFactor,
} from './operators.service.ts';

const { operators } = contract;

function operatorRoutes(context: OperatorsContext): Route[] {
  const route = createRouteBuilder(context);
  return [
    route(operators.list, ({ context, query }) => listOperators(context, query)),
    route(operators.add, ({ context, body }) => addOperator(context, body)),
    route(operators.activate, ({ context, params }) => changeOperatorActivation(context, params.id, true)),
    route(operators.deactivate, ({ context, params }) => changeOperatorActivation(context, params.id, false)),
    route(operators.resetSecondFactor, ({ context, params, body }) =>
      resetOperatorSecondFactor(context, params.id, body.verification),
    ),
  ];
}

/** The vendor's staff, managed by operators. */
export function operatorsModule(context: OperatorsContext): PortalModule {
  return { routes: operatorRoutes(context) };
}
