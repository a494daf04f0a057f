import { contract } from '@portico/contract';
import { createRouteBuilder, type Route } from '../../core/http/route.ts';
import type { PortalModule } from '../../core/portal-module.ts';
import type { FirstStepsContext } from './first-steps.service.ts';
import { hideFirstSteps, listFirstSteps, recordProductOpened } from './first-steps.service.ts';

const { firstSteps } = contract;

function firstStepsRoutes(context: FirstStepsContext): Route[] {
  const route = createRouteBuilder(context);
  return [
    route(firstSteps.list, ({ context }) => listFirstSteps(context)),
    route(firstSteps.noteOpened, ({ context }) => recordProductOpened(context)),
    route(firstSteps.hide, ({ context }) => hideFirstSteps(context)),
  ];
}

/** The first steps of an account that registered itself. */
export function firstStepsModule(context: FirstStepsContext): PortalModule {
  return { routes: firstStepsRoutes(context) };
}
