import { contract } from '@portico/contract';
import { type Route, routesOf } from '../../core/http/route.ts';
import { type FirstStepsContext, hideFirstSteps, listFirstSteps, noteProductOpened } from './first-steps.service.ts';

const { firstSteps } = contract;

export function firstStepsRoutes(context: FirstStepsContext): Route[] {
  const route = routesOf(context);
  return [
    route(firstSteps.list, ({ context }) => listFirstSteps(context)),
    route(firstSteps.noteOpened, ({ context }) => noteProductOpened(context)),
    route(firstSteps.hide, ({ context }) => hideFirstSteps(context)),
  ];
}
