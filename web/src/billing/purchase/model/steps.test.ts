import { describe, expect, it } from 'vitest';
import { makeAddon, makePlan, makePricePlan } from '../../../test/plans.ts';
import { type FlowState, startFlow } from './flow.ts';
import { parseStep, reachableStep } from './steps.ts';

const plan = makePlan({ pricePlans: [makePricePlan({ addons: [makeAddon()] })] });
const address = {
  name: 'Acme',
  country: 'DE',
  line1: 'Weg 1',
  line2: '',
  city: 'Bonn',
  state: '',
  postalCode: '53111',
};
const seen: FlowState = {
  ...startFlow(plan),
  visited: ['customize', 'addons', 'checkout', 'confirmation'],
  address,
  paymentMethodId: 'pm_1',
};

describe('the step of an address', () => {
  it.each([
    ['checkout', 'checkout'],
    ['Checkout', 'checkout'],
    ['payment', null],
    [undefined, null],
  ])('returns for the address %s the step %s', (name, step) => {
    expect(parseStep(name)).toBe(step);
  });

  it.each([
    ['a visited step', seen, 'confirmation', 'confirmation'],
    ['the checkout if the card was lost', { ...seen, paymentMethodId: null }, 'confirmation', 'checkout'],
    [
      'the checkout if the address was lost',
      { ...seen, address: { ...address, city: '' } },
      'confirmation',
      'checkout',
    ],
    ['the last visited step', { ...seen, visited: ['customize', 'addons'] }, 'confirmation', 'addons'],
    ['the first step for an address without a valid step', seen, 'payment', 'customize'],
    ['the first step if none was visited', startFlow(plan), 'checkout', 'customize'],
  ] as const)('returns %s', (_what, state, name, step) => {
    expect(reachableStep(plan, state, name)).toBe(step);
  });

  it('returns the previous step if the choices omit the step in the address', () => {
    const without = makePlan();
    expect(reachableStep(without, { ...seen, pricePlanId: 'pro-month' }, 'addons')).not.toBe('addons');
  });
});
