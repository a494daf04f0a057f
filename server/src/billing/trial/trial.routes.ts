import { contract } from '@portico/contract';
import { createRouteBuilder, type Route } from '../../core/http/route.ts';
import type { PortalModule } from '../../core/portal-module.ts';
import type { TrialContext } from './trial.service.ts';
import { saveAdditionalInfo } from './trial.service.ts';

function trialRoutes(context: TrialContext): Route[] {
  const route = createRouteBuilder(context);
  return [route(contract.trial.saveAdditionalInfo, ({ context, body }) => saveAdditionalInfo(context, body))];
}

/** The details that an account gives when it starts a trial. */
export function trialModule(context: TrialContext): PortalModule {
  return { routes: trialRoutes(context) };
}
