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
    ['a step that was seen', seen, 'confirmation', 'confirmation'],
    ['the checkout, where the card is lost', { ...seen, paymentMethodId: null }, 'confirmation', 'checkout'],
    [
      'the checkout, where the address is lost',
      { ...seen, address: { ...address, city: '' } },
      'confirmation',
      'checkout',
    ],
    ['the last step that was seen', { ...seen, visited: ['customize', 'addons'] }, 'confirmation', 'addons'],
    ['the first step for an address that names none', seen, 'payment', 'customize'],
    ['the first step where nothing was seen', startFlow(plan), 'checkout', 'customize'],
  ] as const)('returns %s', (_what, state, name, step) => {
    expect(reachableStep(plan, state, name)).toBe(step);
  });

  it('returns the step before one that the choices omit', () => {
    const without = makePlan();
    expect(reachableStep(without, { ...seen, pricePlanId: 'pro-month' }, 'addons')).not.toBe('addons');
  });
});
