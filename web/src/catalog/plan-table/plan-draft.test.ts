import { expect, it } from 'vitest';
import { createPlanDraft, readAmount, toPlanInput } from './plan-draft.ts';

it('a new plan is manual and not a trial', () => {
  expect(createPlanDraft(null)).toMatchObject({ processingType: '1', isTrial: false, fromAmountPerMonth: '' });
});

it.each([
  ['', null],
  ['49', 4900],
  ['49,5', 4950],
  ['$ 1 049.99', 104_999],
  ['x', undefined],
  ['4.999', undefined],
])('reads the amount %j as %j cents', (typed, cents) => {
  expect(readAmount(typed)).toBe(cents);
});

it('a saved plan omits an amount that is derived from other prices', () => {
  const draft = createPlanDraft({
    accounts: 0,
    version: 3,
    plan: { code: 'A', name: 'A', description: 'A', featuredText: '', isTrial: false, processingType: 1 },
    isAmountGiven: true,
    amount: 4900,
  });
  expect(toPlanInput(draft, true)).toMatchObject({ fromAmountPerMonth: 4900, processingType: 1 });
  expect(toPlanInput(draft, false)).not.toHaveProperty('fromAmountPerMonth');
});
