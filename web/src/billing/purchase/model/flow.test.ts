import { describe, expect, it } from 'vitest';
import { makeAddon, makePlan, makePricePlan } from '../../../test/plans.ts';
import { makePurchaseResult } from '../../../test/purchases.ts';
import { emptyAddress } from '../../../ui/address-fields-draft.ts';
import { type FlowAction, type FlowState, listSteps, reduceFlow, startFlow } from './flow.ts';

const plan = makePlan();
const withAddons = makePlan({ pricePlans: [makePricePlan({ addons: [makeAddon()] }), ...plan.pricePlans.slice(1)] });

const play = (start: FlowState, ...actions: FlowAction[]) =>
  actions.reduce((state, action) => reduceFlow(state, action, withAddons), start);

const result = makePurchaseResult();

describe('the steps', () => {
  it('include the add-ons step only if the price plan has add-ons', () => {
    expect(listSteps(plan, startFlow(plan))).toEqual(['customize', 'checkout', 'confirmation']);
    expect(listSteps(withAddons, startFlow(withAddons))).toEqual(['customize', 'addons', 'checkout', 'confirmation']);
  });

  it('are a single step for a free plan and a trial', () => {
    const trial = makePlan({ isTrial: true, trialDays: 30, pricePlans: [makePricePlan({ amount: 0 })] });
    expect(listSteps(trial, startFlow(trial))).toEqual(['customize']);
  });

  it('are all steps if a change turns out to cost something today', () => {
    const free = makePlan({ pricePlans: [makePricePlan({ amount: 0 })] });
    const state = reduceFlow(startFlow(free), { type: 'paymentNeeded' }, free);
    expect(state.step).toBe('checkout');
    expect(listSteps(free, state)).toEqual(['customize', 'checkout', 'confirmation']);
  });

  it('move one at a time and stop at both ends', () => {
    const start = startFlow(withAddons);
    const last = play(start, { type: 'wentOn' }, { type: 'wentOn' }, { type: 'wentOn' });
    expect(last.step).toBe('confirmation');
    expect(last.visited).toEqual(['customize', 'addons', 'checkout', 'confirmation']);
    expect(play(last, { type: 'wentOn' }).step).toBe('confirmation');
    expect(play(last, { type: 'wentBack' }).step).toBe('checkout');
    expect(play(start, { type: 'wentBack' }).step).toBe('customize');
  });

  it('keep the selection while moving back and forth', () => {
    const chosen = play(
      startFlow(withAddons),
      { type: 'quantitySet', quantity: 7 },
      { type: 'wentOn' },
      { type: 'addonToggled', addonId: 'forensics' },
      { type: 'wentOn' },
      { type: 'addressChanged', address: { ...emptyAddress, city: 'Lyon' } },
    );
    const returned = play(chosen, { type: 'wentBack' }, { type: 'wentBack' }, { type: 'wentOn' }, { type: 'wentOn' });
    expect(returned).toEqual({ ...chosen, step: 'checkout' });
  });
});

