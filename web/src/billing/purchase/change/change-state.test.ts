import { describe, expect, it } from 'vitest';
import { makeAddon, makeHeld, makePlan, makePricePlan } from '../../../test/plans.ts';
import { type ChangeAction, changesIn, reduceChange, startChange } from './change-state.ts';
import { changeableSubjects } from './changeable.ts';

const alerts = (id: string, isHeld: boolean) =>
  makeAddon({
    id: 'alerts',
    caption: 'Alerts',
    prices: [{ id, caption: 'Ten phones', amount: 1200, isUsed: isHeld }],
    currentQuantity: isHeld ? 1 : 0,
  });
const monthly = makePricePlan({ currentDeviceCount: 5, additionalPrices: [], addons: [alerts('alerts-month', true)] });
const yearly = makePricePlan({
  id: 'pro-year',
  interval: 'Year',
  additionalPrices: [],
  addons: [alerts('alerts-year', false)],
});
const pro = makePlan({ pricePlans: [monthly, yearly], subscribeAction: 'ChangeOptions' });
const starter = makePlan({
  id: 'starter',
  name: 'Starter',
  maxQuantity: 3,
  pricePlans: [makePricePlan({ id: 'starter-month', subscriptionPlanId: 'starter', additionalPrices: [] })],
  subscribeAction: 'SwitchTo',
});
const plans = [pro, starter];
const held = makeHeld();

const after = (...actions: ChangeAction[]) =>
  actions.reduce((state, action) => reduceChange(state, action, plans, held), startChange(plans, held));

describe("a change in a row of the subscription's page", () => {
  it("starts with the account's current subscription", () => {
    expect(changesIn(after(), plans, held)).toEqual([]);
    expect(after().flow.quantity).toBe(5);
  });

  it("contains the user's choices", () => {
    expect(changesIn(after({ type: 'quantitySet', quantity: 7 }), plans, held)).toEqual([
      { subject: 'quantity', from: 5, to: 7 },
    ]);
  });

  it('keeps an add-on at its price in the new billing interval', () => {
    const state = after({ type: 'pricePlanChosen', pricePlanId: 'pro-year' });
    expect(state.flow.addons).toEqual({ alerts: { priceId: 'alerts-year', quantity: 1 } });
    expect(changesIn(state, plans, held).map(({ subject }) => subject)).toEqual(['billingInterval']);
  });

  it('fits the quantity to the limits of another plan, and drops add-ons that the plan does not sell', () => {
    const { planId, flow } = after({ type: 'planChosen', planId: 'starter' });
    expect(planId).toBe('starter');
    expect(flow.quantity).toBe(3);
    expect(flow.addons).toEqual({});
  });

  it('changes nothing if the current plan is chosen again', () => {
    const state = after({ type: 'planChosen', planId: 'starter' }, { type: 'planChosen', planId: 'pro' });
    expect(changesIn(state, plans, held)).toEqual([]);
  });

  it('keeps the plan during the payment', () => {
    const buying = { type: 'paymentMoved', payment: { phase: 'buying' } } as const;
    expect(after(buying, { type: 'planChosen', planId: 'starter' }).planId).toBe('pro');
  });
});

describe('the changeable parts of a subscription', () => {
  const may = { subscriptionPlanId: 'pro', subscriptionEditingAllowed: true, changingPlanAllowed: true };
  it.each([
    ['include everything that has a choice', plans, may, ['plan', 'quantity', 'addons', 'period']],
    ['omit the plan if there is no other plan', [pro], may, ['quantity', 'addons', 'period']],
    ['are only the plan for a trial', plans, { ...may, subscriptionEditingAllowed: false }, ['plan']],
    [
      'are empty for a canceled subscription',
      plans,
      { ...may, subscriptionEditingAllowed: false, changingPlanAllowed: false },
      [],
    ],
    ['are empty for an unknown plan', [starter], may, []],
    [
      'omit the quantity if the plan allows only one unit',
      [makePlan({ maxQuantity: 1, pricePlans: [makePricePlan({ additionalPrices: [] })] })],
      may,
      [],
    ],
  ] as const)('%s', (_, offered, subscription, subjects) => {
    expect([...changeableSubjects(offered, subscription)]).toEqual(subjects);
  });
});
