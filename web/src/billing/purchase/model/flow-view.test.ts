import { describe, expect, it } from 'vitest';
import { makePlan } from '../../../test/plans.ts';
import { type FlowState, type Payment, startFlow } from './flow.ts';
import { flowView } from './flow-view.ts';

const plan = makePlan();
const state = startFlow(plan);
const during = (payment: Payment): FlowState => ({ ...state, payment });

describe('the view of a purchase', () => {
  it('shows the step until the payment is authenticated, and an outcome from then on', () => {
    expect(flowView(plan, plan, state).isStepShown).toBe(true);
    expect(flowView(plan, plan, during({ phase: 'buying' })).isStepShown).toBe(true);
    expect(flowView(plan, plan, during({ phase: 'authenticating' })).isStepShown).toBe(false);
    expect(flowView(plan, plan, during({ phase: 'refused' })).isStepShown).toBe(false);
  });

  it.each(['pending', 'abandoning', 'refused'] as const)(
    'does not ask before the user leaves a purchase that is %s',
    (phase) => {
      expect(flowView(plan, plan, during({ phase })).isSettled).toBe(true);
    },
  );

  it('asks before the user leaves a purchase that is neither made nor refused', () => {
    for (const phase of ['idle', 'buying', 'authenticating'] as const) {
      expect(flowView(plan, plan, during({ phase })).isSettled).toBe(false);
    }
  });

  it('shows that the plan was bought elsewhere, unless this purchase is in progress', () => {
    const bought = { ...plan, subscribeAction: 'ChangeOptions' } as const;
    expect(flowView(plan, bought, state)).toMatchObject({ overtaken: 'active', isStepShown: false });
    expect(flowView(plan, bought, during({ phase: 'buying' })).overtaken).toBeNull();
  });
});
