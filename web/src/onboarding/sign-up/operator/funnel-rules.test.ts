import { expect, it } from 'vitest';
import { createSums } from './funnel.test-support.ts';
import { funnelSteps, summarizeSteps } from './funnel-rules.ts';

it('counts the visitors who reached each step and those who stopped there', () => {
  const steps = summarizeSteps(createSums({ email: 10, mainInfo: 8, plans: 8, submitted: 4, registered: 3 }));
  expect(steps.find(({ step }) => step === 'email')).toEqual({ step: 'email', came: 10, stopped: 2, share: 1 });
  expect(steps.find(({ step }) => step === 'submitted')).toMatchObject({ came: 4, stopped: 1, share: 0.4 });
  expect(steps.at(-1)).toEqual({ step: 'registered', came: 3, stopped: 0, share: 0.3 });
  expect(steps.reduce((all, { stopped }) => all + stopped, 0)).toBe(7);
});

it('has no shares without visitors', () => {
  expect(summarizeSteps(createSums({})).map(({ share }) => share)).toEqual(funnelSteps.map(() => 0));
});
