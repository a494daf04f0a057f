import { contract } from '@portico/contract';
import { type Route, routesOf } from '../../core/http/route.ts';
import { saveAdditionalInfo, type TrialContext } from './trial.service.ts';

export function trialRoutes(context: TrialContext): Route[] {
  const route = routesOf(context);
  return [route(contract.trial.saveAdditionalInfo, ({ context, body }) => saveAdditionalInfo(context, body))];
}
