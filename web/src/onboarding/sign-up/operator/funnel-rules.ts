import type { FunnelStep, FunnelSteps } from './funnel.ts';

/** The steps in order. */
export const funnelSteps = [
  'email',
  'mainInfo',
  'contactInfo',
  'additionalInfo',
  'ownerInfo',
  'plans',
  'customizePlan',
  'addons',
  'checkout',
  'confirm',
  'submitted',
  'registered',
] as const satisfies readonly FunnelStep[];

export interface StepOfFunnel {
  step: FunnelStep;
  /** Visitors who reached this step. */
  came: number;
  /** Visitors who reached this step but no later one; zero for the last step. */
  stopped: number;
  /** The share of all visitors who reached this step, from 0 to 1. */
  share: number;
}

/** The steps with their figures. */
export function summarizeSteps(sums: FunnelSteps): StepOfFunnel[] {
  const began = sums.email;
  return funnelSteps.map((step, index) => {
    const came = sums[step];
    const next = funnelSteps[index + 1];
    return { step, came, stopped: next ? came - sums[next] : 0, share: began === 0 ? 0 : came / began };
  });
}