describe('choosing', () => {
  it('starts with the wanted billing interval', () => {
    expect(startFlow(plan, { wanted: { interval: 'Year', intervalCount: 1 } }).pricePlanId).toBe('pro-year');
    expect(startFlow(plan, { wanted: { interval: 'Day' } }).pricePlanId).toBe('pro-month');
  });

  it('carries quantities over to another price plan and clears the add-ons', () => {
    const state = play(
      startFlow(withAddons),
      { type: 'quantitySet', quantity: 12 },
      { type: 'additionalSet', priceId: 'reader-month', quantity: 4 },
      { type: 'addonToggled', addonId: 'forensics' },
      { type: 'pricePlanChosen', pricePlanId: 'pro-year' },
    );
    expect(state).toMatchObject({
      pricePlanId: 'pro-year',
      quantity: 12,
      additional: { 'reader-year': 4 },
      addons: {},
    });
  });

  it("starts a change with the current subscription, within the plan's limits", () => {
    expect(startFlow(plan, { held: { quantity: 5 } })).toMatchObject({ quantity: 5, isChange: true, isChanged: false });
    expect(startFlow(makePlan({ maxQuantity: 3 }), { held: { quantity: 5 } }).quantity).toBe(3);
    expect(startFlow(plan)).toMatchObject({ quantity: 1, isChange: false });
  });

  it('carries add-ons of a change over to another price plan, and names those that it does not sell', () => {
    const yearly = makeAddon({
      prices: [{ id: 'forensics-year', caption: '10,000 checks', amount: 90_000, isUsed: false }],
    });
    const both = makePlan({
      pricePlans: [
        makePricePlan({ addons: [makeAddon(), makeAddon({ id: 'alerts', caption: 'Alerts' })] }),
        makePricePlan({ id: 'pro-year', interval: 'Year', addons: [yearly] }),
      ],
    });
    const actions: FlowAction[] = [
      { type: 'addonToggled', addonId: 'forensics' },
      { type: 'addonToggled', addonId: 'alerts' },
      { type: 'pricePlanChosen', pricePlanId: 'pro-year' },
    ];
    const changed = actions.reduce(
      (state, action) => reduceFlow(state, action, both),
      startFlow(both, { held: { quantity: 5 } }),
    );
    expect(changed.addons).toEqual({ forensics: { priceId: 'forensics-year', quantity: 1 } });
    expect(changed.dropped).toEqual(['Alerts']);
  });

  it('keeps the selection if the same price plan is selected again', () => {
    const start = startFlow(withAddons);
    expect(play(start, { type: 'pricePlanChosen', pricePlanId: 'pro-month' })).toBe(start);
  });

  it('marks the flow as changed by a choice, not by navigation', () => {
    const start = startFlow(withAddons);
    expect(play(start, { type: 'wentOn' }, { type: 'wentBack' }).isChanged).toBe(false);
    expect(play(start, { type: 'quantitySet', quantity: 3 }).isChanged).toBe(true);
  });

  it('never lets a quantity of an additional price fall below zero', () => {
    const state = play(startFlow(plan), { type: 'additionalSet', priceId: 'reader-month', quantity: -2 });
    expect(state.additional['reader-month']).toBe(0);
  });
});

describe('coupons and addresses', () => {
  it('deletes a refused coupon and shows the reason on the current step', () => {
    const state = play(
      startFlow(withAddons),
      { type: 'couponApplied', coupon: 'OLD' },
      { type: 'couponRefused', message: 'Coupon number is incorrect or outdated' },
    );
    expect(state.coupon).toBeNull();
    expect(state.notice).toMatchObject({ step: 'customize', reason: 'coupon' });
  });

  it('fills in the saved address unless one was typed', () => {
    const saved = { ...emptyAddress, city: 'Lyon' };
    const typed = { ...emptyAddress, city: 'Nantes' };
    const start = startFlow(plan);
    expect(play(start, { type: 'addressFound', address: saved }).address).toEqual(saved);
    const after = play(start, { type: 'addressChanged', address: typed }, { type: 'addressFound', address: saved });
    expect(after.address).toEqual(typed);
  });
});

describe('paying', () => {
  const atConfirmation = play(startFlow(plan), { type: 'wentOn' }, { type: 'wentOn' }, { type: 'wentOn' });

  it('requests a new quote each time the confirmation is entered', () => {
    const again = play(atConfirmation, { type: 'wentBack' }, { type: 'wentOn' });
    expect(again.quoteAttempt).toBe(atConfirmation.quoteAttempt + 1);
  });

  it('freezes the selection during a payment and afterward', () => {
    for (const payment of [{ phase: 'buying' }, { phase: 'pending' }, { phase: 'succeeded', result }] as const) {
      const paying = play(atConfirmation, { type: 'paymentMoved', payment });
      expect(play(paying, { type: 'wentBack' })).toBe(paying);
      expect(play(paying, { type: 'quantitySet', quantity: 9 })).toBe(paying);
    }
  });

  it('returns to checkout with all choices if the card is declined', () => {
    const notice = { step: 'checkout', reason: 'card', message: 'Your card was declined.' } as const;
    const paying = play(atConfirmation, { type: 'paymentMoved', payment: { phase: 'buying' } });
    const declined = play(paying, { type: 'sentBack', notice });
    expect(declined).toEqual({ ...atConfirmation, step: 'checkout', notice, payment: { phase: 'idle' } });
  });

  it('stays and requests a new quote if the price has changed', () => {
    const notice = { step: 'confirmation', reason: 'price', message: 'The price has changed.' } as const;
    const renewed = play(atConfirmation, { type: 'quoteRenewed', notice });
    expect(renewed).toMatchObject({ step: 'confirmation', notice, quoteAttempt: atConfirmation.quoteAttempt + 1 });
  });
});
