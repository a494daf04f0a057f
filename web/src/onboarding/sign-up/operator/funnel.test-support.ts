import type { FunnelSteps } from './funnel.ts';
import { funnelSteps } from './funnel-rules.ts';

/** Who came to each step: where one is left out, as many as to the next one that is named. */
export function sumsOf(named: Partial<FunnelSteps>): FunnelSteps {
  let came = 0;
  const counted = [...funnelSteps].reverse().map((step) => {
    came = named[step] ?? came;
    return [step, came];
  });
  return Object.fromEntries(counted) as FunnelSteps;
}
