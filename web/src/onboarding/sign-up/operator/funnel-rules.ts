import type { FunnelStep, FunnelSteps } from './funnel.ts';

/** The steps in the order in which they are passed. */
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
  /** People who came at least this far. */
  came: number;
  /** Those of them who came no further. Nobody stops at the last step: they are done. */
  stopped: number;
  /** How many of those who began came this far, from 0 to 1. */
  share: number;
}

/** What became of those who began, step by step. */
export function stepsOf(sums: FunnelSteps): StepOfFunnel[] {
  const began = sums.email;
  return funnelSteps.map((step, index) => {
    const came = sums[step];
    const next = funnelSteps[index + 1];
    return { step, came, stopped: next ? came - sums[next] : 0, share: began === 0 ? 0 : came / began };
  });
}
