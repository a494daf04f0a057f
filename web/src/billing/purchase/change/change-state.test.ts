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

describe('a change in its row', () => {
  it("starts with the account's current subscription", () => {
    expect(changesIn(after(), plans, held)).toEqual([]);
    expect(after().flow.quantity).toBe(5);
  });

  it('contains the choices', () => {
    expect(changesIn(after({ type: 'quantitySet', quantity: 7 }), plans, held)).toEqual([
      { subject: 'quantity', from: 5, to: 7 },
    ]);
  });

  it('keeps an add-on at the price of the other period', () => {
    const state = after({ type: 'pricePlanChosen', pricePlanId: 'pro-year' });
    expect(state.flow.addons).toEqual({ alerts: { priceId: 'alerts-year', quantity: 1 } });
    expect(changesIn(state, plans, held).map(({ subject }) => subject)).toEqual(['billingInterval']);
  });

  it('starts another plan within its bounds, without the add-ons that it does not sell', () => {
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

describe('the changeable parts', () => {
  const may = { subscriptionPlanId: 'pro', subscriptionEditingAllowed: true, changingPlanAllowed: true };
  it.each([
    ['everything that there is a choice of', plans, may, ['plan', 'quantity', 'addons', 'period']],
    ['no plan where there is no other', [pro], may, ['quantity', 'addons', 'period']],
    ['the plan alone of a trial', plans, { ...may, subscriptionEditingAllowed: false }, ['plan']],
    ['nothing of a canceled one', plans, { ...may, subscriptionEditingAllowed: false, changingPlanAllowed: false }, []],
    ['nothing of a plan that is not known', [starter], may, []],
    [
      'no quantity of a plan for one',
      [makePlan({ maxQuantity: 1, pricePlans: [makePricePlan({ additionalPrices: [] })] })],
      may,
      [],
    ],
  ] as const)('%s', (_, offered, subscription, subjects) => {
    expect([...changeableSubjects(offered, subscription)]).toEqual(subjects);
  });
});
