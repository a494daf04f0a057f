import type { FunnelSteps } from './funnel.ts';
import { funnelSteps } from './funnel-rules.ts';

/** The visitors of each step; an omitted step has as many as the next named one. */
export function createSums(named: Partial<FunnelSteps>): FunnelSteps {
  let came = 0;
  const counted = [...funnelSteps].reverse().map((step) => {
    came = named[step] ?? came;
    return [step, came];
  });
  return Object.fromEntries(counted) as FunnelSteps;
}
